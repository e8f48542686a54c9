// How hard the writer tries to make files small. Readers do not notice the difference.
#pragma once

#include <cstdint>

namespace dameotb::gen {

/// Measured on KMvKM and KKvKM, solving included: 0.7, 2.0 and 5.4 s of CPU time for 2.07, 1.77 and 1.74 MB.
enum class Compression : std::uint8_t {
    Fast,     ///< Keeps up with the solver on the same cores; files about a sixth larger.
    Default,  ///< Takes two or three times as long as solving.
    Max,      ///< For tables to be handed on: some per cent smaller, several times slower.
};

/// The zstd level behind it.
[[nodiscard]] constexpr int zstd_level(Compression compression) {
    return compression == Compression::Fast ? 6 : compression == Compression::Default ? 15 : 19;
}

}  // namespace dameotb::gen
