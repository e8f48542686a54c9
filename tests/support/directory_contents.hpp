// The contents of a directory, to compare what two runs left, and damage to one of its files.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

namespace dameotb::tests {

inline std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Returns all files of a directory by name.
inline std::map<std::string, std::string> contents(const std::filesystem::path& directory) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{directory}) {
        files[entry.path().filename().string()] = read_bytes(entry.path());
    }
    return files;
}

/// Flips bits of the byte at `offset`, in place: a process that has the file open sees it.
inline void flip_byte(const std::filesystem::path& path, std::uintmax_t offset, int bits = 0x55) {
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekg(static_cast<std::streamoff>(offset));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(offset));
    file.put(static_cast<char>(byte ^ bits));
    if (!file.flush()) {
        throw std::runtime_error{path.string() + " has no byte " + std::to_string(offset)};
    }
}

}  // namespace dameotb::tests
