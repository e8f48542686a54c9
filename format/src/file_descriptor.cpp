// close and errno: the system's headers stay out of the public ones.
#include <dameotb/format/file_descriptor.hpp>

#include <cerrno>

#include <unistd.h>

namespace dameotb::format {

void FileDescriptor::reset() {
    if (is_open()) {
        ::close(std::exchange(fd_, -1));
    }
}

std::error_code last_system_error() {
    return {errno, std::generic_category()};
}

}  // namespace dameotb::format
