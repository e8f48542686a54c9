// Streams do not say why they fail; the system leaves the reason in errno.
#include "terminal/readable.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "error_words.hpp"

namespace dameotb::tools {

namespace {

/// Returns the error for what the system has just refused.
UserError refused(const std::string& name, const char* what) {
    const int error = errno;
    return UserError{
        fmt::format("{}: cannot be {}{}", name, what, error != 0 ? fmt::format(": {}", std::strerror(error)) : "")};
}

}  // namespace

void require_readable(std::istream& stream, const std::string& name) {
    errno = 0;
    if (stream.good()) {
        stream.peek();
    }
    if (stream.bad() || (stream.fail() && !stream.eof())) {
        throw refused(name, "read");
    }
}

std::ifstream open_to_read(const std::string& file) {
    errno = 0;
    std::ifstream stream{file, std::ios::binary};
    if (!stream) {
        throw refused(file, "opened");
    }
    require_readable(stream, file);
    return stream;
}

}  // namespace dameotb::tools
