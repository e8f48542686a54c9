#include <dameotb/gen/slice/slices_solver.hpp>

#include <algorithm>

#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include "slice_solver.hpp"

namespace dameotb::gen {

namespace {

/// Fills the colour-flipped image of a solved slice of a symmetric class. Returns false and does nothing if the image
/// is the slice itself.
bool copy_to_image(scores::ClassScores& solved, const index::Slice& slice) {
    const index::SliceIndex& slices = solved.slices();
    const auto [id, mirrored] = slices.locate(slice.flipped());
    const index::Slice image = mirrored ? slice.flipped().mirrored() : slice.flipped();
    if (image == slice) {
        return false;
    }
    for (const Colour c : both_colours) {
        scores::fill_from_flipped(solved, id, c);
    }
    return true;
}

}  // namespace

bool can_be_solved_in_parts(const index::Material& material) {
    return material.men() == 0 ? material.kings() > 0 : scores::man_moves_preserve_co_kings(material);
}

memory::WorkingSet working_set_in_parts(const index::Material& material) {
    // Without men, captures lead to few slices, which are loaded beforehand.
    const std::uint64_t captured = scores::capture_working_set(material, 1);
    const bool has_men = material.men() > 0;
    const std::uint64_t to_initialise = has_men ? scores::men_moves_of_rows_bytes(material) + captured
                                                : 2 * scores::rows_bytes(material, initialised_together(material));
    return {std::max(to_initialise, SliceCells::working_set_of_part(material).per_task),
            scores::moves_working_set(material).total, has_men ? 0 : captured};
}

memory::WorkingSet working_set_of_slices(const index::Material& material, std::uint64_t slices) {
    memory::WorkingSet moves = scores::moves_working_set(material, slices);
    // In a symmetric class the image is filled too.
    moves.per_task += material.is_symmetric() ? 2 * slices * scores::slice_bytes(material) : 0;
    return moves;
}

SlicesSolver::SlicesSolver(const scores::SolvedClasses& solved_classes, scores::ClassScores& solved, int count,
                           const memory::Team& team, memory::ScoreMemory* memory)
    : solved_{solved} {
    for (int i = 0; i < count; ++i) {
        solvers_.push_back(std::make_unique<SliceSolver>(
            solved_classes, solved, memory::Team{count == 1 ? team.threads : 1, team.stop}, memory));
    }
}

SlicesSolver::~SlicesSolver() = default;

std::uint64_t SlicesSolver::solve(std::size_t solver, index::SliceId id) {
    const index::Slice slice = solved_.slices().unrank(id);
    solvers_[solver]->solve(id, slice);
    return solved_.material().is_symmetric() && copy_to_image(solved_, slice) ? 2 : 1;
}

void SlicesSolver::count_in(memory::WorkCount& count) {
    for (std::size_t thread = 0; thread < solvers_.size(); ++thread) {
        solvers_[thread]->count_in(count, thread);
    }
}

}  // namespace dameotb::gen
