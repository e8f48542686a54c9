// What a table file says about itself in its first bytes (docs/format.md, "Header").
// All numbers are little-endian. Reserved bits must be zero; a file with others is refused.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dameotb::format {

/// Version of the byte layout. 1: first.
inline constexpr std::uint16_t format_version = 1;
/// Version of the rules that the values follow (docs/rules.md). 1: first.
inline constexpr std::uint16_t rules_version = 1;

/// What the values measure.
enum class Metric : std::uint8_t {
    Wdl = 0,  ///< One byte: 0 loss, 1 draw, 2 win, for the side to move.
    Dtm = 1,  ///< Plies to the end of the game: 0 draw, otherwise plies + 1 (so wins are even, losses odd).
    Dtz = 2,  ///< Reserved for plies to the next capture or man's move; no file has it yet.
};

/// The numbers of men and kings of both sides, as the header holds them.
struct MaterialCounts {
    std::uint8_t white_kings = 0;
    std::uint8_t white_men = 0;
    std::uint8_t black_kings = 0;
    std::uint8_t black_men = 0;
    bool operator==(const MaterialCounts&) const = default;
};

/// Says which table a file is: the header fields that follow from its class and metric alone.
struct TableKind {
    Metric metric = Metric::Wdl;
    MaterialCounts material;
    std::uint8_t sides = 2;             ///< To move: 1 or 2.
    std::uint64_t places_per_side = 0;  ///< The size of the class's index.
};

/// The places for which a table stores values.
enum class Stored : std::uint8_t {
    All = 1,    ///< Every place.
    Quiet = 2,  ///< The places where no capture is forced. The rules tell which places these are.
};

/// Returns how many blocks a table may have at most. The limit keeps the block index in proportion: it takes at most
/// 1 MiB, or one byte for each 1,024 places if that is more.
[[nodiscard]] constexpr std::uint64_t most_blocks(std::uint64_t places) {
    return std::max<std::uint64_t>(std::uint64_t{1} << 16, places >> 14);
}

/// The header's fields. A table is one array of `sides * places_per_side` places: all with White to move, then, if
/// sides is 2, all with Black to move. The array is cut into blocks of equally many places, however many values these
/// store. There are at most most_blocks(places()) blocks.
struct Header {
    Metric metric = Metric::Wdl;
    MaterialCounts material;
    std::uint8_t sides = 2;             ///< 1 or 2.
    std::uint8_t value_bytes = 1;       ///< 1 or 2 (little-endian).
    Stored stored = Stored::All;        ///< If it is Quiet, quiet_block.hpp tells the form of the blocks.
    std::uint32_t block_places = 0;     ///< Places in each block but the last. At least 1, at most 2^24.
    std::uint64_t places_per_side = 0;  ///< At least 1, at most 2^56.

    [[nodiscard]] std::uint64_t places() const { return sides * places_per_side; }
    [[nodiscard]] std::uint64_t blocks() const { return (places() + block_places - 1) / block_places; }
    bool operator==(const Header&) const = default;
};

}  // namespace dameotb::format
