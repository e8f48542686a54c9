// What this module needs of the system's files beyond std::filesystem. Each system has its own implementation, together
// with that of FileDescriptor: posix/files.cpp, windows/files.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>

#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::table {

struct RegularFile {
    FileDescriptor file;
    std::uint64_t size_bytes = 0;
};

/// Opens a file to read it. Never waits, even if the path names a pipe. Throws TablebaseError that names the path if
/// the file cannot be opened or is not a regular one.
[[nodiscard]] RegularFile open_regular_file(const std::filesystem::path& path);

// What follows returns, or sets, the system's error, or no error code on success.

/// Makes a directory, with all the rights that the umask allows. std::errc::file_exists if the name is taken.
[[nodiscard]] std::error_code make_directory(const std::filesystem::path& path);
/// Makes an empty file, open for reading and writing, with all the rights that the umask allows.
/// std::errc::file_exists if the name is taken, be it by a link to nothing.
[[nodiscard]] FileDescriptor make_file(const std::filesystem::path& path, std::error_code& error);
/// Makes an empty file that only its maker may open, and removes its name, at the latest when it is closed.
[[nodiscard]] FileDescriptor make_nameless_file(const std::filesystem::path& path, std::error_code& error);
/// As above, but the file never has a name, so that not even a kill in between leaves one behind. The result is not
/// open where the system has no such files.
[[nodiscard]] FileDescriptor make_never_named_file(const std::filesystem::path& directory);

[[nodiscard]] std::error_code fill_with_random_bytes(std::span<unsigned char> bytes);

/// Waits until the disk has all of the file.
[[nodiscard]] std::error_code sync_file(const FileDescriptor& file);
/// Waits until the disk has the names in the directory, where the system can tell.
[[nodiscard]] std::error_code sync_directory(const std::filesystem::path& directory);
/// Waits until other machines that share the directory see all of the file.
[[nodiscard]] std::error_code share_file(const FileDescriptor& file);

}  // namespace dameotb::table
