// A class (material signature): how many kings and men each side has.
// Written KKMvKM. Only one of a colour-flipped pair is stored; `canonical` picks it. Captures and promotions
// lead to other classes, which makes the classes a directed acyclic graph; `build_order` lists it sources last.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/rules/position.hpp>

namespace dameotb::index {

/// What one side has.
struct SideMaterial {
    std::uint8_t kings = 0;
    std::uint8_t men = 0;

    [[nodiscard]] constexpr int pieces() const { return kings + men; }
    constexpr auto operator<=>(const SideMaterial&) const = default;
};

/// A class. Value type, ordered so that it can be a map key.
struct Material {
    SideMaterial white;
    SideMaterial black;

    [[nodiscard]] static Material of(const rules::Position& position);
    /// Reads "KKMvKM" (kings before men, White before `v`; at least one piece a side, at most 16 a side).
    /// Empty for anything else. Does not require the canonical one of the colour-flipped pair.
    [[nodiscard]] static std::optional<Material> parse(std::string_view name);

    [[nodiscard]] const SideMaterial& operator[](rules::Colour c) const {
        return c == rules::Colour::White ? white : black;
    }
    [[nodiscard]] int pieces() const { return white.pieces() + black.pieces(); }
    [[nodiscard]] int men() const { return white.men + black.men; }
    [[nodiscard]] int kings() const { return white.kings + black.kings; }
    /// The same class with colours swapped.
    [[nodiscard]] Material flipped() const { return {black, white}; }
    /// Both sides have the same: one side to move says all.
    [[nodiscard]] bool is_symmetric() const { return white == black; }
    /// The stored one of a colour-flipped pair: White has more pieces, or as many and no fewer kings.
    [[nodiscard]] bool is_canonical() const;
    [[nodiscard]] Material canonical() const { return is_canonical() ? *this : flipped(); }
    /// A side without pieces: decided by rule (RULES 7), never stored.
    [[nodiscard]] bool is_bare() const { return white.pieces() == 0 || black.pieces() == 0; }
    /// "KKMvKM".
    [[nodiscard]] std::string name() const;

    auto operator<=>(const Material&) const = default;
};

/// How many sides to move a class stores: 1 if symmetric (White's), else 2.
[[nodiscard]] inline int stored_sides(const Material& m) {
    return m.is_symmetric() ? 1 : 2;
}

/// The position as its class stores it: colours flipped if its class is not canonical, or if the class is
/// symmetric and Black is to move. It has the same value for the side to move. Requires: no side bare.
[[nodiscard]] rules::Position stored_form(const rules::Position& position);

/// All canonical classes with 2 to `max_pieces` pieces, in an order in which each class comes after all that its
/// captures and promotions lead to: by pieces, then by men, then by name.
[[nodiscard]] std::vector<Material> build_order(int max_pieces);

/// The canonical, not bare classes that one legal move out of the class can lead to: any number of enemy pieces
/// captured, a promotion, or both. The class itself is not among them. In build order.
[[nodiscard]] std::vector<Material> direct_dependencies(const Material& material);

/// `materials` (made canonical) and all they depend on, each once, in build order.
[[nodiscard]] std::vector<Material> with_dependencies(const std::vector<Material>& materials);

/// `materials` (made canonical), each once, in build order.
[[nodiscard]] std::vector<Material> in_build_order(const std::vector<Material>& materials);

}  // namespace dameotb::index
