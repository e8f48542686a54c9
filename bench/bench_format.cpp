// Speed of compressing and decoding blocks of real tables of three pieces, checksums included.
// All blocks of a file are taken in turn, from memory. Constant blocks are left out, because there is nothing to
// decode. `per_byte` is the processor time for one decoded byte. `per_block` is the time for one block, which is what a
// probe pays for a cache miss.
#include <dameotb/format/table_file.hpp>

#include "sample_tables.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;

struct Block {
    std::uint64_t ordinal;
    std::vector<std::byte> decoded;
};

std::vector<Block> decoded_blocks(const format::TableReader& reader) {
    std::vector<Block> blocks;
    for (std::uint64_t ordinal = 0; ordinal < reader.header().blocks(); ++ordinal) {
        if (!reader.constant(ordinal)) {
            blocks.push_back({ordinal, std::vector<std::byte>(reader.decoded_bytes(ordinal))});
            reader.read_block(ordinal, blocks.back().decoded);
        }
    }
    return blocks;
}

format::TableReader open_sample(const std::string& file) {
    return format::TableReader{format::open_file(bench::sample_tables() / file)};
}

/// Opens a copy of the file in memory, so that decoding alone is timed.
format::TableReader open_in_memory(const std::string& file) {
    const auto source = format::open_file(bench::sample_tables() / file);
    std::vector<std::byte> bytes(source->size_bytes());
    source->read_at(0, bytes);
    return format::TableReader{format::from_memory(std::move(bytes), file)};
}

void count_blocks(benchmark::State& state, const std::vector<Block>& blocks) {
    std::size_t bytes = 0;
    for (const Block& block : blocks) {
        bytes += block.decoded.size();
    }
    bench::count_time(state, "per_byte", static_cast<double>(bytes));
    bench::count_time(state, "per_block", static_cast<double>(blocks.size()));
}

void decode(benchmark::State& state, const std::string& file) {
    const format::TableReader reader = open_in_memory(file);
    std::vector<Block> blocks = decoded_blocks(reader);
    for (auto _ : state) {
        for (Block& block : blocks) {
            reader.read_block(block.ordinal, block.decoded);
        }
        benchmark::ClobberMemory();
    }
    count_blocks(state, blocks);
    state.counters["bits_per_place"] =
        static_cast<double>(reader.file_bytes() * 8) / static_cast<double>(reader.header().places());
}

/// Compresses the blocks at the zstd level given as the argument.
void encode(benchmark::State& state, const std::string& file) {
    const std::vector<Block> blocks = decoded_blocks(open_sample(file));
    format::BlockEncoder encoder{static_cast<int>(state.range(0))};
    for (auto _ : state) {
        for (const Block& block : blocks) {
            benchmark::DoNotOptimize(encoder.encode(block.ordinal, block.decoded));
        }
    }
    count_blocks(state, blocks);
}

// A class with two kings, which stores only quiet places, and a class with men only, which stores all places.
BENCHMARK_CAPTURE(decode, KMvK.wdl, "KMvK.wdl");
BENCHMARK_CAPTURE(decode, KMvK.dtm, "KMvK.dtm");
BENCHMARK_CAPTURE(decode, MMvM.wdl, "MMvM.wdl");
BENCHMARK_CAPTURE(decode, MMvM.dtm, "MMvM.dtm");
BENCHMARK_CAPTURE(encode, KMvK.dtm, "KMvK.dtm")->Arg(15);
BENCHMARK_CAPTURE(encode, MMvM.wdl, "MMvM.wdl")->Arg(15);
BENCHMARK_CAPTURE(encode, MMvM.dtm, "MMvM.dtm")->Arg(6)->Arg(15)->Arg(19);

}  // namespace
