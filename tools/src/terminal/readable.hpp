// Whether a file that was opened can be read.
#pragma once

#include <istream>

namespace dameotb::tools {

/// Returns whether the stream can be read; at its end it can. Some things can be opened but not read, such as a
/// directory: an iterator would throw an error without the file's name.
[[nodiscard]] inline bool can_read(std::istream& stream) {
    if (stream.good()) {
        stream.peek();
    }
    return stream.good() || (stream.eof() && !stream.bad());
}

}  // namespace dameotb::tools
