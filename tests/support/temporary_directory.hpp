// A fresh directory for one test. It is removed with all its contents.
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace dameotb::tests {

class TemporaryDirectory {
public:
    TemporaryDirectory() {
        std::random_device number;
        do {
            path_ = std::filesystem::temp_directory_path() / ("dameotb-test-" + std::to_string(number()));
        } while (!std::filesystem::create_directory(path_));  // false: there is one of that name
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace dameotb::tests
