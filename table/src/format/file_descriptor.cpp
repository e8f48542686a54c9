// Calls the system and reads errno, so that the public header needs no system headers.
#include <dameotb/table/format/file_descriptor.hpp>

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

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

}  // namespace dameotb::table
