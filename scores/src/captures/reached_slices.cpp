// A capture takes enemy men and kings, so the slices it leads to are counted by the men taken and by the squares that a
// man of the side to move leaps to.
#include <dameotb/scores/captures/reached_slices.hpp>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

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

/// Returns the bytes of all scores of some classes.
std::uint64_t bytes_of(const std::vector<index::Material>& classes) {
    std::uint64_t bytes = 0;
    for (const index::Material& material : classes) {
        bytes += class_bytes(material);
    }
    return bytes;
}

/// Returns the bytes that quiet moves of White's men out of a slice, or of a part of it, lead to. bytes_of(material):
/// of such a part, with one side to move.
template <class BytesOf>
std::uint64_t men_reach_bytes(const index::Material& material, const BytesOf& bytes_of) {
    constexpr std::uint64_t moves_a_man = 3;
    const std::uint64_t men = material.white.men;
    if (men == 0) {
        return 0;
    }
    const std::uint64_t promoted = bytes_of(material.promoted(Colour::White).canonical());
    const std::uint64_t own = bytes_of(material.canonical());
    // All of a man's promoting moves lead to the same slice. A man on its own promotes by all of its moves or by none.
    // If it passes over others to the promotion rank, its other moves need not promote it; but then another man stands
    // on the rank before that and can only promote.
    const std::uint64_t apart = men * std::max(moves_a_man * own, promoted);
    const std::uint64_t in_line =
        promoted + (men - 1) * std::max(moves_a_man * own, promoted + (moves_a_man - 1) * own);
    return std::max(apart, in_line);
}

}  // namespace

SliceCounts captured_slices(const index::Material& material) {
    SliceCounts slices;
    for (const Colour mover : both_colours) {
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

std::uint64_t capture_working_set(const index::Material& material, std::uint64_t slices) {
    std::uint64_t bytes = 0;
    for (const auto& [reached, count] : captured_slices(material)) {
        bytes += std::min(class_bytes(reached), slices * count * slice_bytes(reached));
    }
    return bytes;
}

memory::WorkingSet moves_working_set(const index::Material& material, std::uint64_t slices) {
    const std::uint64_t moves =
        men_reach_bytes(material, slice_bytes) + men_reach_bytes(material.flipped(), slice_bytes);
    return {slices * (2 * slice_bytes(material) + moves) + capture_working_set(material, slices),
            bytes_of(index::direct_dependencies(material)) + class_bytes(material)};
}

std::uint64_t men_moves_of_rows_bytes(const index::Material& material) {
    return 2 * rows_of_co_kings_bytes(material) + men_reach_bytes(material, rows_of_co_kings_bytes) +
           men_reach_bytes(material.flipped(), rows_of_co_kings_bytes);
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
    for (const Colour mover : both_colours) {
        index::Material reached = material;
        index::SideMaterial& enemy = mover == Colour::White ? reached.black : reached.white;
        while (--enemy.kings > 0) {
            (void)solved_classes.view(reached, index::Slice{}, opponent(mover));
        }
    }
}

}  // namespace dameotb::scores
