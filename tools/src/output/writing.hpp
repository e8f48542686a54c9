// What is common to writing files and directories that a user names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/stat.h>

#include "error_words.hpp"

namespace dameotb::tools {

/// Returns the error "PATH: cannot be written: WHY".
[[nodiscard]] UserError cannot_write(const std::filesystem::path& path, const std::string& why);

/// What a path leads to.
struct FollowedPath {
    std::filesystem::path path;     ///< No symbolic link. It need not exist.
    std::optional<int> descriptor;  ///< Set if the path names a descriptor of this process, as /dev/stdout
                                    ///< does. Then `path` must not be used.
};

/// Follows the path if its last name is a symbolic link, and so on. The last link may lead to nothing. Throws
/// std::filesystem::filesystem_error, for example for a circle of links.
[[nodiscard]] FollowedPath follow(std::filesystem::path path);

/// Returns the status of the path itself, without following a link. Empty if nothing is there, or if the status cannot
/// be read.
[[nodiscard]] std::optional<struct stat> status_of(const std::filesystem::path& path);

/// Gives an open file or directory the permissions of the one that it replaces, and the owner if that is allowed. If
/// the group cannot be set, the group's rights are removed, because another group would get them.
[[nodiscard]] std::error_code keep_rights(int descriptor, const struct stat& replaced);

/// Writes the whole text, or returns the error.
[[nodiscard]] std::error_code write_all(int descriptor, std::string_view text);

}  // namespace dameotb::tools
