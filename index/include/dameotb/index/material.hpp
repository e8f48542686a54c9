// A class (material signature), written KKMvKM: how many kings and men each side has.
// Only one class of a colour-flipped pair is stored; `canonical` picks it. Captures and promotions lead to other
// classes, so the classes form a directed acyclic graph. `build_order` lists a class after all classes it leads to.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/rules/position.hpp>

namespace dameotb::index {

/// The numbers of one side's kings and men.
struct SideMaterial {
    std::uint8_t kings = 0;
    std::uint8_t men = 0;

    [[nodiscard]] constexpr int pieces() const { return kings + men; }
    /// Returns a number that orders sides: greater with more pieces, or with equally many and more kings. Sides with
    /// the same number have the same pieces.
    [[nodiscard]] constexpr int strength() const { return pieces() * 256 + kings; }
    constexpr auto operator<=>(const SideMaterial&) const = default;
};

/// A class. Value type, ordered so that it can be a map key.
struct Material {
    SideMaterial white;
    SideMaterial black;

    [[nodiscard]] static constexpr Material of(const Position& position);
    /// Reads "KKMvKM" (kings before men, White before `v`; at least one piece a side, at most 16 a side). Returns
    /// nothing for any other text. The class need not be the canonical one of its colour-flipped pair.
    [[nodiscard]] static std::optional<Material> parse(std::string_view name);

    [[nodiscard]] const SideMaterial& operator[](Colour c) const { return c == Colour::White ? white : black; }
    [[nodiscard]] SideMaterial& operator[](Colour c) { return c == Colour::White ? white : black; }
    [[nodiscard]] int pieces() const { return white.pieces() + black.pieces(); }
    [[nodiscard]] int men() const { return white.men + black.men; }
    [[nodiscard]] int kings() const { return white.kings + black.kings; }
    /// Returns the same class with colours swapped.
    [[nodiscard]] Material flipped() const { return {black, white}; }
    /// Returns the class after a man of that side has become a king. Requires: it has one.
    [[nodiscard]] Material promoted(Colour side) const {
        Material promoted = *this;
        --promoted[side].men;
        ++promoted[side].kings;
        return promoted;
    }
    /// Returns whether both sides have the same pieces. One side to move is stored then.
    [[nodiscard]] constexpr bool is_symmetric() const { return white == black; }
    /// Returns whether this is the stored class of a colour-flipped pair: White has more pieces, or equally many and no
    /// fewer kings.
    [[nodiscard]] constexpr bool is_canonical() const { return white.strength() >= black.strength(); }
    [[nodiscard]] Material canonical() const { return is_canonical() ? *this : flipped(); }
    /// Returns whether a side is bare. The rules decide such positions (RULES 7); they are never stored.
    [[nodiscard]] bool is_bare() const { return white.pieces() == 0 || black.pieces() == 0; }
    /// Returns the name, as "KKMvKM".
    [[nodiscard]] std::string name() const;

    auto operator<=>(const Material&) const = default;
};

constexpr Material Material::of(const Position& position) {
    const auto side = [](const Pieces& pieces) {
        return SideMaterial{static_cast<std::uint8_t>(pieces.kings.count()),
                            static_cast<std::uint8_t>(pieces.men.count())};
    };
    return {side(position.white()), side(position.black())};
}

/// Returns how many sides to move are stored: 1 (White) for a symmetric class, else 2.
[[nodiscard]] inline int stored_sides(const Material& m) {
    return m.is_symmetric() ? 1 : 2;
}

/// Returns the position as its class stores it: with colours flipped if its class is not canonical, or if the class is
/// symmetric and Black is to move. It has the same value for the side to move. Branch-free, since which positions are
/// flipped is unpredictable. Requires: no side is bare.
[[nodiscard]] constexpr Position stored_form(const Position& position) {
    const Material material = Material::of(position);
    const int black_moves = position.side_to_move == Colour::Black ? 1 : 0;
    const bool is_flipped = material.white.strength() < material.black.strength() + black_moves;
    const auto side = [is_flipped](const Pieces& own, const Pieces& other) {
        return Pieces{select(is_flipped, other.men.flipped(), own.men),
                      select(is_flipped, other.kings.flipped(), own.kings)};
    };
    return {{side(position.white(), position.black()), side(position.black(), position.white())},
            static_cast<Colour>(black_moves ^ (is_flipped ? 1 : 0))};
}

/// Returns all canonical classes with 2 to `max_pieces` pieces: by pieces, then by men, then by name. In this order
/// each class follows all classes that its captures and promotions lead to.
[[nodiscard]] std::vector<Material> build_order(int max_pieces);

/// Returns the canonical classes without a bare side that one legal move out of the class can lead to, in build order.
/// The move captures any number of enemy pieces, promotes, or does both. Excludes the class itself.
[[nodiscard]] std::vector<Material> direct_dependencies(const Material& material);

/// Returns `materials` (made canonical) and all classes that they depend on, each once, in build order.
[[nodiscard]] std::vector<Material> with_dependencies(const std::vector<Material>& materials);

/// Returns `materials` (made canonical), each once, in build order.
[[nodiscard]] std::vector<Material> in_build_order(const std::vector<Material>& materials);

// The name of a class in words, for humans.

/// Returns the class in words: "two kings and a man against a king" for KKMvK. Requires: no side is bare.
/// The explorer's page uses the same words (web/src/explorer/page/words.js).
[[nodiscard]] std::string class_words(const Material& material);

}  // namespace dameotb::index
