// Schedules the slices of a class over the threads.
#include "class_solver.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <dameotb/store/threads/parallel.hpp>

#include "slice/men_only_solver.hpp"
#include "slice/slice_solver.hpp"

namespace dameotb::gen {

namespace {

/// Returns the slices grouped by the advancement of their men, most advanced first. In a symmetric class only one of
/// two slices that are colour-flipped images of each other is included.
std::vector<std::vector<index::SliceId>> schedule(const store::ClassScores& solved) {
    const index::SliceIndex& slices = solved.slices();
    std::vector<std::vector<index::SliceId>> levels;
    for (std::uint64_t number = 0; number < slices.count(); ++number) {
        const index::SliceId id{number};
        const index::Slice slice = slices.unrank(id);
        if (solved.material().is_symmetric()) {
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

/// Fills the colour-flipped image of a solved slice of a symmetric class. Returns false, and does nothing, if the image
/// is the slice itself.
bool copy_to_image(store::ClassScores& solved, const index::Slice& slice) {
    const index::SliceIndex& slices = solved.slices();
    const auto [id, mirrored] = slices.locate(slice.flipped());
    const index::Slice image = mirrored ? slice.flipped().mirrored() : slice.flipped();
    if (image == slice) {
        return false;
    }
    const store::SliceLayout& layout = solved.layout();
    const store::SliceView from = solved.flipped_view(image);
    for (const rules::Colour c : {rules::Colour::White, rules::Colour::Black}) {
        store::Score* scores = solved.scores(c, id);
        if (!layout.has_runner()) {
            *scores = from.at(c, store::Kings{});
            continue;
        }
        for (std::uint32_t row = 0; row < layout.rows(); ++row, scores += store::SliceLayout::row_cells) {
            if (!layout.is_legal(row, image.men())) {
                continue;
            }
            store::Kings kings = layout.kings_of(row);
            const rules::Bitboard fellows = kings[layout.runner()];
            for (const rules::Square square : layout.vacant(row, image.men())) {
                kings[layout.runner()] = fellows | square;
                scores[square.index()] = from.at(c, kings);
            }
        }
    }
    return true;
}

/// Solves the slices of a class with one thread per solver. Throws store::StopRequested.
template <class Solver>
void solve_slices(store::ClassScores& solved, const std::vector<std::unique_ptr<Solver>>& solvers,
                  const ClassSolverOptions& options) {
    std::atomic<std::uint64_t> slices_done = 0;
    auto last_report = std::chrono::steady_clock::now();
    const auto report = [&] {
        constexpr std::chrono::milliseconds between_reports{100};
        const auto now = std::chrono::steady_clock::now();
        if (options.on_slices_done && now - last_report >= between_reports) {
            last_report = now;
            options.on_slices_done(slices_done);
        }
    };
    // A slice with few rows is too little work for a task, so a task takes several such slices.
    const std::uint64_t part = std::max(std::uint64_t{4096} / solved.layout().cells(), std::uint64_t{1});
    for (const auto& level : schedule(solved)) {
        store::parallel_for(
            (level.size() + part - 1) / part, store::Team{static_cast<int>(solvers.size()), options.stop},
            [&](std::size_t thread, std::uint64_t task) {
                for (std::uint64_t i = task * part; i < std::min((task + 1) * part, level.size()); ++i) {
                    const index::Slice slice = solved.slices().unrank(level[i]);
                    solvers[thread]->solve(level[i], slice);
                    slices_done += 1 + (solved.material().is_symmetric() && copy_to_image(solved, slice));
                }
                if (thread == 0) {
                    report();
                }
            });
    }
}

/// Returns whether the threads should share the work of each slice: if slices are large and those of one advancement
/// are too few to keep all threads at work.
bool works_inside_slices(const store::ClassScores& solved, int threads) {
    constexpr std::uint32_t large_rows = 1024;
    const std::uint64_t levels = 6 * static_cast<std::uint64_t>(solved.material().men()) + 1;
    return solved.layout().rows() >= large_rows &&
           solved.slices().count() < 2 * levels * static_cast<std::uint64_t>(threads);
}

}  // namespace

std::unique_ptr<store::ClassScores> solve_class(const index::Material& material, const store::FinishedClasses& finished,
                                                const ClassSolverOptions& options) {
    auto solved = std::make_unique<store::ClassScores>(material);
    if (material.kings() == 0) {
        std::vector<std::unique_ptr<MenOnlySolver>> solvers;
        for (int i = 0; i < options.threads; ++i) {
            solvers.push_back(std::make_unique<MenOnlySolver>(finished, *solved));
        }
        solve_slices(*solved, solvers, options);
    } else {
        const bool inside = works_inside_slices(*solved, options.threads);
        std::vector<std::unique_ptr<SliceSolver>> solvers;
        for (int i = 0; i < (inside ? 1 : options.threads); ++i) {
            solvers.push_back(std::make_unique<SliceSolver>(finished, *solved,
                                                            store::Team{inside ? options.threads : 1, options.stop}));
        }
        solve_slices(*solved, solvers, options);
    }
    return solved;
}

}  // namespace dameotb::gen
