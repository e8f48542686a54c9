// Slides whole sets of squares at once, in one direction.
// A direction is given as a shift: the number of bits by which one step moves a square.
#pragma once

#include <cstdint>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::rules {

/// The squares that a step can reach without wrapping round an edge of the board.
template <int Shift>
inline constexpr std::uint64_t step_targets = Shift == 1 || Shift == 9 || Shift == -7    ? ~file_a.bits()
                                              : Shift == -1 || Shift == -9 || Shift == 7 ? ~file_h.bits()
                                                                                         : ~std::uint64_t{0};

/// Returns `squares`, each moved by one step. Squares that would leave the board are dropped.
template <int Shift>
[[nodiscard]] constexpr std::uint64_t step_all(std::uint64_t squares) {
    return (Shift > 0 ? squares << Shift : squares >> -Shift) & step_targets<Shift>;
}

/// Returns all squares that can be reached from `from` by sliding one step or more over `vacant`.
/// Kogge-Stone: doubles the distance in each of three rounds.
template <int Shift>
[[nodiscard]] constexpr std::uint64_t slide_all(std::uint64_t from, std::uint64_t vacant) {
    constexpr auto moved = [](std::uint64_t b, int steps) {
        return Shift > 0 ? b << (Shift * steps) : b >> (-Shift * steps);
    };
    std::uint64_t open = vacant & step_targets<Shift>;
    std::uint64_t filled = from;
    filled |= open & moved(filled, 1);
    open &= moved(open, 1);
    filled |= open & moved(filled, 2);
    open &= moved(open, 2);
    filled |= open & moved(filled, 4);
    return step_all<Shift>(filled) & vacant;
}

}  // namespace dameotb::rules
