// Calls close and stat, and reads errno, so that the public header needs no headers of the system.
#include <dameotb/format/file_descriptor.hpp>

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace dameotb::format {

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

std::error_code last_system_error() {
    return {errno, std::generic_category()};
}

}  // namespace dameotb::format
