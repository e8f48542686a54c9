// A text file that exists only when it is complete; or a device, pipe or open file, which is written to directly. And
// what is common to writing files and directories that a user names.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/stat.h>

#include <dameotb/table/format/file_descriptor.hpp>
#include <dameotb/table/format/temporary_file.hpp>

namespace dameotb::tools {

/// Writes to the path that a user names. Links are followed first, as a shell's `>` does. A link that leads to nothing
/// names the file it would lead to. A file is written under a temporary name beside its target. When it is finished, it
/// replaces the target and takes its permissions, and its owner if that is allowed. If the path names no file, the text
/// is written to it as it comes in: to a device, a FIFO, or something that this process has open (/dev/stdout). Not
/// thread-safe.
class OutputFile {
public:
    /// Waits for a reader of a FIFO. Throws UserError for a directory, a socket, or a file that may not be written, and
    /// if no file can be made there.
    explicit OutputFile(std::filesystem::path path);
    /// Removes what was written, unless it is finished or is no file.
    ~OutputFile() = default;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Writes the text. Does nothing after an error in writing.
    void write(std::string_view text);
    /// Returns whether all text could be written so far, as far as is known.
    [[nodiscard]] bool good() const { return !error_; }
    /// Puts the file in place. Throws UserError if something could not be written, or if the name now belongs to
    /// something that is no file.
    void finish();

private:
    void open();
    void flush();

    std::filesystem::path path_;    ///< As the user wrote it.
    std::filesystem::path target_;  ///< What the path leads to.
    std::optional<table::TemporaryFile> file_;
    table::FileDescriptor stream_;  ///< Open if there is no file.
    std::string buffer_;
    std::error_code error_;  ///< Why something could not be written.
};

/// Does a step of writing. What it throws as std::system_error or table::TablebaseError becomes the UserError "PATH:
/// cannot be written: WHY".
void while_writing(const std::filesystem::path& path, const std::function<void()>& step);

/// Throws std::system_error with what the system says, unless `done`. To be called right after the system.
void require(bool done);

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
/// the group cannot be set, the group's rights are removed, because another group would get them. Throws
/// std::system_error.
void keep_rights(int descriptor, const struct stat& replaced);

/// Writes the whole text. Throws std::system_error.
void write_all(int descriptor, std::string_view text);

}  // namespace dameotb::tools
