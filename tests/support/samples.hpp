// Positions for tests: seeded random positions of a class, and all positions of a small class.
// Plain on purpose: nothing of the numberings under test is used.
#pragma once

#include <random>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::tests {

inline index::Material class_of(const std::string& name) {
    return index::Material::parse(name).value();
}

/// Fixed, so that a failing run can be repeated. Tests print it with INFO.
inline constexpr unsigned sample_seed = 20240607;

using Random = std::mt19937_64;

/// Returns `count` different squares of `allowed` that are not in `taken`, and adds them to `taken`.
inline Bitboard random_squares(Random& random, int count, Bitboard allowed, Bitboard& taken) {
    Bitboard chosen;
    while (chosen.count() < count) {
        const Square square{static_cast<int>(random() % 64)};
        if (allowed.contains(square) && !taken.contains(square)) {
            chosen |= square;
            taken |= square;
        }
    }
    return chosen;
}

/// Returns a legal placement of the class, with either side to move.
inline Position random_position(Random& random, const index::Material& material) {
    Position position;
    Bitboard taken;
    position[Colour::White].men = random_squares(random, material.white.men, ~rank_8, taken);
    position[Colour::Black].men = random_squares(random, material.black.men, ~rank_1, taken);
    position[Colour::White].kings = random_squares(random, material.white.kings, all_squares, taken);
    position[Colour::Black].kings = random_squares(random, material.black.kings, all_squares, taken);
    position.side_to_move = random() % 2 == 0 ? Colour::White : Colour::Black;
    return position;
}

/// Calls visit(set) for every set of `count` squares of `allowed`.
template <class Visit>
void for_each_subset(int count, Bitboard allowed, const Visit& visit, Bitboard chosen = {}) {
    if (count == 0) {
        visit(chosen);
        return;
    }
    Bitboard higher = allowed;
    for (const Square square : allowed) {
        higher -= square;
        for_each_subset(count - 1, higher, visit, chosen | square);
    }
}

/// Calls visit(position) for every placement of the class, White to move.
template <class Visit>
void for_each_placement(const index::Material& material, const Visit& visit) {
    for_each_subset(material.white.men, ~rank_8, [&](Bitboard white_men) {
        for_each_subset(material.black.men, ~rank_1 - white_men, [&](Bitboard black_men) {
            const Bitboard free = ~(white_men | black_men);
            for_each_subset(material.white.kings, free, [&](Bitboard white_kings) {
                for_each_subset(material.black.kings, free - white_kings, [&](Bitboard black_kings) {
                    visit(Position{{Pieces{white_men, white_kings}, Pieces{black_men, black_kings}}, Colour::White});
                });
            });
        });
    });
}

}  // namespace dameotb::tests
