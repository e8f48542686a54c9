// What files and directories that a user names to be written have in common.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/stat.h>

#include "commands/errors.hpp"

namespace dameotb::tools {

/// "PATH: cannot be written: WHY".
[[nodiscard]] UserError cannot_write(const std::filesystem::path& path, const std::string& why);

/// What a path leads to.
struct FollowedPath {
    std::filesystem::path path;     ///< No symbolic link; it need not exist.
    std::optional<int> descriptor;  ///< It is one of this process's, as /dev/stdout is; `path` is not to be used then.
};

/// Follows the links that the last name of the path is, also where the last of them leads to nothing.
/// Throws std::filesystem::filesystem_error, for a circle of links among others.
[[nodiscard]] FollowedPath follow(std::filesystem::path path);

/// Of what has the name itself, not of what a link leads to. Nothing if there is nothing, or if it cannot be asked.
[[nodiscard]] std::optional<struct stat> status_of(const std::filesystem::path& path);

/// Gives what is open the permissions of what it is to replace, and the owner if that is allowed. A group that may not
/// be given loses its rights: they would be another group's.
[[nodiscard]] std::error_code keep_rights(int descriptor, const struct stat& replaced);

/// Writes all of it, or says why not.
[[nodiscard]] std::error_code write_all(int descriptor, std::string_view text);

}  // namespace dameotb::tools
