// Calls the system and reads errno, so that no header needs the system's.
#include "format/files.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <dameotb/table/format/error.hpp>

namespace dameotb::table {

void FileDescriptor::reset() {
    if (is_open()) {
        ::close(std::exchange(fd_, -1));
    }
}

bool FileDescriptor::lies_at(const std::filesystem::path& path) const {
    struct stat named {};
    struct stat opened {};
    return ::lstat(path.c_str(), &named) == 0 && ::fstat(fd_, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
}

std::error_code FileDescriptor::write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset_bytes));
        if (put < 0 && errno != EINTR) {
            return last_system_error();
        }
        const auto done = static_cast<std::size_t>(put < 0 ? 0 : put);
        bytes = bytes.subspan(done);
        offset_bytes += done;
    }
    return {};
}

std::size_t FileDescriptor::read_at(std::uint64_t offset_bytes, std::span<std::byte> out,
                                    std::error_code& error) const {
    error.clear();
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t got = ::pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(offset_bytes + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            error = last_system_error();
        }
        if (got <= 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::error_code last_system_error() {
    return {errno, std::generic_category()};
}

RegularFile open_regular_file(const std::filesystem::path& path) {
    FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file.is_open()) {
        throw TablebaseError{path.string(), last_system_error()};
    }
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) {
        throw TablebaseError{path.string(), last_system_error()};
    }
    if (!S_ISREG(status.st_mode)) {
        throw TablebaseError{path.string(),
                             S_ISDIR(status.st_mode) ? "is a directory, not a table file" : "is not a regular file"};
    }
    return {std::move(file), static_cast<std::uint64_t>(status.st_size)};
}

namespace {

/// Returns errno as an error code unless the call succeeded.
std::error_code error_unless(bool succeeded) {
    return succeeded ? std::error_code{} : last_system_error();
}

FileDescriptor made_file(const std::filesystem::path& path, mode_t rights, std::error_code& error) {
    FileDescriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, rights)};
    error = error_unless(file.is_open());
    return file;
}

constexpr mode_t owner_alone = 0600;

}  // namespace

std::error_code make_directory(const std::filesystem::path& path) {
    constexpr mode_t all = 0777;  // the umask removes bits
    return error_unless(::mkdir(path.c_str(), all) == 0);
}

FileDescriptor make_file(const std::filesystem::path& path, std::error_code& error) {
    constexpr mode_t readable = 0666;  // the umask removes bits
    return made_file(path, readable, error);
}

FileDescriptor make_nameless_file(const std::filesystem::path& path, std::error_code& error) {
    FileDescriptor file = made_file(path, owner_alone, error);
    if (file.is_open()) {
        error = error_unless(::unlink(path.c_str()) == 0);
    }
    return file;
}

FileDescriptor make_never_named_file([[maybe_unused]] const std::filesystem::path& directory) {
#ifdef O_TMPFILE  // which most file systems have
    return FileDescriptor{::open(directory.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, owner_alone)};
#else
    return {};
#endif
}

std::error_code fill_with_random_bytes(std::span<unsigned char> bytes) {
    return error_unless(::getentropy(bytes.data(), bytes.size()) == 0);
}

std::error_code sync_file(const FileDescriptor& file) {
    return error_unless(::fsync(file.get()) == 0);
}

std::error_code sync_directory(const std::filesystem::path& directory) {
    const FileDescriptor names{::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    // Some file systems cannot sync a directory.
    return error_unless(!names.is_open() || ::fsync(names.get()) == 0 || errno == EINVAL);
}

std::error_code share_file(const FileDescriptor& file) {
    // When any descriptor is closed, a network file system writes pending data and reports failure.
    const int copy = ::dup(file.get());
    return error_unless(copy >= 0 && ::close(copy) == 0);
}

}  // namespace dameotb::table
