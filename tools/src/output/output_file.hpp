// A text file that exists only when it is complete; or a device, pipe or open file, which is written to directly.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

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
    void open_stream();
    void flush();
    void replace();

    std::filesystem::path path_;    ///< As the user wrote it.
    std::filesystem::path target_;  ///< What the path leads to.
    std::optional<table::TemporaryFile> file_;
    table::FileDescriptor stream_;  ///< Open if there is no file.
    std::string buffer_;
    std::error_code error_;  ///< Why something could not be written.
};

}  // namespace dameotb::tools
