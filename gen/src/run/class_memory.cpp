#include <dameotb/gen/class_memory.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/captures/captured_slices.hpp>

#include <dameotb/gen/slices_solver.hpp>
#include "men/men_rows.hpp"

namespace dameotb::gen {

namespace {

/// The memory of the slice solver, for each thread that solves slices of its own. It keeps 84 bytes per row; without
/// men 68, and up to 16 for lists of rows. Measured as resident memory (release build, GCC 12, x86-64), including
/// temporary allocations: 82 bytes per row for KKMvKK, 84 for KKKMvK and 85 for KKKvKM, per thread, for one thread or
/// two. Without men it was 82 bytes for KKvKK, 81 for KKKvKK, KKKKvK and KKKKKvK, besides the lists of sets
/// (scores::process_bytes).
constexpr std::uint64_t solver_bytes_a_row = 96;
/// The schedule of the slices, or of the sets of others, consists of lists of 8-byte numbers, whose vectors have spare
/// capacity while they grow.
constexpr std::uint64_t schedule_bytes_each = 16;

std::uint64_t solver_bytes(const index::Material& material, int threads) {
    if (material.kings() == 0) {
        return MenRows::bytes(material) + MenRows::other_set_count(material) * schedule_bytes_each;
    }
    const std::uint64_t schedule =
        index::SliceIndex{material.white.men, material.black.men}.count() * schedule_bytes_each;
    return schedule + static_cast<std::uint64_t>(solvers_of(material, threads)) * scores::slice_rows(material) *
                          solver_bytes_a_row;
}

}  // namespace

scores::WorkingSet working_set_of_slices(const index::Material& material, std::uint64_t slices) {
    scores::WorkingSet moves = scores::moves_working_set(material, slices);
    // In a symmetric class the image is filled too.
    moves.per_task += material.is_symmetric() ? 2 * slices * scores::slice_bytes(material) : 0;
    return moves;
}

scores::WorkingSet working_set_to_solve(const index::Material& material) {
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

ClassMemory class_memory(const index::Material& material, scores::DistanceSides sides, int threads) {
    ClassMemory memory;
    memory.scores = scores::class_bytes(material);
    memory.metadata = scores::metadata_bytes(material);
    memory.solver = solver_bytes(material, threads);
    memory.working_set_to_read = scores::working_set_to_read(material, sides).least();
    memory.working_set_to_make =
        std::max(working_set_to_solve(material).least(), scores::working_set_to_write(material).least());
    return memory;
}

}  // namespace dameotb::gen
