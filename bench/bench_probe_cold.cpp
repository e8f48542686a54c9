// Speed of probes that each read and decode a block, while the system holds the files in memory.
// The positions are not forced captures. They come from random places of all classes of four pieces, through a cache of
// 1 MiB, which almost never has the block. `bare` reads the same blocks by pread and decodes them by zstd alone,
// without checksum and without keeping them; a cold probe is compared with it. `batch` asks for all positions at once.
#include <memory>

#include <zstd.h>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>

#include "sample_tables.hpp"
#include "samples.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;

constexpr std::size_t positions_count = 8192;
constexpr std::size_t small_cache = std::size_t{1} << 20;

/// A table's blocks in its file, found as docs/format.md says.
class BareFile {
public:
    explicit BareFile(const std::filesystem::path& path) : source_{format::open_file(path)} {
        const std::uint64_t index = number(40, 8);
        const std::uint64_t blocks = number(32, 8);
        offsets_.push_back(64);
        for (std::uint64_t n = 0; n < blocks; ++n) {
            offsets_.push_back(offsets_.back() + number(index + 16 * n, 4));
        }
    }

    std::size_t decode(std::uint64_t block, ZSTD_DCtx* context, std::span<std::byte> packed,
                       std::span<std::byte> out) const {
        const std::size_t size = offsets_[block + 1] - offsets_[block];
        source_->read_at(offsets_[block], packed.first(size));
        return ZSTD_decompressDCtx(context, out.data(), out.size(), packed.data(), size);
    }

private:
    [[nodiscard]] std::uint64_t number(std::uint64_t offset, std::size_t bytes) const {
        std::array<std::byte, 8> raw{};
        source_->read_at(offset, std::span{raw}.first(bytes));
        std::uint64_t value = 0;
        for (std::size_t i = bytes; i-- > 0;) {
            value = value << 8 | std::to_integer<std::uint64_t>(raw[i]);
        }
        return value;
    }

    std::unique_ptr<format::ByteSource> source_;
    std::vector<std::uint64_t> offsets_;
};

/// Random quiet positions and the blocks that hold them, without constant blocks.
struct Sample {
    explicit Sample(format::Metric metric) {
        tests::Random random{tests::sample_seed};
        std::vector<index::ClassIndex> indices;
        std::vector<format::TableReader> readers;
        for (const index::Material& material : index::build_order(4)) {
            if (material.pieces() == 4) {
                const auto path = dameotb::files::table_path(bench::four_piece_tables(), {material, metric});
                indices.emplace_back(material);
                readers.emplace_back(format::open_file(path));
                files.emplace_back(path);
            }
        }
        while (positions.size() < positions_count) {
            const std::size_t file = positions.size() % files.size();
            const rules::Position stored = index::stored_form(tests::random_position(random, indices[file].material()));
            if (rules::must_capture(stored)) {
                continue;
            }
            const format::Header& header = readers[file].header();
            const auto side = static_cast<std::uint64_t>(stored.side_to_move);
            const std::uint64_t place = side * header.places_per_side + indices[file].rank(stored);
            // A constant block is left out, because it is not decoded.
            if (!readers[file].constant(place / header.block_places)) {
                positions.push_back(stored);
                blocks.push_back({&files[file], place / header.block_places});
            }
        }
    }

    struct Block {
        const BareFile* file;
        std::uint64_t ordinal;
    };
    std::vector<BareFile> files;
    std::vector<rules::Position> positions;
    std::vector<Block> blocks;
};

const Sample& sample(format::Metric metric) {
    static const std::array<Sample, 2> samples{Sample{format::Metric::Wdl}, Sample{format::Metric::Dtm}};
    return samples[static_cast<std::size_t>(metric)];
}

void bare(benchmark::State& state, format::Metric metric) {
    const Sample& cold = sample(metric);
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
    constexpr std::size_t most_bytes = std::size_t{1} << 20;
    std::vector<std::byte> packed(most_bytes);
    std::vector<std::byte> out(most_bytes);
    for (auto _ : state) {
        for (const Sample::Block& block : cold.blocks) {
            if (ZSTD_isError(block.file->decode(block.ordinal, context.get(), packed, out)) != 0) {
                state.SkipWithError("a block cannot be decoded");
                return;
            }
        }
    }
    bench::count_time(state, "per_probe", positions_count);
}

void cold(benchmark::State& state, format::Metric metric) {
    const std::vector<rules::Position>& positions = sample(metric).positions;
    const probe::Tablebase tables{bench::four_piece_tables(), {.cache_bytes = small_cache}};
    for (auto _ : state) {
        for (const rules::Position& position : positions) {
            if (metric == format::Metric::Wdl) {
                benchmark::DoNotOptimize(tables.probe_wdl(position));
            } else {
                benchmark::DoNotOptimize(tables.probe_dtm(position));
            }
        }
    }
    bench::count_time(state, "per_probe", positions_count);
}

void batch(benchmark::State& state) {
    const std::vector<rules::Position>& positions = sample(format::Metric::Dtm).positions;
    const probe::Tablebase tables{bench::four_piece_tables(), {.cache_bytes = small_cache}};
    std::vector<probe::Answer<rules::Value>> answers(positions.size());
    for (auto _ : state) {
        tables.probe_dtm(positions, answers);
        benchmark::DoNotOptimize(answers.data());
    }
    bench::count_time(state, "per_probe", positions_count);
}

const bool registered = [] {
    for (const format::Metric metric : {format::Metric::Wdl, format::Metric::Dtm}) {
        const std::string name = dameotb::files::extension(metric);
        benchmark::RegisterBenchmark(("bare_" + name).c_str(), bare, metric);
        benchmark::RegisterBenchmark(("cold_" + name).c_str(), cold, metric);
    }
    benchmark::RegisterBenchmark("cold_dtm_batch", batch);
    return true;
}();

}  // namespace
