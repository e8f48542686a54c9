#include "terminal/free_space.hpp"

#include <sys/stat.h>

namespace dameotb::tools {

namespace {

/// Returns the directory, or the next one above it that exists.
std::filesystem::path existing(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(directory, error);
    while (!std::filesystem::exists(path, error) && path.has_relative_path()) {
        path = path.parent_path();
    }
    return path;
}

}  // namespace

std::optional<std::uint64_t> free_bytes(const std::filesystem::path& directory) {
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(existing(directory), error);
    return error ? std::nullopt : std::optional<std::uint64_t>{space.available};
}

bool on_one_disk(const std::filesystem::path& a, const std::filesystem::path& b) {
    struct stat of_a {};
    struct stat of_b {};
    return ::stat(existing(a).c_str(), &of_a) != 0 || ::stat(existing(b).c_str(), &of_b) != 0 ||
           of_a.st_dev == of_b.st_dev;
}

}  // namespace dameotb::tools
