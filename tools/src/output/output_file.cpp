// Replaces a file by renaming a temporary one. Everything else is opened, and neither made nor cut.
#include "output/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "output/writing.hpp"

namespace dameotb::tools {

namespace {

constexpr auto changed_meanwhile = "something else took its place meanwhile";

std::string last_reason() {
    return table::last_system_error().message();
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_{std::move(path)} {
    try {
        open();
    } catch (const std::filesystem::filesystem_error& error) {
        throw cannot_write(path_, error.code().message());
    } catch (const table::TablebaseError& error) {
        throw cannot_write(path_, error.reason());
    }
}

void OutputFile::open() {
    const FollowedPath followed = follow(path_);
    if (followed.descriptor) {
        stream_ = table::FileDescriptor{::fcntl(*followed.descriptor, F_DUPFD_CLOEXEC, 0)};
        if (!stream_.is_open()) {
            throw cannot_write(path_, last_reason());
        }
        return;
    }
    target_ = followed.path;
    const auto status = status_of(target_);
    if (status && S_ISDIR(status->st_mode)) {
        throw cannot_write(path_, "it is a directory (name a file)");
    }
    if (status && S_ISSOCK(status->st_mode)) {
        throw cannot_write(path_, "it is a socket (name a file, a FIFO or a device)");
    }
    if (status && !S_ISREG(status->st_mode)) {
        open_stream();
        return;
    }
    if (status && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
        throw cannot_write(path_, last_reason());
    }
    file_.emplace(target_);
}

void OutputFile::open_stream() {
    stream_ = table::FileDescriptor{::open(target_.c_str(), O_WRONLY | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC)};
    struct stat opened {};
    if (!stream_.is_open() || ::fstat(stream_.get(), &opened) != 0) {
        throw cannot_write(path_, last_reason());
    }
    if (S_ISREG(opened.st_mode)) {
        throw cannot_write(path_, changed_meanwhile);
    }
}

void OutputFile::write(std::string_view text) {
    constexpr std::size_t most_bytes = 1 << 16;
    buffer_ += text;
    if (buffer_.size() >= most_bytes) {
        flush();
    }
}

void OutputFile::flush() {
    if (good()) {
        error_ = write_all(file_ ? file_->descriptor() : stream_.get(), buffer_);
    }
    buffer_.clear();
}

void OutputFile::finish() {
    flush();
    if (file_) {
        replace();
    }
    if (!good()) {
        throw cannot_write(path_, error_.message());
    }
}

void OutputFile::replace() {
    const auto old = status_of(target_);
    if (old && !S_ISREG(old->st_mode)) {
        throw cannot_write(path_, changed_meanwhile);
    }
    if (old && good()) {
        error_ = keep_rights(file_->descriptor(), *old);
    }
    if (!good()) {
        return;
    }
    try {
        file_->commit();
    } catch (const table::TablebaseError& error) {
        error_ = error.cause();
    }
}

}  // namespace dameotb::tools
