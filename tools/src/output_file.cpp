// Open, write, close, rename.
#include "output_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "command_line.hpp"

namespace dameotb::tools {

OutputFile::OutputFile(std::filesystem::path path) : path_{std::move(path)}, part_{path_} {
    part_ += ".part";
    stream_.open(part_, std::ios::binary);
    if (!stream_) {
        throw UserError{fmt::format("{}: cannot be written: {}", part_.string(), std::strerror(errno))};
    }
}

OutputFile::~OutputFile() {
    if (!finished_) {
        stream_.close();
        std::error_code ignored;
        std::filesystem::remove(part_, ignored);
    }
}

void OutputFile::write(const std::string& text) {
    if (good()) {
        errno = 0;
        stream_ << text;
        error_ = errno;
    }
}

void OutputFile::finish() {
    if (good()) {
        errno = 0;
        stream_.close();
        error_ = errno;
    }
    if (!good()) {
        throw UserError{fmt::format("{}: cannot be written{}", part_.string(),
                                    error_ == 0 ? "" : fmt::format(": {}", std::strerror(error_)))};
    }
    std::error_code error;
    std::filesystem::rename(part_, path_, error);
    if (error) {
        throw UserError{fmt::format("{}: cannot be written: {}", path_.string(), error.message())};
    }
    finished_ = true;
}

}  // namespace dameotb::tools
