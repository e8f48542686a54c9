// Speed of solving one slice, by the number of kings and men. For up to four pieces: all shapes, averaged over slices
// of a class. For five pieces: shapes with at most two men, all one step from promotion, so that few slices must be
// solved beforehand. That preparation is not timed. A slice is solved again over its own result, which is the same
// work. Five pieces take up to 1.4 GB of memory and some seconds of preparation.
#include <algorithm>
#include <string>
#include <vector>

#include "slice/slice_solver.hpp"
#include "solved.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;
using namespace dameotb::gen;
using namespace dameotb::scores;

/// Returns all slices if they are few, otherwise some at equal intervals.
std::vector<index::Slice> sample_slices(const index::SliceIndex& slices) {
    constexpr std::uint64_t most = 32;
    const std::uint64_t count = std::min(most, slices.count());
    std::vector<index::Slice> sample;
    for (std::uint64_t i = 0; i < count; ++i) {
        sample.push_back(slices.unrank(index::SliceId{i * slices.count() / count}));
    }
    return sample;
}

/// Returns the number of placements of the kings, times the two sides to move.
double legal_positions(const index::Material& m) {
    const int free = 64 - m.men();
    return 2.0 * static_cast<double>(index::binomial(free, m.white.kings) *
                                     index::binomial(free - m.white.kings, m.black.kings));
}

/// Solves the slices again. Counters: processor time per cell of the layout and per legal position.
void solve_again(benchmark::State& state, ClassScores& target, const std::vector<index::Slice>& slices) {
    SliceSolver solver{bench::solved_classes(), target, 1};
    for (auto _ : state) {
        for (const index::Slice& slice : slices) {
            solver.solve(target.slices().rank(slice), slice);
        }
    }
    const auto count = static_cast<double>(slices.size());
    bench::count_time(state, "per_cell", 2 * count * static_cast<double>(target.layout().cells()));
    bench::count_time(state, "per_position", count * legal_positions(target.material()));
}

void sampled_slices(benchmark::State& state, const index::Material& m) {
    bench::solved_for(m);
    const std::unique_ptr<ClassScores> target = bench::solve(m);
    solve_again(state, *target, sample_slices(target->slices()));
}

void one_slice(benchmark::State& state, const index::Material& m, const index::Slice& slice) {
    solve_again(state, bench::with_slice_solved(m, slice), {slice});
}

/// Returns the shape as text, as "2v1_1_men/KKvKM": the greater and the smaller number of kings of a side, and the
/// number of men.
std::string shape_of(const index::Material& m) {
    const auto [few, many] = std::minmax(m.white.kings, m.black.kings);
    return std::to_string(many) + "v" + std::to_string(few) + "_" + std::to_string(m.men()) + "_men/" + m.name();
}

std::string name_of(const index::Material& m) {
    return "solve_slice/" + shape_of(m);
}

const bool registered = [] {
    constexpr int most_pieces = 4;
    std::vector<index::Material> classes = index::build_order(most_pieces);
    std::erase_if(classes, [](const index::Material& m) { return m.kings() == 0; });
    std::ranges::stable_sort(classes, {}, shape_of);
    for (const index::Material& m : classes) {
        benchmark::RegisterBenchmark(name_of(m).c_str(), sampled_slices, m)->Unit(benchmark::kMicrosecond);
    }
    // Of these slices and their mirror images, those that have an index.
    constexpr Bitboard c7{Square{2, 6}};
    constexpr Bitboard b7{Square{1, 6}};
    for (const auto& [name, white_men] : {std::pair{"KKMMvK", b7 | c7}, {"KKKMvK", c7}, {"KKMvKK", c7}}) {
        const index::Material m = *index::Material::parse(name);
        benchmark::RegisterBenchmark(name_of(m).c_str(), one_slice, m, index::Slice{white_men, {}})
            ->Unit(benchmark::kMicrosecond);
    }
    return true;
}();

}  // namespace
