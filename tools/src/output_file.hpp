// A text file that is there when it is whole, and not before.
#pragma once

#include <filesystem>
#include <fstream>

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

    [[nodiscard]] std::ostream& stream() { return stream_; }
    /// Throws UserError if something could not be written.
    void finish();

private:
    std::filesystem::path path_;
    std::filesystem::path part_;
    std::ofstream stream_;
    bool finished_ = false;
};

}  // namespace dameotb::tools
