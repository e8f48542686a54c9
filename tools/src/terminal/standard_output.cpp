// A pipe that nobody reads any more, or a full disk, is noticed here.
#include "terminal/standard_output.hpp"

#include <iostream>

#include "error_words.hpp"

namespace dameotb::tools {

void flush_output() {
    std::cout.flush();
    if (!std::cout) {
        throw UserError{"standard output: cannot be written"};
    }
}

}  // namespace dameotb::tools
