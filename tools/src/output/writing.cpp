// Links are followed one by one, because the system follows only links to something that exists. A name in
// /proc/self/fd looks like a link too, but is none: the open file may have no other name, and writing continues at its
// current end.
#include "output/writing.hpp"

#include <charconv>

#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::tools {

namespace {

namespace fs = std::filesystem;

/// Returns the number of this process's descriptor that the path names. Empty if the path names none.
std::optional<int> own_descriptor(const fs::path& path) {
    std::error_code missing;  // set on a system without /proc, where /dev/stdout is a device
    const fs::path descriptors = fs::canonical("/proc/self/fd", missing);
    if (missing || fs::canonical(path.parent_path(), missing) != descriptors || missing) {
        return std::nullopt;
    }
    const std::string name = path.filename().string();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc{} && end == name.data() + name.size() ? std::optional{number} : std::nullopt;
}

}  // namespace

UserError cannot_write(const fs::path& path, const std::string& why) {
    return UserError{fmt::format("{}: cannot be written: {}", path.string(), why)};
}

FollowedPath follow(fs::path path) {
    constexpr int most_links = 40;  // as many as Linux follows
    for (int links = 0; links <= most_links; ++links) {
        if (const auto descriptor = own_descriptor(path)) {
            return {path, descriptor};
        }
        if (!fs::is_symlink(fs::symlink_status(path))) {
            return {path, std::nullopt};
        }
        path = path.parent_path() / fs::read_symlink(path);
    }
    throw fs::filesystem_error{"cannot follow", path, std::make_error_code(std::errc::too_many_symbolic_link_levels)};
}

std::optional<struct stat> status_of(const fs::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? std::optional{status} : std::nullopt;
}

std::error_code keep_rights(int descriptor, const struct stat& replaced) {
    constexpr mode_t of_all = S_IRWXU | S_IRWXG | S_IRWXO;
    mode_t rights = replaced.st_mode & (S_ISDIR(replaced.st_mode) ? of_all | S_ISGID | S_ISVTX : of_all);
    constexpr auto same_owner = static_cast<uid_t>(-1);
    if (::fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0 &&
        ::fchown(descriptor, same_owner, replaced.st_gid) != 0) {
        rights &= ~static_cast<mode_t>(S_IRWXG | S_ISGID);
    }
    return ::fchmod(descriptor, rights) == 0 ? std::error_code{} : table::last_system_error();
}

std::error_code write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(descriptor, text.data(), text.size());
        if (put >= 0) {
            text.remove_prefix(static_cast<std::size_t>(put));
        } else if (errno != EINTR) {
            return table::last_system_error();
        }
    }
    return {};
}

}  // namespace dameotb::tools
