// Replaces a file by renaming a temporary one. Everything else is opened, without creating or truncating it. Links are
// followed one by one, because the system follows only links to something that exists. A name in /proc/self/fd looks
// like a link but is none: the open file may have no other name, and writing continues at its current end.
#include "files/output_file.hpp"

#include <charconv>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/terminal/errors.hpp>

namespace dameotb::tools {

namespace {

namespace fs = std::filesystem;

constexpr auto changed_meanwhile = "something else took its place meanwhile";

terminal::UserError cannot_write(const fs::path& path, const std::string& why) {
    return terminal::UserError{fmt::format("{}: cannot be written: {}", path.string(), why)};
}

/// Returns the number of this process's descriptor that the path names; empty if it names none.
std::optional<int> own_descriptor(const fs::path& path) {
    std::error_code missing;  // set on a system without /proc, where /dev/stdout is a device
    const fs::path descriptors = fs::canonical("/proc/self/fd", missing);
    if (missing || fs::canonical(path.parent_path(), missing) != descriptors || missing) {
        return std::nullopt;
    }
    const std::string name = path.filename().string();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc{} && end == name.data() + name.size() ? std::optional{number} : std::nullopt;
}

/// Opens what is no file. A FIFO without a reader is asked again and again: a system call that waits for one would
/// resume after a signal.
table::FileDescriptor open_stream(const fs::path& target, bool is_fifo, const terminal::Interrupts& interrupts) {
    const int flags = O_WRONLY | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC | (is_fifo ? O_NONBLOCK : 0);
    table::FileDescriptor stream{::open(target.c_str(), flags)};
    while (is_fifo && !stream.is_open() && errno == ENXIO) {
        if (interrupts.flag()) {
            throw interrupts.stopped("nobody reads " + target.string());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        stream = table::FileDescriptor{::open(target.c_str(), flags)};
    }
    require(stream.is_open() && (!is_fifo || ::fcntl(stream.get(), F_SETFL, 0) == 0));
    return stream;
}

}  // namespace

OutputFile::OutputFile(fs::path path, const terminal::Interrupts& interrupts) : path_{std::move(path)} {
    while_writing(path_, [&] { open(interrupts); });
}

void OutputFile::open(const terminal::Interrupts& interrupts) {
    const FollowedPath followed = follow(path_);
    if (followed.descriptor) {
        stream_ = table::FileDescriptor{::fcntl(*followed.descriptor, F_DUPFD_CLOEXEC, 0)};
        require(stream_.is_open());
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
        stream_ = open_stream(target_, S_ISFIFO(status->st_mode), interrupts);
        struct stat opened {};
        require(::fstat(stream_.get(), &opened) == 0);
        if (S_ISREG(opened.st_mode)) {
            throw cannot_write(path_, changed_meanwhile);
        }
        return;
    }
    require(!status || ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) == 0);
    file_.emplace(target_);
}

void OutputFile::write(std::string_view text) {
    constexpr std::size_t most_bytes = 1 << 16;
    buffer_ += text;
    if (buffer_.size() >= most_bytes) {
        flush();
    }
}

void OutputFile::flush() {
    try {
        if (good()) {
            write_all(file_ ? file_->descriptor() : stream_.get(), buffer_);
        }
    } catch (const std::system_error& error) {
        error_ = error.code();
    }
    buffer_.clear();
}

void OutputFile::finish() {
    flush();
    while_writing(path_, [this] {
        if (!good()) {
            throw std::system_error{error_};
        }
        if (!file_) {
            return;
        }
        const auto old = status_of(target_);
        if (old && !S_ISREG(old->st_mode)) {
            throw cannot_write(path_, changed_meanwhile);
        }
        if (old) {
            keep_rights(file_->descriptor(), *old);
        }
        file_->commit();
    });
}

void while_writing(const fs::path& path, const std::function<void()>& step) {
    try {
        step();
    } catch (const std::system_error& error) {
        throw cannot_write(path, error.code().message());
    } catch (const table::TablebaseError& error) {
        throw cannot_write(path, error.reason());
    }
}

void require(bool done) {
    if (!done) {
        throw std::system_error{table::last_system_error()};
    }
}

FollowedPath follow(fs::path path) {
    constexpr int most_links = 40;  // as Linux does
    for (int links = 0; links <= most_links; ++links) {
        if (const auto descriptor = own_descriptor(path)) {
            return {path, descriptor};
        }
        if (!fs::is_symlink(fs::symlink_status(path))) {
            return {path, std::nullopt};
        }
        path = path.parent_path() / fs::read_symlink(path);
    }
    throw fs::filesystem_error{"cannot follow", path, std::make_error_code(std::errc::too_many_symbolic_link_levels)};
}

std::optional<struct stat> status_of(const fs::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? std::optional{status} : std::nullopt;
}

void keep_rights(int descriptor, const struct stat& replaced) {
    constexpr mode_t of_all = S_IRWXU | S_IRWXG | S_IRWXO;
    mode_t rights = replaced.st_mode & (S_ISDIR(replaced.st_mode) ? of_all | S_ISGID | S_ISVTX : of_all);
    constexpr auto same_owner = static_cast<uid_t>(-1);
    if (::fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0 &&
        ::fchown(descriptor, same_owner, replaced.st_gid) != 0) {
        rights &= ~static_cast<mode_t>(S_IRWXG | S_ISGID);
    }
    require(::fchmod(descriptor, rights) == 0);
}

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(descriptor, text.data(), text.size());
        require(put >= 0 || errno == EINTR);
        text.remove_prefix(put >= 0 ? static_cast<std::size_t>(put) : 0);
    }
}

}  // namespace dameotb::tools
