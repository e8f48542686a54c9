// A capture takes enemy men and kings, so the slices it leads to are counted by the men taken and by the squares that a
// man of the side to move leaps to.
#include <dameotb/scores/captures/captured_slices.hpp>

#include <dameotb/index/combinatorics.hpp>

namespace dameotb::scores {

namespace {

/// Returns the number of sets of that many men of one colour, which never stand on their promotion rank.
std::uint64_t sets_of_men(int men) {
    constexpr int squares = 56;
    return index::binomial(squares, men);
}

/// Returns how many slices of another class moves lead to out of all slices with the same white men. `to`: canonical or
/// not.
std::uint64_t reached_from_white_set(const index::Material& from, const index::Material& to) {
    constexpr std::uint64_t squares_leapt_to = 16;
    const auto white_men = static_cast<std::uint64_t>(from.white.men);
    std::uint64_t white_sets = 0;
    if (to.black.kings == 0 && to.white.pieces() == from.white.pieces()) {
        // White has moved: one of its men is gone, was promoted, or has captured.
        white_sets += to.white.kings == 1 ? white_men : to.white.kings == 0 ? white_men * squares_leapt_to : 0;
    }
    if (to.white.kings == 0 && to.black.pieces() == from.black.pieces()) {
        white_sets += index::binomial(from.white.men, to.white.men);
    }
    return white_sets * sets_of_men(to.black.men);
}

}  // namespace

SliceCounts captured_slices(const index::Material& material) {
    SliceCounts slices;
    for (const Colour mover : {Colour::White, Colour::Black}) {
        const index::SideMaterial own = material[mover];
        const index::SideMaterial enemy = material[opponent(mover)];
        const auto add = [&](int kings, int men, const index::SideMaterial& left, std::uint64_t count) {
            const index::SideMaterial after{static_cast<std::uint8_t>(kings), static_cast<std::uint8_t>(men)};
            const index::Material reached =
                mover == Colour::White ? index::Material{after, left} : index::Material{left, after};
            slices[reached.canonical()] += count;
        };
        for (int kings = 0; kings <= enemy.kings; ++kings) {
            for (int men = 0; men <= enemy.men; ++men) {
                const int taken = kings + men;
                if (taken == 0 || taken == enemy.pieces()) {
                    continue;
                }
                const index::SideMaterial left{static_cast<std::uint8_t>(enemy.kings - kings),
                                               static_cast<std::uint8_t>(enemy.men - men)};
                const std::uint64_t sets = index::binomial(enemy.men, men);
                // A man leaps two squares along a file or rank. So each leap changes the colour on a board of 4 by 4.
                const std::uint64_t squares_leapt_to = taken == 1 ? 4 : 8;
                const std::uint64_t by_men = own.men * squares_leapt_to;
                add(own.kings, own.men, left, sets * ((own.kings > 0 ? 1 : 0) + by_men));
                if (own.men > 0) {
                    add(own.kings + 1, own.men - 1, left, sets * own.men);
                }
            }
        }
    }
    return slices;
}

SliceCounts slices_reached_from_white_set(const index::Material& material) {
    SliceCounts slices;
    for (const index::Material& reached : index::direct_dependencies(material)) {
        slices[reached] = reached_from_white_set(material, reached) +
                          (reached.is_symmetric() ? 0 : reached_from_white_set(material, reached.flipped()));
    }
    return slices;
}

std::uint64_t slices_of_white_set(const index::Material& material) {
    return sets_of_men(material.black.men);
}

void bring_in_captured(const index::Material& material, const SolvedClasses& solved_classes) {
    if (material.men() > 0) {
        return;
    }
    for (const Colour mover : {Colour::White, Colour::Black}) {
        index::Material reached = material;
        index::SideMaterial& enemy = mover == Colour::White ? reached.black : reached.white;
        while (--enemy.kings > 0) {
            (void)solved_classes.view(reached, index::Slice{}, opponent(mover));
        }
    }
}

}  // namespace dameotb::scores
