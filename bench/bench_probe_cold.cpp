// Speed of probes that find nothing decoded, while the system holds the files in memory. The positions are random ones,
// without forced captures, of the largest classes in the directory: those of four pieces if none is given. With `units`
// the cache has no room for a block or block group, so a probe reads and checks a block group of the file and decodes
// one of its blocks; for a .dtm, one of the .wdl too. With `pages` all block groups are in memory, and a probe only
// decodes. Classes with models (`models`) are separate from those with zstd blocks (`zstd`), which are larger.
// `emptied`: other memory is read before each probe, so that the processor's caches hold little of what the probe
// needs. `missing`: the .dtm stores only the other side to move, so a probe asks for the positions that the moves lead
// to; with `blocks` nothing decoded for one of these is kept for the next; with `room` it is, but nothing is kept from
// one probe to the next. Each probe is timed alone: `median` and `p99` are the processor time per probe, including some
// 0.2 us for reading the clock.
#include <algorithm>
#include <array>
#include <numeric>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/directory/table_encoding.hpp>

#include "sample_tables.hpp"
#include "samples.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;

constexpr std::size_t positions_count = 4096;
constexpr std::size_t emptied_count = 200;
constexpr std::size_t emptying_bytes = std::size_t{256} << 20;

std::vector<index::Material> all_classes() {
    return table::classes_of(table::list_tables(bench::four_piece_tables()));
}

/// Returns random quiet positions, equally many from each of the largest classes with that encoding.
std::vector<Position> quiet_positions(table::Encoding encoding) {
    std::vector<index::Material> classes = all_classes();
    const int most_pieces = classes.back().pieces();
    std::erase_if(classes, [&](const index::Material& material) {
        return material.pieces() < most_pieces || table::encoding_of(material) != encoding;
    });
    tests::Random random{tests::sample_seed};
    std::vector<Position> positions;
    while (positions.size() < positions_count) {
        const auto position = tests::random_position(random, classes[positions.size() % classes.size()]);
        if (!rules::must_capture(position)) {
            positions.push_back(position);
        }
    }
    return positions;
}

const std::vector<Position>& sample(table::Encoding encoding) {
    static const std::array samples{quiet_positions(table::Encoding::Zstd),
                                    quiet_positions(table::Encoding::Neighbours)};
    return samples[encoding == table::Encoding::Zstd ? 0 : 1];
}

/// Returns random quiet positions with the sides to move that the one-sided .dtm files do not store.
const std::vector<Position>& missing_sample() {
    static const std::vector<Position> positions = [] {
        std::vector<Position> found;
        for (const Position& position : sample(table::Encoding::Neighbours)) {
            const Position stored = index::stored_form(position);
            const table::TableName name{index::Material::of(stored), table::Metric::Dtm};
            const auto side = stored.side_to_move;
            if (!table::open_table(bench::one_side_tables(), name).header().stores(side)) {
                found.push_back(position);
            }
        }
        return found;
    }();
    return positions;
}

/// Returns tables with nothing decoded, which keep nothing decoded.
probe::Tablebase open_cold(const std::filesystem::path& directory, probe::Keep keep) {
    probe::Tablebase tables{
        directory, {.cache_bytes = keep == probe::Keep::DecodedBlocks ? 0 : std::size_t{1} << 30, .keep = keep}};
    if (keep == probe::Keep::BlockGroups && !std::holds_alternative<probe::Preloaded>(tables.preload(all_classes()))) {
        throw std::logic_error{"a table is missing, or there is no room"};
    }
    return tables;
}

void probe_one(const probe::Tablebase& tables, table::Metric metric, const Position& position) {
    if (metric == table::Metric::Wdl) {
        benchmark::DoNotOptimize(tables.probe_wdl(position));
    } else {
        benchmark::DoNotOptimize(tables.probe_dtm(position));
    }
}

/// Reads other memory, which displaces nearly everything else from the processor's caches.
void empty_caches() {
    static const std::vector<std::uint64_t> other(emptying_bytes / sizeof(std::uint64_t), 1);
    benchmark::DoNotOptimize(std::accumulate(other.begin(), other.end(), std::uint64_t{0}));
}

