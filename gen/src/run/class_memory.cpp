#include <dameotb/gen/class_memory.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/slice/class_bytes.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/codes_of.hpp>
#include <dameotb/store/scores_from_codes.hpp>

#include <dameotb/gen/slice_schedule.hpp>
#include "men/men_rows.hpp"

namespace dameotb::gen {

namespace {

/// Returns the memory of the slice solver a row, for each thread that solves slices of its own. It keeps 84 bytes; 8
/// more where king moves cross bands; without men 68 and half a byte of marks. Under a draw rule a ply decides wins and
/// losses, and keeps two more sets of each side to move.
std::uint64_t solver_bytes_a_row(const index::Material& material, DrawRule rule) {
    constexpr std::uint64_t sets_of_rule = 32;
    return (material.men() > 0 ? 96 : 72) + (rule.exists() ? sets_of_rule : 0);
}
constexpr std::uint64_t schedule_bytes_each = 8;  // levels_of

std::uint64_t solver_bytes(const index::Material& material, int threads, DrawRule rule) {
    if (material.kings() == 0) {
        return MenRows::bytes(material);
    }
    const std::uint64_t schedule =
        index::SliceIndex{material.white.men, material.black.men}.count() * schedule_bytes_each;
    return schedule + static_cast<std::uint64_t>(solvers_of(material, threads)) * scores::slice_rows(material) *
                          solver_bytes_a_row(material, rule);
}

}  // namespace

memory::WorkingSet working_set_of_slices(const index::Material& material, std::uint64_t slices) {
    memory::WorkingSet moves = scores::moves_working_set(material, slices);
    // In a symmetric class the image is filled too.
    moves.per_task += material.is_symmetric() ? 2 * slices * scores::slice_bytes(material) : 0;
    return moves;
}

memory::WorkingSet working_set_of_task(const index::Material& material) {
    if (material.kings() > 0) {
        return working_set_of_slices(material, slices_of_task(material));
    }
    // All slices with one set of white men, or with the sets that one move makes of it.
    const std::uint64_t own = 2 * scores::slices_of_white_set(material) * scores::slice_bytes(material);
    std::uint64_t bytes = std::min(scores::class_bytes(material), own);
    for (const auto& [reached, slices] : scores::slices_reached_from_white_set(material)) {
        bytes += std::min(scores::class_bytes(reached), slices * scores::slice_bytes(reached));
    }
    return {bytes, scores::moves_working_set(material).total};
}

memory::WorkingSet working_set_to_solve(const index::Material& material) {
    if (can_be_solved_in_parts(material)) {
        // Without men, captures lead to few slices, which are loaded beforehand.
        const std::uint64_t captured = scores::capture_working_set(material, 1);
        const bool has_men = material.men() > 0;
        const std::uint64_t to_initialise = has_men ? scores::men_moves_of_rows_bytes(material) + captured
                                                    : 2 * scores::rows_bytes(material, initialised_together(material));
        return {std::max(to_initialise, working_set_of_cells_part(material).per_task),
                scores::moves_working_set(material).total, has_men ? 0 : captured};
    }
    return working_set_of_task(material);
}

bool can_be_solved_in_parts(const index::Material& material) {
    return material.men() == 0 ? material.kings() > 0 : scores::men_keep_co_kings(material);
}

memory::WorkingSet working_set_of_cells_part(const index::Material& material) {
    return {scores::rows_bytes(material, rows_of_cells_part), 2 * scores::slice_bytes(material)};
}

std::uint64_t initialised_together(const index::Material& material) {
    const scores::RowSets sets{material};
    return sets.co_kings > 0 ? index::binomial(64, sets.others) : rows_of_cells_part;
}

ClassMemory class_memory(const index::Material& material, store::DistanceSides sides, int threads, DrawRule rule) {
    ClassMemory memory;
    memory.scores = scores::class_bytes(material);
    memory.metadata = scores::metadata_bytes(material);
    memory.solver = solver_bytes(material, threads, rule);
    memory.working_set_to_read = store::working_set_to_read(material, sides).least();
    memory.working_set_to_solve = working_set_to_solve(material).least();
    memory.working_set_to_write = store::working_set_to_write(material).least();
    return memory;
}

}  // namespace dameotb::gen
