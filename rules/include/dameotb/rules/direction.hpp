// The eight directions of the board and the squares along them.
// Single steps, and whole rays tabulated at compile time. Nothing here knows about pieces.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::rules {

/// Compass points as White sees the board: north is up, east is towards file h.
enum class Direction : std::uint8_t { North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest };

/// Captures go along these (RULES 4).
inline constexpr std::array orthogonals{Direction::North, Direction::East, Direction::South, Direction::West};
/// Kings move along these (RULES 3).
inline constexpr std::array all_directions{Direction::North,     Direction::East,      Direction::South,
                                           Direction::West,      Direction::NorthEast, Direction::SouthEast,
                                           Direction::SouthWest, Direction::NorthWest};
/// White men move along these (RULES 1). For black men, flip the position.
inline constexpr std::array forwards{Direction::NorthWest, Direction::North, Direction::NorthEast};

[[nodiscard]] constexpr int file_step(Direction d) {
    constexpr std::array<int, 8> steps{0, 1, 0, -1, 1, 1, -1, -1};
    return steps[static_cast<std::size_t>(d)];
}
[[nodiscard]] constexpr int rank_step(Direction d) {
    constexpr std::array<int, 8> steps{1, 0, -1, 0, 1, -1, -1, 1};
    return steps[static_cast<std::size_t>(d)];
}
[[nodiscard]] constexpr Direction opposite(Direction d) {
    constexpr std::array<Direction, 8> opposites{Direction::South,     Direction::West,      Direction::North,
                                                 Direction::East,      Direction::SouthWest, Direction::NorthWest,
                                                 Direction::NorthEast, Direction::SouthEast};
    return opposites[static_cast<std::size_t>(d)];
}
/// Returns whether a step in this direction raises the square's index.
[[nodiscard]] constexpr bool ascends(Direction d) {
    return rank_step(d) * 8 + file_step(d) > 0;
}

/// Returns the neighbour one step away, if the board has one there.
[[nodiscard]] constexpr std::optional<Square> step(Square from, Direction d) {
    const int file = from.file() + file_step(d);
    const int rank = from.rank() + rank_step(d);
    if (file < 0 || file > 7 || rank < 0 || rank > 7) {
        return std::nullopt;
    }
    return Square{file, rank};
}

namespace detail {
constexpr std::array<SquareArray<std::uint64_t>, 8> make_rays() {
    std::array<SquareArray<std::uint64_t>, 8> rays{};
    for (const Direction d : all_directions) {
        for (int from = 0; from < 64; ++from) {
            for (auto to = step(Square{from}, d); to; to = step(*to, d)) {
                rays[static_cast<std::size_t>(d)][static_cast<std::size_t>(from)] |= Bitboard{*to}.bits();
            }
        }
    }
    return rays;
}
inline constexpr auto ray_table = make_rays();
}  // namespace detail

/// Returns all squares from `from` (exclusive) to the board's edge.
[[nodiscard]] constexpr Bitboard ray(Square from, Direction d) {
    return Bitboard{detail::ray_table[static_cast<std::size_t>(d)][from]};
}

/// Returns all squares of a square's rank and file.
[[nodiscard]] constexpr Bitboard cross(Square square) {
    return Bitboard{(file_a.bits() << square.file()) | (rank_1.bits() << square.rank() * 8)};
}

/// Returns the first of `squares` that a ray in direction d meets. Requires: `squares` lie on one such ray and are not
/// empty.
[[nodiscard]] constexpr Square nearest(Bitboard squares, Direction d) {
    return ascends(d) ? squares.lowest() : squares.highest();
}

/// Returns the squares of the ray before its first blocker: the squares to which a king can slide.
[[nodiscard]] constexpr Bitboard slide(Square from, Direction d, Bitboard blockers) {
    const Bitboard line = ray(from, d);
    const Bitboard hit = line & blockers;
    return hit.empty() ? line : line - ray(nearest(hit, d), d) - nearest(hit, d);
}

}  // namespace dameotb::rules