void count_percentiles(benchmark::State& state, std::vector<double>& times_ns) {
    std::ranges::sort(times_ns);
    state.counters["median"] = times_ns[times_ns.size() / 2] / 1e9;
    state.counters["p99"] = times_ns[times_ns.size() * 99 / 100] / 1e9;
}

/// The parameters of a benchmark.
struct Way {
    table::Metric metric;
    table::Encoding encoding;
    probe::Keep keep;
    bool emptied;
    bool missing = false;
};

void cold(benchmark::State& state, const Way& way) {
    const std::span all = way.missing ? missing_sample() : sample(way.encoding);
    const std::span positions = all.first(way.emptied ? emptied_count : all.size());
    const probe::Tablebase tables =
        open_cold(way.missing ? bench::one_side_tables() : bench::four_piece_tables(), way.keep);
    for (const Position& position : positions) {
        probe_one(tables, way.metric, position);  // opens the files
    }
    std::vector<double> times;
    for (auto _ : state) {
        for (const Position& position : positions) {
            if (way.emptied) {
                empty_caches();
            }
            const double begin = bench::cpu_ns();
            probe_one(tables, way.metric, position);
            times.push_back(bench::cpu_ns() - begin);
        }
    }
    count_percentiles(state, times);
}

/// Probes each position with its own tables, whose files are open.
void with_room(benchmark::State& state) {
    constexpr std::size_t count = 400;
    tests::Random random{tests::sample_seed};
    std::vector<double> times;
    for (auto _ : state) {
        for (std::size_t i = 0; i < count; ++i) {
            const probe::Tablebase tables{bench::one_side_tables()};
            for (const index::Material& material : all_classes()) {
                probe_one(tables, table::Metric::Dtm, tests::random_position(random, material));
            }
            const std::vector<Position>& positions = missing_sample();
            const double begin = bench::cpu_ns();
            probe_one(tables, table::Metric::Dtm, positions[i * positions.size() / count]);
            times.push_back(bench::cpu_ns() - begin);
        }
    }
    count_percentiles(state, times);
}

/// Probes all positions in one batch.
void batch(benchmark::State& state) {
    const std::vector<Position>& positions = sample(table::Encoding::Neighbours);
    const probe::Tablebase tables = open_cold(bench::four_piece_tables(), probe::Keep::DecodedBlocks);
    std::vector<probe::Answer<Value>> answers(positions.size());
    for (auto _ : state) {
        tables.probe_dtm(positions, answers);
        benchmark::DoNotOptimize(answers.data());
    }
    bench::count_time(state, "per_probe", positions_count);
}

void add(const std::string& name, const Way& way) {
    auto* const added = benchmark::RegisterBenchmark(name.c_str(), cold, way);
    if (way.emptied) {
        added->Iterations(1);
    }
}

const bool registered = [] {
    for (const auto& [metric, cold_metric] :
         {std::pair{table::Metric::Wdl, "cold_wdl"}, {table::Metric::Dtm, "cold_dtm"}}) {
        for (const auto& [encoding, of_encoding] :
             {std::pair{table::Encoding::Neighbours, "/models"}, {table::Encoding::Zstd, "/zstd"}}) {
            for (const auto& [keep, kept] :
                 {std::pair{probe::Keep::DecodedBlocks, "/units"}, {probe::Keep::BlockGroups, "/pages"}}) {
                const std::string name = std::string{cold_metric} + of_encoding + kept;
                add(name, {metric, encoding, keep, false});
                add(name + "/emptied", {metric, encoding, keep, true});
            }
        }
    }
    add("cold_dtm/missing/blocks",
        {table::Metric::Dtm, table::Encoding::Neighbours, probe::Keep::DecodedBlocks, false, true});
    add("cold_dtm/missing/pages",
        {table::Metric::Dtm, table::Encoding::Neighbours, probe::Keep::BlockGroups, false, true});
    benchmark::RegisterBenchmark("cold_dtm/missing/room", with_room)->Iterations(1);
    benchmark::RegisterBenchmark("cold_dtm/models/batch", batch);
    return true;
}();

}  // namespace
