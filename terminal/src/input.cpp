// Streams do not say why they fail; the system leaves the reason in errno.
#include <dameotb/terminal/input.hpp>

#include <cerrno>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include <dameotb/terminal/errors.hpp>

namespace dameotb::terminal {

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

bool BoundedLines::next() {
    from_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    size_ = static_cast<std::size_t>(from_.gcount());
    is_too_long_ = from_.fail() && !from_.bad() && size_ == most_bytes;
    if (is_too_long_) {
        from_.clear(from_.rdstate() & ~std::ios::failbit);
        from_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
        return true;
    }
    if (from_.fail()) {
        return false;
    }
    if (!from_.eof()) {
        --size_;  // do not count the line's end
    }
    return true;
}

std::string BoundedLines::too_long_text() {
    return "the line is longer than " + std::to_string(most_bytes) + " bytes";
}

}  // namespace dameotb::terminal
