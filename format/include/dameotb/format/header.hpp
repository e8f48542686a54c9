// What a table file says of itself, and how that lies in its first bytes (docs/format.md, "Header").
// Little-endian throughout. Reserved bits must be zero and are refused otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

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

/// "wdl" or "dtm": also the file name's extension.
[[nodiscard]] std::string extension(Metric metric);

/// Men and kings of both sides, as the header holds them.
struct MaterialCounts {
    std::uint8_t white_kings = 0;
    std::uint8_t white_men = 0;
    std::uint8_t black_kings = 0;
    std::uint8_t black_men = 0;
    bool operator==(const MaterialCounts&) const = default;
};

/// Which table a file is: what follows from its class and metric alone.
struct TableKind {
    Metric metric = Metric::Wdl;
    MaterialCounts material;
    std::uint8_t sides = 2;             ///< To move: 1 or 2.
    std::uint64_t places_per_side = 0;  ///< The size of the class's index.
};

/// Of which places a table stores values.
enum class Stored : std::uint8_t {
    All = 1,    ///< Of every place.
    Quiet = 2,  ///< Of those where no capture is forced; which these are follows from the rules.
};

/// How many blocks a table may have, so that its block index stays in proportion: that takes 1 MiB, or a byte for 1,024
/// places, at most.
[[nodiscard]] constexpr std::uint64_t most_blocks(std::uint64_t places) {
    return std::max<std::uint64_t>(std::uint64_t{1} << 16, places >> 14);
}

/// The header's fields. A table is one array of `sides * places_per_side` places: all of White to move, then, if
/// sides is 2, all of Black to move. It is cut into blocks of as many places each, however many values they store, and
/// into at most most_blocks(places()).
struct Header {
    Metric metric = Metric::Wdl;
    MaterialCounts material;
    std::uint8_t sides = 2;             ///< 1 or 2.
    std::uint8_t value_bytes = 1;       ///< 1 or 2 (little-endian).
    Stored stored = Stored::All;        ///< Where it is Quiet, blocks are as quiet_block.hpp says.
    std::uint32_t block_places = 0;     ///< Places in each block but the last. At least 1, at most 2^24.
    std::uint64_t places_per_side = 0;  ///< At least 1, at most 2^56.

    [[nodiscard]] std::uint64_t places() const { return sides * places_per_side; }
    [[nodiscard]] std::uint64_t blocks() const { return (places() + block_places - 1) / block_places; }
    bool operator==(const Header&) const = default;
};

}  // namespace dameotb::format
