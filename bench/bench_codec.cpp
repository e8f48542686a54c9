// Speed of the codec on units of real tables of four pieces: to encode a unit, to decode it whole and as far as its
// middle, to train a model and to read one. Compare `per_place`: the processor time for one place of the units, also
// where they are decoded half; `per_unit` is what a probe pays whose unit is not decoded. A .dtm's unit needs the
// results of the .wdl, which are there already. All is taken from memory, without pages and checksums.
#include <dameotb/table/codec/zstd_units.hpp>
#include <dameotb/table/directory/table_encoding.hpp>

#include "class_units.hpp"
#include "sample_tables.hpp"

namespace {

using namespace dameotb;
using table::Metric;

constexpr std::uint64_t measured_places = 200'000;
constexpr std::uint64_t trained_places = 100'000;
constexpr auto mover = rules::Colour::White;
constexpr table::TrainingEffort effort;

/// Units of a class, others to train on, and a model for each metric.
struct Sample {
    explicit Sample(const std::string& name)
        : units{bench::four_piece_tables(), *index::Material::parse(name)},
          measured{units.take(mover, measured_places, 12345)},
          training{units.take(mover, trained_places, 1)},
          models{train(Metric::Wdl), train(Metric::Dtm)} {}

    [[nodiscard]] table::Model train(Metric metric) const {
        return table::Model::train(units.index(), mover, metric, bench::codes_of(training, metric), effort);
    }
    [[nodiscard]] const table::Model& model(Metric metric) const { return models[static_cast<std::size_t>(metric)]; }

    bench::ClassUnits units;
    std::vector<bench::Unit> measured;
    std::vector<bench::Unit> training;
    std::array<table::Model, 2> models;
};

const Sample& sample(const std::string& name) {
    static std::map<std::string, Sample> samples;
    return samples.try_emplace(name, name).first->second;
}

void count_units(benchmark::State& state, const std::vector<bench::Unit>& units) {
    bench::count_time(state, "per_place", bench::places_of(units));
    bench::count_time(state, "per_unit", static_cast<double>(units.size()));
}

std::vector<std::vector<std::byte>> encoded_units(const Sample& of_class, Metric metric) {
    table::UnitSpace space;
    std::vector<std::vector<std::byte>> encoded;
    for (const bench::Unit& unit : of_class.measured) {
        encoded.push_back(space.encode(of_class.model(metric), unit.codes(metric)));
    }
    return encoded;
}

void encode(benchmark::State& state, const std::string& name, Metric metric) {
    const Sample& of_class = sample(name);
    table::UnitSpace space;
    for (auto _ : state) {
        for (const bench::Unit& unit : of_class.measured) {
            benchmark::DoNotOptimize(space.encode(of_class.model(metric), unit.codes(metric)));
        }
    }
    count_units(state, of_class.measured);
}

/// Decodes each unit up to its last place, or up to its middle.
void decode(benchmark::State& state, const std::string& name, Metric metric, bool whole) {
    const Sample& of_class = sample(name);
    const std::vector<std::vector<std::byte>> encoded = encoded_units(of_class, metric);
    table::UnitSpace space;
    std::vector<std::uint8_t> codes;
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = 0;
        for (std::size_t i = 0; i < encoded.size(); ++i) {
            const bench::Unit& unit = of_class.measured[i];
            codes.resize(unit.places());
            const auto last = static_cast<std::uint32_t>(whole ? codes.size() - 1 : codes.size() / 2);
            if (!space.decode(of_class.model(metric), unit.first, encoded[i], unit.codes(metric).results, codes,
                              last)) {
                state.SkipWithError("a unit cannot be decoded");
                return;
            }
            benchmark::DoNotOptimize(codes.data());
            bytes += encoded[i].size();
        }
    }
    count_units(state, of_class.measured);
    state.counters["bits_per_place"] = static_cast<double>(bytes * 8) / bench::places_of(of_class.measured);
}

/// `per_place` is for a place of the sample, all passes together.
void train(benchmark::State& state, const std::string& name, Metric metric) {
    const Sample& of_class = sample(name);
    for (auto _ : state) {
        benchmark::DoNotOptimize(of_class.train(metric));
    }
    bench::count_time(state, "per_place", bench::places_of(of_class.training));
}

void read_model(benchmark::State& state, const std::string& name, Metric metric) {
    const Sample& of_class = sample(name);
    const std::vector<std::byte> bytes = of_class.model(metric).to_bytes();
    for (auto _ : state) {
        std::span<const std::byte> left{bytes};
        benchmark::DoNotOptimize(table::Model::read(of_class.units.index(), mover, metric, left));
    }
    state.counters["model_bytes"] = static_cast<double>(bytes.size());
}

/// Decodes zstd units of the size that the writer gives them.
void decode_zstd(benchmark::State& state, Metric metric) {
    const index::Material material = *index::Material::parse("MMvMM");
    const std::uint32_t places =
        table::plan_table({material, metric}, table::StoredSides::White, {}, {}, {}).header.unit_places;
    bench::ClassUnits of_class{bench::four_piece_tables(), material, places};
    const std::vector<bench::Unit> units = of_class.take(mover, std::uint64_t{8} * places, 12345);
    table::ZstdEncoder encoder;
    std::vector<std::vector<std::byte>> encoded;
    for (const bench::Unit& unit : units) {
        encoded.push_back(encoder.encode(unit.codes(metric).codes));
    }
    std::vector<std::uint8_t> codes;
    for (auto _ : state) {
        for (std::size_t i = 0; i < units.size(); ++i) {
            codes.resize(units[i].places());
            benchmark::DoNotOptimize(table::decode_zstd(encoded[i], codes));
        }
    }
    count_units(state, units);
}

const bool registered = [] {
    for (const auto& [metric, of_metric] : {std::pair{Metric::Wdl, "_wdl/"}, {Metric::Dtm, "_dtm/"}}) {
        // Kings on both sides, men on both sides, and a king of the waiting side alone.
        for (const std::string name : {"KKMvK", "KMvKM", "MMMvK"}) {
            const std::string rest = of_metric + name;
            benchmark::RegisterBenchmark(("encode" + rest).c_str(), encode, name, metric);
            benchmark::RegisterBenchmark(("decode" + rest).c_str(), decode, name, metric, true);
            benchmark::RegisterBenchmark(("decode_half" + rest).c_str(), decode, name, metric, false);
            benchmark::RegisterBenchmark(("train" + rest).c_str(), train, name, metric);
            benchmark::RegisterBenchmark(("read_model" + rest).c_str(), read_model, name, metric);
        }
        benchmark::RegisterBenchmark((std::string{"decode"} + of_metric + "MMvMM/zstd").c_str(), decode_zstd, metric);
    }
    return true;
}();

}  // namespace
