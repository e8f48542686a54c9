#include <dameotb/gen/slices_solver.hpp>

#include <algorithm>

#include <dameotb/scores/memory_model.hpp>

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
    for (const rules::Colour c : {rules::Colour::White, rules::Colour::Black}) {
        scores::fill_from_flipped(solved, id, c);
    }
    return true;
}

}  // namespace

std::vector<std::vector<index::SliceId>> levels_of(const index::Material& material) {
    const index::SliceIndex slices{material.white.men, material.black.men};
    std::vector<std::vector<index::SliceId>> levels;
    for (std::uint64_t number = 0; number < slices.count(); ++number) {
        const index::SliceId id{number};
        const index::Slice slice = slices.unrank(id);
        if (material.is_symmetric()) {
            if (slices.locate(slice.flipped()).id < id) {
                continue;
            }
        }
        const auto level = static_cast<std::size_t>(slice.advancement());
        levels.resize(std::max(levels.size(), level + 1));
        levels[level].push_back(id);
    }
    std::ranges::reverse(levels);
    return levels;
}

int solvers_of(const index::Material& material, int threads) {
    return solvers_of(material, threads, threads);
}

// The threads share the work of each slice if slices are large and those of one advancement are too few to keep all
// threads busy, or memory has no room for a slice for each; or if they are so large that memory has better uses than a
// slice for each thread (half a gigabyte).
int solvers_of(const index::Material& material, int threads, int slices_with_room) {
    constexpr std::uint64_t large_rows = 1024;
    constexpr std::uint64_t huge_rows = std::uint64_t{1} << 23;
    const std::uint64_t levels = 6 * static_cast<std::uint64_t>(material.men()) + 1;
    const std::uint64_t slices = index::SliceIndex{material.white.men, material.black.men}.count();
    const std::uint64_t rows = material.kings() > 0 ? scores::slice_rows(material) : 0;
    const bool too_few = slices < 2 * levels * static_cast<std::uint64_t>(threads) || slices_with_room < threads;
    const bool inside = rows >= huge_rows || (rows >= large_rows && too_few);
    return inside ? 1 : threads;
}

std::uint64_t slices_of_task(const index::Material& material) {
    return std::max(std::uint64_t{64} / scores::slice_rows(material), std::uint64_t{1});
}

SlicesSolver::SlicesSolver(const scores::SolvedClasses& solved_classes, scores::ClassScores& solved, int count,
                           const scores::Team& team, scores::ScoreMemory* memory)
    : solved_{solved} {
    for (int i = 0; i < count; ++i) {
        solvers_.push_back(std::make_unique<SliceSolver>(
            solved_classes, solved, scores::Team{count == 1 ? team.threads : 1, team.stop}, memory));
    }
}

SlicesSolver::~SlicesSolver() = default;

std::uint64_t SlicesSolver::solve(std::size_t solver, index::SliceId id) {
    const index::Slice slice = solved_.slices().unrank(id);
    solvers_[solver]->solve(id, slice);
    return solved_.material().is_symmetric() && copy_to_image(solved_, slice) ? 2 : 1;
}

void SlicesSolver::count_in(scores::WorkCount& count) {
    for (std::size_t thread = 0; thread < solvers_.size(); ++thread) {
        solvers_[thread]->count_in(count, thread);
    }
}

}  // namespace dameotb::gen
