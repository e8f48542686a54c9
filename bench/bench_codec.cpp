// Speed of the codec on blocks of real tables of four pieces: encoding a block, decoding it completely and up to its
// middle, training a model and reading one. Compare `per_position`: processor time per position of the blocks, even
// where they are only half decoded; `per_block` is the cost of a probe whose block is not decoded. A .dtm block needs
// the results of the .wdl, which are provided. Everything is in memory, without block groups and checksums.
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/directory/table_encoding.hpp>

#include "class_blocks.hpp"
#include "sample_tables.hpp"

namespace {

using namespace dameotb;
using table::Metric;

constexpr std::uint64_t measured_positions = 200'000;
constexpr std::uint64_t trained_positions = 100'000;
constexpr auto mover = Colour::White;
constexpr table::TrainingEffort effort;

/// Blocks of a class, others to train on, and a model per metric.
struct Sample {
    explicit Sample(const std::string& name)
        : blocks{bench::four_piece_tables(), *index::Material::parse(name)},
          measured{blocks.take(mover, measured_positions, 12345)},
          training{blocks.take(mover, trained_positions, 1)},
          models{train(Metric::Wdl), train(Metric::Dtm)} {}

    [[nodiscard]] table::Model train(Metric metric) const {
        return table::Model::train(blocks.index(), mover, table::coding_of(metric), bench::codes_of(training, metric),
                                   effort);
    }
    [[nodiscard]] const table::Model& model(Metric metric) const { return models[static_cast<std::size_t>(metric)]; }

    bench::ClassBlocks blocks;
    std::vector<bench::Block> measured;
    std::vector<bench::Block> training;
    std::array<table::Model, 2> models;
};

const Sample& sample(const std::string& name) {
    static std::map<std::string, Sample> samples;
    return samples.try_emplace(name, name).first->second;
}

void count_blocks(benchmark::State& state, const std::vector<bench::Block>& blocks) {
    bench::count_time(state, "per_position", bench::positions_of(blocks));
    bench::count_time(state, "per_block", static_cast<double>(blocks.size()));
}

std::vector<std::vector<std::byte>> encoded_blocks(const Sample& of_class, Metric metric) {
    table::BlockSpace space;
    std::vector<std::vector<std::byte>> encoded;
    for (const bench::Block& block : of_class.measured) {
        encoded.push_back(space.encode(of_class.model(metric), block.codes(metric)));
    }
    return encoded;
}

void encode(benchmark::State& state, const std::string& name, Metric metric) {
    const Sample& of_class = sample(name);
    table::BlockSpace space;
    for (auto _ : state) {
        for (const bench::Block& block : of_class.measured) {
            benchmark::DoNotOptimize(space.encode(of_class.model(metric), block.codes(metric)));
        }
    }
    count_blocks(state, of_class.measured);
}

/// Decodes each block up to its last position, or up to its middle.
void decode(benchmark::State& state, const std::string& name, Metric metric, bool whole) {
    const Sample& of_class = sample(name);
    const std::vector<std::vector<std::byte>> encoded = encoded_blocks(of_class, metric);
    table::BlockSpace space;
    std::vector<std::uint8_t> codes;
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = 0;
        for (std::size_t i = 0; i < encoded.size(); ++i) {
            const bench::Block& block = of_class.measured[i];
            codes.resize(block.positions());
            const auto last = static_cast<std::uint32_t>(whole ? codes.size() - 1 : codes.size() / 2);
            if (!space.decode(of_class.model(metric), block.first, encoded[i], block.codes(metric).results, codes,
                              last)) {
                state.SkipWithError("a block cannot be decoded");
                return;
            }
            benchmark::DoNotOptimize(codes.data());
            bytes += encoded[i].size();
        }
    }
    count_blocks(state, of_class.measured);
    state.counters["bits_per_position"] = static_cast<double>(bytes * 8) / bench::positions_of(of_class.measured);
}

/// `per_position` is per position of the sample, for all passes together.
void train(benchmark::State& state, const std::string& name, Metric metric) {
    const Sample& of_class = sample(name);
    for (auto _ : state) {
        benchmark::DoNotOptimize(of_class.train(metric));
    }
    bench::count_time(state, "per_position", bench::positions_of(of_class.training));
}

void read_model(benchmark::State& state, const std::string& name, Metric metric) {
    const Sample& of_class = sample(name);
    const std::vector<std::byte> bytes = of_class.model(metric).to_bytes();
    for (auto _ : state) {
        std::span<const std::byte> left{bytes};
        benchmark::DoNotOptimize(table::Model::read(of_class.blocks.index(), mover, table::coding_of(metric), left));
    }
    state.counters["model_bytes"] = static_cast<double>(bytes.size());
}

/// Decodes zstd blocks of the writer's size.
void decode_zstd(benchmark::State& state, Metric metric) {
    const index::Material material = *index::Material::parse("MMvMM");
    const std::uint32_t positions = table::new_header({material, metric}).block_positions;
    bench::ClassBlocks of_class{bench::four_piece_tables(), material, positions};
    const std::vector<bench::Block> blocks = of_class.take(mover, std::uint64_t{8} * positions, 12345);
    table::ZstdEncoder encoder;
    std::vector<std::vector<std::byte>> encoded;
    for (const bench::Block& block : blocks) {
        encoded.push_back(encoder.encode(block.codes(metric).codes));
    }
    std::vector<std::uint8_t> codes;
    for (auto _ : state) {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            codes.resize(blocks[i].positions());
            benchmark::DoNotOptimize(table::decode_zstd(encoded[i], codes));
        }
    }
    count_blocks(state, blocks);
}

const bool registered = [] {
    for (const auto& [metric, of_metric] : {std::pair{Metric::Wdl, "_wdl/"}, {Metric::Dtm, "_dtm/"}}) {
        // Kings on both sides, men on both sides, and a lone king of the waiting side.
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
