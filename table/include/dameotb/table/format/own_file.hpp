// Files that lie under fixed names in directories of users, who may have given these names to files of their own. A
// file there is changed, replaced or removed only if this program made it: it is a regular file, has no second name,
// under which it would change as well, and begins with the magic of its kind. One that ends before, or is empty, is of
// a run that was killed as it began.
#pragma once

#include <filesystem>
#include <string_view>

#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::table {

/// Returns whether a file lies there that this program made. False, too, if it cannot be read.
[[nodiscard]] bool is_own_file(const std::filesystem::path& path, std::string_view magic);
/// Throws TablebaseError that names the path if something lies there that this program did not make, or that cannot be
/// read.
void require_own_file(const std::filesystem::path& path, std::string_view magic);
/// Opens a file to read and write it; the result is not open if there is none. Does not follow a link. Throws
/// TablebaseError that names the path if the file cannot be opened, or this program did not make it.
[[nodiscard]] FileDescriptor open_own_file(const std::filesystem::path& path, std::string_view magic);
/// As above, and makes an empty file if there is none, readable and writable by everyone the umask allows.
[[nodiscard]] FileDescriptor open_or_make_own_file(const std::filesystem::path& path, std::string_view magic);
/// Removes a file if this program made it. A file that cannot be removed stays.
void remove_own_file(const std::filesystem::path& path, std::string_view magic);

}  // namespace dameotb::table
