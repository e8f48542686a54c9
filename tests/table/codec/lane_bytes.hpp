// The lanes of a word, as bytes.
#pragma once

#include <array>
#include <cstdint>

#include "byte_vectors.hpp"

namespace dameotb::tests {

using LaneBytes = std::array<std::uint8_t, 8>;

[[nodiscard]] inline table::Lanes lanes_of(const LaneBytes& b) {
    return table::make_lanes(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]);
}

}  // namespace dameotb::tests
