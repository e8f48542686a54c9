// Speed of probes whose blocks are already decoded: one by one, from two threads, and in batches. `cached` blocks were
// decoded by earlier probes and may be evicted; `preloaded` classes stay in memory completely. The positions are random
// placements with either side to move. Forced captures occur at their natural rate; a probe of one searches captures
// and looks up smaller tables. Compare `per_probe`; `forced` is the share of forced captures. `four` takes each class
// of four pieces equally often, a million positions in all, so that the processor's caches hold few of the values.
// `one_side` does so with 16,384 positions and .dtm files that store one side to move: half of the probes ask for the
// other one. The benchmarks of single classes of three pieces repeat 4096 positions.
#include <algorithm>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>

#include "sample_tables.hpp"
#include "samples.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;
using Positions = std::vector<Position>;

constexpr probe::TablebaseOptions roomy{.cache_bytes = std::size_t{1} << 30};

Positions random_positions(const std::vector<index::Material>& classes, std::size_t count) {
    tests::Random random{tests::sample_seed};
    Positions positions;
    while (positions.size() < count) {
        positions.push_back(tests::random_position(random, classes[positions.size() % classes.size()]));
    }
    return positions;
}

/// How blocks are brought into memory before timing starts.
enum class Held : std::uint8_t { Cached, Preloaded };

/// The tables and positions of a benchmark. Made once, because two threads share it.
struct Sample {
    Sample(const std::filesystem::path& directory, Held held, Positions probed)
        : tables{directory, roomy}, positions{std::move(probed)} {
        held == Held::Preloaded ? preload() : ask_twice();
        forced = static_cast<double>(std::ranges::count_if(positions, rules::must_capture)) /
                 static_cast<double>(positions.size());
    }
    void preload() const {
        if (!std::holds_alternative<probe::Preloaded>(tables.preload(tables.classes())) || tables.classes().empty()) {
            throw std::logic_error{"a table is missing, or there is no room"};
        }
    }
    /// The first probe decodes a block as far as needed, the second completely.
    void ask_twice() const {
        std::vector<probe::Answer<Wdl>> results(positions.size());
        std::vector<probe::Answer<Value>> values(positions.size());
        for (int i = 0; i < 2; ++i) {
            tables.probe_wdl(positions, results);
            tables.probe_dtm(positions, values);
        }
    }

    probe::Tablebase tables;
    Positions positions;
    double forced = 0;
};

Positions of_four_pieces(std::size_t count) {
    std::vector<index::Material> classes = index::build_order(4);
    std::erase_if(classes, [](const index::Material& m) { return m.pieces() < 4; });
    return random_positions(classes, count);
}

const Sample& four(Held held) {
    static const auto make = [](Held how) {
        return Sample{bench::four_piece_tables(), how, of_four_pieces(std::size_t{1} << 20)};
    };
    if (held == Held::Cached) {
        static const Sample cached = make(held);
        return cached;
    }
    static const Sample preloaded = make(held);
    return preloaded;
}

const Sample& one_side() {
    static const Sample sample{bench::one_side_tables(), Held::Preloaded, of_four_pieces(std::size_t{1} << 14)};
    return sample;
}

const Sample& three(const std::string& name) {
    static std::map<std::string, Sample> samples;
    const auto of_class = [&] { return random_positions({*index::Material::parse(name)}, 4096); };
    return samples.try_emplace(name, bench::sample_tables(), Held::Preloaded, of_class()).first->second;
}

void count(benchmark::State& state, const Sample& sample) {
    bench::count_time(state, "per_probe", static_cast<double>(sample.positions.size()));
    state.counters["forced"] = benchmark::Counter(sample.forced, benchmark::Counter::kAvgThreads);
}

/// Probes the same positions repeatedly with `probe(tables, position)`. Each thread starts at a different position.
template <class Probe>
void one_by_one(benchmark::State& state, const Sample& sample, const Probe& probe) {
    const Positions& positions = sample.positions;
    const std::size_t first =
        positions.size() / static_cast<std::size_t>(state.threads()) * static_cast<std::size_t>(state.thread_index());
    for (auto _ : state) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            benchmark::DoNotOptimize(probe(sample.tables, positions[(first + i) % positions.size()]));
        }
    }
    count(state, sample);
}

/// Calls probe(tables, positions, answers) for `size` positions at a time.
template <class Result, class Probe>
void in_batches(benchmark::State& state, const Sample& sample, std::size_t size, const Probe& probe) {
    std::vector<probe::Answer<Result>> answers(size);
    for (auto _ : state) {
        for (std::size_t i = 0; i < sample.positions.size(); i += size) {
            probe(sample.tables, std::span{sample.positions}.subspan(i, size), std::span{answers});
            benchmark::DoNotOptimize(answers.data());
        }
    }
    count(state, sample);
}

// For one position or many.
const auto wdl = [](const probe::Tablebase& tables, const auto&... p) { return tables.probe_wdl(p...); };
const auto dtm = [](const probe::Tablebase& tables, const auto&... p) { return tables.probe_dtm(p...); };
const auto ranked = [](const probe::Tablebase& tables, const Position& p) { return tables.ranked_moves(p); };

template <class Probe>
void add(const std::string& what, const std::vector<std::string>& classes, const Probe& probe) {
    for (const std::string& name : classes) {
        benchmark::RegisterBenchmark((what + "/" + name).c_str(),
                                     [name, probe](benchmark::State& state) { one_by_one(state, three(name), probe); });
    }
}

template <class Probe>
void add_four(const std::string& what, const Probe& probe) {
    for (const auto& [held, name] : {std::pair{Held::Cached, "/four/cached"}, {Held::Preloaded, "/four/preloaded"}}) {
        benchmark::RegisterBenchmark((what + name).c_str(), [probe, held = held](benchmark::State& state) {
            one_by_one(state, four(held), probe);
        })->ThreadRange(1, 2);
    }
}

const bool registered = [] {
    const std::vector<std::string> classes{"KKvK", "KMvK", "KKvM", "KMvM", "MMvM"};
    add("warm_wdl", classes, wdl);
    add("warm_dtm", classes, dtm);
    add("warm_ranked_moves", {"KKvK", "KMvM"}, ranked);
    add_four("warm_wdl", wdl);
    add_four("warm_dtm", dtm);
    benchmark::RegisterBenchmark("warm_dtm/one_side/preloaded",
                                 [](benchmark::State& state) { one_by_one(state, one_side(), dtm); });
    for (const std::size_t size : {64, 4096}) {
        const std::string name = "/four/" + std::to_string(size);
        benchmark::RegisterBenchmark(("batch_wdl" + name).c_str(), [size](benchmark::State& state) {
            in_batches<Wdl>(state, four(Held::Preloaded), size, wdl);
        });
        benchmark::RegisterBenchmark(("batch_dtm" + name).c_str(), [size](benchmark::State& state) {
            in_batches<Value>(state, four(Held::Preloaded), size, dtm);
        });
    }
    return true;
}();

}  // namespace
