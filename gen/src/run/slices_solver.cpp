#include <dameotb/gen/slices_solver.hpp>

#include "slice/slice_solver.hpp"

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
    for (const Colour c : {Colour::White, Colour::Black}) {
        scores::fill_from_flipped(solved, id, c);
    }
    return true;
}

}  // namespace

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
