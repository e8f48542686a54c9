// A text file that is there when it is whole, and not before; or a device, pipe or open file, which is written to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <dameotb/format/file_descriptor.hpp>
#include <dameotb/format/temporary_file.hpp>

namespace dameotb::tools {

/// What a user names to be written. Links are followed first, as a shell's `>` does, and a link that leads to nothing
/// names what it leads to. A file is then written under a temporary name beside itself and replaced when it is
/// finished, with its permissions, and its owner where that is allowed. Anything that is no file is written to as the
/// text comes in: a device, a FIFO, or what this process has open (/dev/stdout). Not thread-safe.
class OutputFile {
public:
    /// Waits for a reader of a FIFO. Throws UserError for a directory, a socket, a file that may not be written, and
    /// where nothing can be made.
    explicit OutputFile(std::filesystem::path path);
    /// Removes what was written, unless it is finished or no file.
    ~OutputFile() = default;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Does nothing once something could not be written.
    void write(std::string_view text);
    /// Whether all could be written so far, as far as is known.
    [[nodiscard]] bool good() const { return !error_; }
    /// Throws UserError if something could not be written, or if what has the name by now is no file.
    void finish();

private:
    void open();
    void open_stream();
    void flush();
    void replace();

    std::filesystem::path path_;    ///< As the user has it.
    std::filesystem::path target_;  ///< What it leads to.
    std::optional<format::TemporaryFile> file_;
    format::FileDescriptor stream_;  ///< Open unless there is a file.
    std::string buffer_;
    std::error_code error_;  ///< Why something could not be written.
};

}  // namespace dameotb::tools
