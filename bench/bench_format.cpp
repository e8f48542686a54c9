// Speed of compressing and decoding blocks of real tables of three pieces, checksums included.
// All blocks of a file in turn, from memory; `per_value` is the processor time of one value (one byte),
// `per_block` of one block, which is what a probe pays for a miss.
#include <dameotb/format/table_file.hpp>

#include "sample_tables.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;

using Blocks = std::vector<std::vector<std::byte>>;

Blocks decoded_blocks(const format::TableReader& reader) {
    Blocks blocks;
    for (std::uint64_t ordinal = 0; ordinal < reader.header().blocks(); ++ordinal) {
        blocks.emplace_back(std::size_t{reader.places_in_block(ordinal)} * reader.header().value_bytes);
        reader.read_block(ordinal, blocks.back());
    }
    return blocks;
}

format::TableReader open_sample(const std::string& file) {
    return format::TableReader{format::open_file(bench::sample_tables() / file)};
}

/// The file's bytes in memory, so that decoding alone is timed.
format::TableReader open_in_memory(const std::string& file) {
    const auto source = format::open_file(bench::sample_tables() / file);
    std::vector<std::byte> bytes(source->size_bytes());
    source->read_at(0, bytes);
    return format::TableReader{format::from_memory(std::move(bytes), file)};
}

void count_blocks(benchmark::State& state, const format::Header& header) {
    bench::count_time(state, "per_value", static_cast<double>(header.places()));
    bench::count_time(state, "per_block", static_cast<double>(header.blocks()));
}

void decode(benchmark::State& state, const std::string& file) {
    const format::TableReader reader = open_in_memory(file);
    Blocks blocks = decoded_blocks(reader);
    for (auto _ : state) {
        for (std::uint64_t ordinal = 0; ordinal < blocks.size(); ++ordinal) {
            reader.read_block(ordinal, blocks[ordinal]);
        }
        benchmark::ClobberMemory();
    }
    count_blocks(state, reader.header());
    state.counters["bits_per_value"] =
        static_cast<double>(reader.file_bytes() * 8) / static_cast<double>(reader.header().places());
}

/// At the zstd level that is the argument.
void encode(benchmark::State& state, const std::string& file) {
    const format::TableReader reader = open_sample(file);
    const Blocks blocks = decoded_blocks(reader);
    format::BlockEncoder encoder{static_cast<int>(state.range(0))};
    for (auto _ : state) {
        for (std::uint64_t ordinal = 0; ordinal < blocks.size(); ++ordinal) {
            benchmark::DoNotOptimize(encoder.encode(ordinal, blocks[ordinal]));
        }
    }
    count_blocks(state, reader.header());
}

// A class with two kings, and one of men alone.
BENCHMARK_CAPTURE(decode, KMvK.wdl, "KMvK.wdl");
BENCHMARK_CAPTURE(decode, KMvK.dtm, "KMvK.dtm");
BENCHMARK_CAPTURE(decode, MMvM.wdl, "MMvM.wdl");
BENCHMARK_CAPTURE(decode, MMvM.dtm, "MMvM.dtm");
BENCHMARK_CAPTURE(encode, KMvK.dtm, "KMvK.dtm")->Arg(12);
BENCHMARK_CAPTURE(encode, MMvM.wdl, "MMvM.wdl")->Arg(12);
BENCHMARK_CAPTURE(encode, MMvM.dtm, "MMvM.dtm")->Arg(3)->Arg(12)->Arg(19);

}  // namespace
