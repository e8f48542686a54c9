// Decoded blocks as the cache keeps them: two bits a position of a .wdl, a byte a position of a .dtm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <dameotb/table/format/header.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::probe {

/// Positions that are packed into whole bytes, whatever the metric. What is known of a block ends at a multiple of it,
/// or at the block's end, so that no byte is known in part.
inline constexpr std::uint32_t packed_together = 4;

/// Returns how many bytes `positions` positions take.
[[nodiscard]] constexpr std::size_t packed_bytes(table::Metric metric, std::size_t positions) {
    return metric == table::Metric::Wdl ? (positions + packed_together - 1) / packed_together : positions;
}

/// Packs codes. Requires: packed.size() == packed_bytes(metric, codes.size()).
inline void pack(table::Metric metric, std::span<const std::uint8_t> codes, std::span<std::byte> packed) {
    if (metric == table::Metric::Dtm) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            packed[i] = std::byte{codes[i]};
        }
        return;
    }
    for (std::size_t i = 0; i < packed.size(); ++i) {
        unsigned byte = 0;
        for (std::size_t k = 0; k < packed_together; ++k) {
            const std::size_t offset = i * packed_together + k;
            // The two low bits of table::dont_care_code are no result.
            byte |= offset < codes.size() ? (codes[offset] & 3U) << (2 * k) : 0;
        }
        packed[i] = static_cast<std::byte>(byte);
    }
}

/// Returns in which byte of a packed block the code of a position is.
[[nodiscard]] constexpr std::size_t packed_byte(table::Metric metric, std::size_t offset) {
    return metric == table::Metric::Wdl ? offset / packed_together : offset;
}

/// Returns the code at a position; table::dont_care_code if a capture is forced there.
[[nodiscard]] inline unsigned packed_code(table::Metric metric, const std::byte* packed, std::size_t offset) {
    if (metric == table::Metric::Dtm) {
        return std::to_integer<unsigned>(packed[offset]);
    }
    const unsigned code =
        std::to_integer<unsigned>(packed[offset / packed_together]) >> (2 * (offset % packed_together)) & 3U;
    return table::is_result(code) ? code : table::dont_care_code;
}

}  // namespace dameotb::probe
