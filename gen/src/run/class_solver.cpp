// Schedules the slices of a class over the threads.
#include "class_solver.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <dameotb/store/threads/parallel.hpp>

#include "men/men_row_solver.hpp"
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

/// Says now and then how many slices are done. Not thread-safe.
class Reporter {
public:
    explicit Reporter(const ClassSolverOptions& options) : options_{options} {}

    void report(std::uint64_t slices_done) {
        constexpr std::chrono::milliseconds between_reports{100};
        const auto now = std::chrono::steady_clock::now();
        if (options_.on_slices_done && now - last_report_ >= between_reports) {
            last_report_ = now;
            options_.on_slices_done(slices_done);
        }
    }

private:
    const ClassSolverOptions& options_;
    std::chrono::steady_clock::time_point last_report_ = std::chrono::steady_clock::now();
};

/// Solves a class of men alone. White's sets of equal advancement do not depend on each other, so the threads share
/// them; the most advanced come first. Throws store::StopRequested.
void solve_men(store::ClassScores& solved, const store::FinishedClasses& finished, const ClassSolverOptions& options) {
    MenRows rows{solved.material()};
    const std::size_t sets = rows.other_sets().size();
    std::vector<std::vector<std::size_t>> levels;
    for (std::size_t others = 0; others < sets; ++others) {
        const auto level = static_cast<std::size_t>(index::Slice{rows.other_sets()[others], {}}.advancement());
        levels.resize(std::max(levels.size(), level + 1));
        levels[level].push_back(others);
    }
    std::ranges::reverse(levels);
    std::vector<MenRowSolver> solvers(static_cast<std::size_t>(options.threads), MenRowSolver{finished, rows, solved});
    Reporter reporter{options};
    std::atomic<std::uint64_t> sets_done = 0;
    for (const auto& level : levels) {
        store::parallel_for(level.size(), store::Team{options.threads, options.stop},
                            [&](std::size_t thread, std::uint64_t i) {
                                solvers[thread].solve(level[i]);
                                ++sets_done;
                                if (thread == 0) {
                                    reporter.report(solved.slices().count() * sets_done / sets);
                                }
                            });
    }
}

/// Solves the slices of a class with one thread per solver. Throws store::StopRequested.
void solve_slices(store::ClassScores& solved, const std::vector<std::unique_ptr<SliceSolver>>& solvers,
                  const ClassSolverOptions& options) {
    Reporter reporter{options};
    std::atomic<std::uint64_t> slices_done = 0;
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
                    reporter.report(slices_done);
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
        solve_men(*solved, finished, options);
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
