// A text file that is there when it is whole, and not before.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace dameotb::tools {

/// Written under its name with `.part` behind it, and renamed when it is finished. Not thread-safe.
class OutputFile {
public:
    /// Throws UserError if the file cannot be opened; a `.part` file that is there is overwritten.
    explicit OutputFile(std::filesystem::path path);
    /// Removes what was written, unless it is finished.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Does nothing once something could not be written.
    void write(const std::string& text);
    /// Whether all could be written so far, as far as is known.
    [[nodiscard]] bool good() const { return stream_.good(); }
    /// Throws UserError if something could not be written.
    void finish();

private:
    std::filesystem::path path_;
    std::filesystem::path part_;
    std::ofstream stream_;
    int error_ = 0;  ///< Why something could not be written, as errno has it; 0: unknown.
    bool finished_ = false;
};

}  // namespace dameotb::tools
