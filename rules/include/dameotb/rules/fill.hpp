// Slides whole sets of squares at once, in one direction.
// A direction is a shift: the number of bits by which one step moves a square. A `Word` is one set, or a vector of sets
// (words.hpp).
#pragma once

#include <cstdint>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::rules {

/// The squares that a step can reach without wrapping around an edge of the board.
template <int Shift>
inline constexpr std::uint64_t step_targets = Shift == 1 || Shift == 9 || Shift == -7    ? ~file_a.bits()
                                              : Shift == -1 || Shift == -9 || Shift == 7 ? ~file_h.bits()
                                                                                         : ~std::uint64_t{0};

/// Returns `squares`, each moved by one step. Squares that would leave the board are dropped.
template <int Shift, class Word>
[[nodiscard]] constexpr Word step_all(Word squares) {
    return (Shift > 0 ? squares << Shift : squares >> -Shift) & step_targets<Shift>;
}

/// Returns all squares reachable from `from` by sliding one step or more over `vacant`.
/// Kogge-Stone: doubles the distance in each of three rounds.
template <int Shift, class Word>
[[nodiscard]] constexpr Word slide_all(Word from, Word vacant) {
    constexpr auto moved = [](Word sets, int steps) {
        return Shift > 0 ? sets << (Shift * steps) : sets >> (-Shift * steps);
    };
    Word open = vacant & step_targets<Shift>;
    Word filled = from;
    filled |= open & moved(filled, 1);
    open &= moved(open, 1);
    filled |= open & moved(filled, 2);
    open &= moved(open, 2);
    filled |= open & moved(filled, 4);
    return step_all<Shift>(filled) & vacant;
}

}  // namespace dameotb::rules
