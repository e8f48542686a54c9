// Speed of solving whole classes of up to four pieces on one thread, in memory. `per_position` is the processor time
// per stored position. The classes that a class depends on are solved beforehand and not timed.
#include <dameotb/index/class_index.hpp>

#include "solved.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;

void solve_class(benchmark::State& state, const index::Material& material) {
    const scores::SolvedClasses& solved_classes = bench::solved_for(material);
    for (auto _ : state) {
        benchmark::DoNotOptimize(gen::solve_class(material, solved_classes, {}));
    }
    bench::count_time(state, "per_position",
                      static_cast<double>(index::ClassIndex{material}.size() *
                                          static_cast<std::uint64_t>(index::stored_sides(material))));
}

const bool registered = [] {
    constexpr int most_pieces = 4;
    for (const index::Material& material : index::build_order(most_pieces)) {
        benchmark::RegisterBenchmark(("solve_class/" + material.name()).c_str(), solve_class, material)
            ->Unit(benchmark::kMillisecond);
    }
    return true;
}();

}  // namespace
