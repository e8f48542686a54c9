// A text file that exists only when complete; or a device, pipe or open file, which is written directly. And what
// writing files and writing directories named by a user have in common.
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
#include <dameotb/terminal/interrupt.hpp>

namespace dameotb::tools {

/// Writes to the path that a user names. Links are followed first, as a shell's `>` does. A dangling link names the
/// file that it would lead to. A file is written under a temporary name next to its target. When finished, it replaces
/// the target and takes its permissions, and its owner if that is allowed. If the path names no file but a device, a
/// FIFO, or something that this process has open (/dev/stdout), text is written there immediately. Not thread-safe.
class OutputFile {
public:
    /// `interrupts`: exist before the file does, since a signal that ends the program leaves the temporary one behind.
    /// Waits for a reader of a FIFO. Throws UserError for a directory, a socket, or a read-only file, and if no file
    /// can be created there; Stopped if a signal ends the waiting.
    OutputFile(std::filesystem::path path, const terminal::Interrupts& interrupts);
    /// Removes what was written, unless it is finished or is no file.
    ~OutputFile() = default;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Writes the text. Does nothing after a write error.
    void write(std::string_view text);
    /// Returns whether all text so far was written, as far as is known.
    [[nodiscard]] bool good() const { return !error_; }
    /// Moves the file into place. Throws UserError if something could not be written, or if the name now belongs to
    /// something that is no file.
    void finish();

private:
    void open(const terminal::Interrupts& interrupts);
    void flush();

    std::filesystem::path path_;    ///< As the user wrote it.
    std::filesystem::path target_;  ///< What the path leads to.
    std::optional<table::TemporaryFile> file_;
    table::FileDescriptor stream_;  ///< Open if there is no file.
    std::string buffer_;
    std::error_code error_;  ///< Why writing failed.
};

/// Runs a step of writing. Turns std::system_error and table::TablebaseError into the UserError "PATH: cannot be
/// written: WHY".
void while_writing(const std::filesystem::path& path, const std::function<void()>& step);

/// Throws std::system_error with the system's message, unless `done`. Must be called right after the system call.
void require(bool done);

/// The target of a path.
struct FollowedPath {
    std::filesystem::path path;     ///< Not a symbolic link. It need not exist.
    std::optional<int> descriptor;  ///< Set if the path names a descriptor of this process, as /dev/stdout does. Then
                                    ///< `path` must not be used.
};

/// Follows the path while its last component is a symbolic link. The last link may dangle. Throws
/// std::filesystem::filesystem_error, for example for a link cycle.
[[nodiscard]] FollowedPath follow(std::filesystem::path path);

/// Returns the status of the path itself, without following a link; empty if nothing is there or the status cannot be
/// read.
[[nodiscard]] std::optional<struct stat> status_of(const std::filesystem::path& path);

/// Gives an open file or directory the permissions of the one that it replaces, and its owner if that is allowed. If
/// the group cannot be set, removes the group's rights, which another group would get. Throws std::system_error.
void keep_rights(int descriptor, const struct stat& replaced);

/// Writes the whole text. Throws std::system_error.
void write_all(int descriptor, std::string_view text);

}  // namespace dameotb::tools
