// Sizes follow from the layout of slices (slice/slice_layout.hpp) and pages; working sets, from where moves lead.
#include <dameotb/store/memory_model.hpp>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/memory/score_pages.hpp>
#include <dameotb/scores/captures/captured_slices.hpp>
#include <dameotb/scores/slice/leading_sets.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/scores_from_codes.hpp>

namespace dameotb::store {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// Returns at least the size of the index of a class without men: four bits for each set of the kings that lead, and
/// less than 1 MiB for symmetric ones. Measured: 4.2 MiB for KKKKKvK, less than 1 MiB for all others.
std::uint64_t index_bytes(const index::Material& material) {
    return material.men() > 0 ? 0 : mib + index::binomial(64, material[index::leader(material)].kings) / 2;
}

std::uint64_t slice_count(const index::Material& material) {
    return index::SliceIndex{material.white.men, material.black.men}.count();
}

/// Returns the bytes of all scores of some classes.
std::uint64_t bytes_of(const std::vector<index::Material>& classes) {
    std::uint64_t bytes = 0;
    for (const index::Material& material : classes) {
        bytes += class_bytes(material);
    }
    return bytes;
}

std::uint64_t slice_cells(const index::Material& material) {
    return material.kings() == 0 ? 1 : scores::slice_rows(material) * scores::SliceLayout::row_cells;
}

/// Returns the bytes of all rows of a slice with the same co-kings, with one side to move.
std::uint64_t rows_of_co_kings_bytes(const index::Material& material) {
    return rows_bytes(material, index::binomial(64, scores::RowSets{material}.others));
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
    index::Material reached = material;
    --reached.white.men;
    ++reached.white.kings;
    const std::uint64_t promoted = bytes_of(reached.canonical());
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

std::uint64_t rows_bytes(const index::Material& material, std::uint64_t rows) {
    const std::uint64_t page = memory::ScorePages::page_of(slice_cells(material));
    return std::min((rows * scores::SliceLayout::row_cells / page + 2) * page, slice_bytes(material));
}

std::uint64_t slice_bytes(const index::Material& material) {
    return memory::ScorePages::bytes_of_run(slice_cells(material), slice_cells(material));
}

std::uint64_t slices_bytes(const index::Material& material, std::uint64_t slices) {
    return memory::ScorePages::bytes_of_run(slices * slice_cells(material), slice_cells(material));
}

std::uint64_t class_bytes(const index::Material& material) {
    return 2 * memory::ScorePages::bytes_of_run(slice_count(material) * slice_cells(material), slice_cells(material));
}

std::uint64_t metadata_bytes(const index::Material& material) {
    return memory::ScorePages::metadata_bytes(2 * slice_count(material) * slice_cells(material), slice_cells(material));
}

std::uint64_t capture_working_set(const index::Material& material, std::uint64_t slices) {
    std::uint64_t bytes = 0;
    for (const auto& [reached, count] : scores::captured_slices(material)) {
        bytes += std::min(class_bytes(reached), slices * count * slice_bytes(reached));
    }
    return bytes;
}

std::uint64_t metadata_bytes_with_source(const index::Material& material) {
    return metadata_bytes(material) + class_bytes(material) / slice_bytes(material);
}

memory::WorkingSet moves_working_set(const index::Material& material, std::uint64_t slices) {
    const std::uint64_t moves =
        men_reach_bytes(material, slice_bytes) + men_reach_bytes(material.flipped(), slice_bytes);
    return {slices * (2 * slice_bytes(material) + moves) + capture_working_set(material, slices),
            bytes_of(index::direct_dependencies(material)) + class_bytes(material)};
}

bool lies_by_co_kings(const index::Material& material, Colour leader) {
    return material.men() == 0 && leader == Colour::Black && !material.is_symmetric() &&
           scores::RowSets{material}.co_kings_lead();
}

bool men_keep_co_kings(const index::Material& material) {
    if (material.men() == 0 || material.is_symmetric() || scores::RowSets{material}.co_kings == 0) {
        return false;
    }
    const auto keeps_pivot = [&](Colour mover) {
        if (material[mover].men == 0) {
            return true;
        }
        index::Material promoted = material;
        index::SideMaterial& side = mover == Colour::White ? promoted.white : promoted.black;
        --side.men;
        ++side.kings;
        const Colour pivot =
            promoted.is_canonical() ? scores::pivot_of(promoted) : opponent(scores::pivot_of(promoted.flipped()));
        return pivot == scores::pivot_of(material);
    };
    return keeps_pivot(Colour::White) && keeps_pivot(Colour::Black);
}

std::uint64_t men_moves_of_rows_bytes(const index::Material& material) {
    return 2 * rows_of_co_kings_bytes(material) + men_reach_bytes(material, rows_of_co_kings_bytes) +
           men_reach_bytes(material.flipped(), rows_of_co_kings_bytes);
}

memory::WorkingSet working_set_of_rows(const index::Material& material) {
    const scores::RowSets sets{material};
    const scores::LeadingSets& leading = scores::leading_sets(sets.co_kings);
    std::size_t most_reached = 0;
    for (std::uint32_t place = 0; place < leading.canonical().size(); ++place) {
        most_reached = std::max(most_reached, leading.places_after_move(place).size());
    }
    // Adjacent rows may have two sets of co-kings, and those of the indices another two.
    const std::uint64_t rows = rows_of_co_kings_bytes(material);
    const std::uint64_t whole = class_bytes(material);
    return {std::min((2 * (2 + most_reached) + 2) * rows, whole), whole};
}

memory::WorkingSet working_set_of_scan(const index::Material& material, Reach reach) {
    const std::uint64_t slices = slices_of_part(material);
    const bool by_co_kings = lies_by_co_kings(material, index::leader(material));
    if (reach == Reach::Values) {
        const std::uint64_t part = by_co_kings ? rows_bytes(material, rows_of_part) : slices_bytes(material, slices);
        return {2 * part, class_bytes(material)};
    }
    return reach == Reach::MovesByRow && by_co_kings ? working_set_of_rows(material)
                                                     : moves_working_set(material, slices);
}

memory::WorkingSet working_set_to_read(const index::Material& material, DistanceSides sides, Colour leader) {
    const memory::WorkingSet moves = moves_working_set(material);
    if (lies_by_co_kings(material, leader)) {
        // A placement is written once for each choice of the pivot king.
        const auto pivots = static_cast<std::uint64_t>(scores::RowSets{material}.co_kings) + 1;
        const std::uint64_t scattered = pivots * working_set_of_indices(material, leader, indices_read).per_task;
        const std::uint64_t other_side = sides == DistanceSides::One ? working_set_of_rows(material).per_task : 0;
        return {std::max(scattered, other_side), moves.total, capture_working_set(material, 1)};
    }
    if (material.men() == 0 || material.kings() == 0) {
        return {class_bytes(material) + bytes_of(needed_to_read(material, sides)), moves.total};
    }
    const std::uint64_t together = slices_taken_together(material);
    const std::uint64_t scattered = 2 * slices_bytes(material, together) + capture_working_set(material, together);
    const std::uint64_t other_side = material.is_symmetric()       ? 2 * slice_bytes(material)
                                     : sides == DistanceSides::One ? moves.per_task
                                                                   : 0;
    return {std::max(scattered, other_side), moves.total};
}

memory::WorkingSet working_set_of_indices(const index::Material& material, Colour leader, std::uint64_t indices) {
    if (!lies_by_co_kings(material, leader)) {
        return working_set_of_slice_indices(material, indices);
    }
    // The leaders are the pivot king and the co-kings. While they stay, so do the rows: for as many indices as the
    // others have orbits.
    const scores::RowSets sets{material};
    const std::uint64_t indices_a_leader = index::binomial(64 - sets.co_kings - 1, sets.others) / index::symmetries;
    const std::uint64_t rows = rows_of_co_kings_bytes(material);
    const std::uint64_t whole = slice_bytes(material);
    return {std::min((indices / indices_a_leader + 2) * rows, whole), whole};
}

memory::WorkingSet working_set_of_slice_indices(const index::Material& material, std::uint64_t indices) {
    const std::uint64_t slices = slice_count(material);
    const std::uint64_t indices_a_slice = index::class_size(material) / slices;
    return {slices_bytes(material, std::min(indices / indices_a_slice + 2, slices)), slices_bytes(material, slices)};
}

memory::WorkingSet working_set_to_write(const index::Material& material) {
    return working_set_of_indices(material, index::leader(material), part_positions);
}

std::uint64_t process_bytes(const std::vector<index::Material>& classes, int threads) {
    // The program itself takes 6 MB, the sample that models are trained on 4, and the models of a class 1. Each thread
    // has the votes it trains, 2 MB; a zstd context, 3 MB for the largest blocks; codes of a batch, 2 MB; block groups
    // waiting to be written, 1 MB; and caches of views, a stack and what its heap keeps, together under 2 MB.
    std::uint64_t bytes = (8 + 6 + 12 * static_cast<std::uint64_t>(threads)) * mib;
    std::uint64_t index = 0;
    int listed = 0;   // the greatest size for which all sets are listed (subsets)
    int leading = 0;  // the greatest size of leading sets (leading_sets)
    for (const index::Material& material : classes) {
        index = std::max(index, index_bytes(material));
        const scores::RowSets sets{material};
        listed = std::max({listed, material.men() > 0 ? std::max(sets.co_kings, sets.others) : sets.followers()});
        leading = std::max(leading, material.men() > 0 ? 0 : sets.leaders());
    }
    for (int count = 0; count <= listed; ++count) {
        bytes += index::binomial(64, count) * sizeof(Bitboard);
    }
    for (int count = 0; count <= leading; ++count) {
        bytes += index::binomial(64, count) * sizeof(scores::LeadingSets::Leader) +
                 index::king_orbits(static_cast<std::size_t>(count), 0) * sizeof(Bitboard);
    }
    return bytes + index;
}

}  // namespace dameotb::store
