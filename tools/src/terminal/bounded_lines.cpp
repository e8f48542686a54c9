// Uses istream::getline, which stops when its buffer is full.
#include "terminal/bounded_lines.hpp"

#include <limits>

namespace dameotb::tools {

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

}  // namespace dameotb::tools
