// A Dameo position: which pieces stand where, and which side is to move.
// Men and kings of both colours as four bitboards. The tables cover the game from any placement, so any number of
// pieces is accepted. Only what no game can show is refused (RULES 2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb {

enum class Colour : std::uint8_t { White, Black };

inline constexpr std::array both_colours{Colour::White, Colour::Black};

[[nodiscard]] constexpr Colour opponent(Colour c) {
    return c == Colour::White ? Colour::Black : Colour::White;
}

/// One T for each colour, White's first.
template <class T>
struct ColourArray : std::array<T, 2> {
    using std::array<T, 2>::operator[];
    [[nodiscard]] constexpr const T& operator[](Colour c) const { return (*this)[static_cast<std::size_t>(c)]; }
    [[nodiscard]] constexpr T& operator[](Colour c) { return (*this)[static_cast<std::size_t>(c)]; }
};

}  // namespace dameotb

/// For structured bindings.
template <class T>
struct std::tuple_size<dameotb::ColourArray<T>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t i, class T>
struct std::tuple_element<i, dameotb::ColourArray<T>> {
    using type = T;
};

namespace dameotb {

/// Returns the rank on which a man of colour c becomes a king (RULES 2).
[[nodiscard]] constexpr Bitboard promotion_rank(Colour c) {
    return c == Colour::White ? rank_8 : rank_1;
}

/// The pieces of one side.
struct Pieces {
    Bitboard men;
    Bitboard kings;

    [[nodiscard]] constexpr Bitboard all() const { return men | kings; }
    [[nodiscard]] constexpr Pieces flipped() const { return {men.flipped(), kings.flipped()}; }
    [[nodiscard]] constexpr Pieces mirrored() const { return {men.mirrored(), kings.mirrored()}; }
    constexpr bool operator==(const Pieces&) const = default;
};

/// A placement and the side to move. Value type.
/// Every function of rules/ except `defect` requires a position without defect.
struct Position {
    ColourArray<Pieces> sides;
    Colour side_to_move = Colour::White;

    [[nodiscard]] constexpr const Pieces& operator[](Colour c) const { return sides[c]; }
    [[nodiscard]] constexpr Pieces& operator[](Colour c) { return sides[c]; }
    [[nodiscard]] constexpr const Pieces& white() const { return (*this)[Colour::White]; }
    [[nodiscard]] constexpr const Pieces& black() const { return (*this)[Colour::Black]; }
    /// Returns the pieces of the side to move.
    [[nodiscard]] constexpr const Pieces& own() const { return (*this)[side_to_move]; }
    [[nodiscard]] constexpr const Pieces& enemy() const { return (*this)[opponent(side_to_move)]; }
    [[nodiscard]] constexpr Bitboard occupied() const { return sides[0].all() | sides[1].all(); }

    /// Returns the same position as the other side sees it: colours swapped, board turned upside down, the other side
    /// to move. It has the same value for the side to move.
    [[nodiscard]] constexpr Position flipped() const {
        return {{black().flipped(), white().flipped()}, opponent(side_to_move)};
    }
    /// Returns the left-right mirror image. It has the same value.
    [[nodiscard]] constexpr Position mirrored() const {
        return {{white().mirrored(), black().mirrored()}, side_to_move};
    }

    constexpr bool operator==(const Position&) const = default;
};

/// A move of the side to move. `from == to` is possible: a capture may end where it began (RULES 5).
struct Move {
    Square from;
    Square to;
    /// Enemy pieces taken; empty for a quiet move.
    Bitboard captured;

    [[nodiscard]] constexpr bool is_capture() const { return !captured.empty(); }
    constexpr bool operator==(const Move&) const = default;
};

/// Returns why the placement cannot occur (two pieces on a square, a man on its promotion rank) and names the square.
/// Returns nothing for a position that the rest of the library accepts.
[[nodiscard]] std::optional<std::string> defect(const Position& position);

/// Returns whether `defect` returns nothing.
[[nodiscard]] constexpr bool is_sound(const Position& position) {
    const auto& [white, black] = position.sides;
    const Bitboard twice = (white.men & white.kings) | (black.men & black.kings) | (white.all() & black.all());
    return (twice | (white.men & promotion_rank(Colour::White)) | (black.men & promotion_rank(Colour::Black))).empty();
}

/// Returns the starting position of a game: 18 men a side on ranks 1-3 and 6-8, in trapezoids; White to move.
[[nodiscard]] Position initial_position();

}  // namespace dameotb
