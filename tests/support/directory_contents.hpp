// The contents of a directory, to compare what two runs left.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace dameotb::tests {

/// Returns all files of a directory by name.
inline std::map<std::string, std::string> contents(const std::filesystem::path& directory) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{directory}) {
        std::ifstream file{entry.path(), std::ios::binary};
        files[entry.path().filename().string()] = {std::istreambuf_iterator<char>{file}, {}};
    }
    return files;
}

}  // namespace dameotb::tests
