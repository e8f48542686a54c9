// Speed of probes in tables of three pieces, all blocks decoded before (warm) or hardly any (cold).
// Random placements with either side to move, those with a forced capture among them as they come: such a probe
// generates captures and looks smaller tables up. `per_probe` is what to compare; `forced` is their share.
#include <algorithm>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>

#include "sample_tables.hpp"
#include "samples.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;

std::vector<rules::Position> random_positions(const std::string& name) {
    constexpr std::size_t count = 4096;
    tests::Random random{tests::sample_seed};
    std::vector<rules::Position> positions;
    while (positions.size() < count) {
        positions.push_back(tests::random_position(random, *index::Material::parse(name)));
    }
    return positions;
}

/// Probes the same positions over and over. `Probe`: a member function of probe::Tablebase.
template <auto Probe>
void probe_all(benchmark::State& state, const std::string& name, probe::TablebaseOptions options) {
    const probe::Tablebase tables{bench::sample_tables(), options};
    const std::vector<rules::Position> positions = random_positions(name);
    for (const rules::Position& position : positions) {
        if ((tables.*Probe)(position).index() != 0) {
            state.SkipWithError("a table is missing");
            return;
        }
    }
    for (auto _ : state) {
        for (const rules::Position& position : positions) {
            benchmark::DoNotOptimize((tables.*Probe)(position));
        }
    }
    const auto count = static_cast<double>(positions.size());
    bench::count_time(state, "per_probe", count);
    state.counters["forced"] = static_cast<double>(std::ranges::count_if(positions, rules::must_capture)) / count;
}

template <auto Probe>
void add(const std::string& what, const std::vector<std::string>& classes, probe::TablebaseOptions options) {
    for (const std::string& name : classes) {
        benchmark::RegisterBenchmark((what + "/" + name).c_str(), probe_all<Probe>, name, options);
    }
}

const bool registered = [] {
    const std::vector<std::string> classes{"KKvK", "KMvK", "KKvM", "KMvM", "MMvM"};
    add<&probe::Tablebase::probe_wdl>("warm_wdl", classes, {});
    add<&probe::Tablebase::probe_dtm>("warm_dtm", classes, {});
    add<&probe::Tablebase::ranked_moves>("warm_ranked_moves", {"KKvK", "KMvM"}, {});
    // The cache holds one block, so nearly every probe of a class of many blocks reads and decodes one. The file
    // itself stays in the system's memory.
    add<&probe::Tablebase::probe_wdl>("cold_wdl", {"KMvM"}, {.cache_bytes = 1});
    add<&probe::Tablebase::probe_dtm>("cold_dtm", {"KMvM"}, {.cache_bytes = 1});
    return true;
}();

}  // namespace
