// How hard the writer tries to make files small. Readers do not notice the difference.
#pragma once

#include <cstdint>

namespace dameotb::gen {

/// Measured for the tables of 5 pieces in bench/README.md.
enum class Compression : std::uint8_t {
    Fast,     ///< Keeps up with the solver on the same cores; files about a sixth larger.
    Default,  ///< Takes about as long as solving.
    Max,      ///< For tables to be handed on: some per cent smaller, several times slower.
};

/// The zstd level behind it.
[[nodiscard]] constexpr int zstd_level(Compression compression) {
    return compression == Compression::Fast ? 6 : compression == Compression::Default ? 15 : 19;
}

}  // namespace dameotb::gen
