#include "recode.hpp"

#include <array>

#include <dameotb/index/quiet_positions.hpp>
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/directory/block_reader.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/values_digest.hpp>

namespace dameotb::attack {

namespace {

using table::Metric;
using Codes = std::vector<std::uint8_t>;

/// The codes of all positions of a class by metric, table::dont_care_code where a capture is forced.
using ClassCodes = std::array<Codes, 2>;

/// How a table is cut and encoded.
struct Cut {
    table::Encoding encoding;
    std::uint32_t block_positions;
    std::uint32_t group_blocks;
};

Codes read_codes(const table::OpenTable& table) {
    const index::QuietPositions quiet{table.index()};
    table::BlockReader reader;
    Codes codes;
    for (std::uint64_t block = 0; block < table.header().blocks(); ++block) {
        Codes of_block(table.header().positions_in_block(block));
        reader.read(table, block, of_block, static_cast<std::uint32_t>(of_block.size() - 1));
        codes.insert(codes.end(), of_block.begin(), of_block.end());
    }
    std::vector<std::uint64_t> marks((codes.size() + 63) / 64);
    quiet.mark(0, codes.size(), marks);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = index::is_quiet(marks, i) ? codes[i] : table::dont_care_code;
    }
    return codes;
}

/// Returns all blocks of a table, in their order.
std::vector<table::BlockCodes> cut_blocks(const table::Header& header, const ClassCodes& codes) {
    const bool has_results = header.metric == Metric::Dtm;
    std::vector<table::BlockCodes> blocks;
    for (std::uint64_t block_index = 0; block_index < header.blocks(); ++block_index) {
        const std::uint64_t side = block_index / header.blocks_per_side();
        const std::uint64_t first = block_index % header.blocks_per_side() * header.block_positions;
        const auto part = [&](Metric metric) {
            return std::span{codes[static_cast<std::size_t>(metric)]}.subspan(side * header.positions_per_side + first,
                                                                              header.positions_in_block(block_index));
        };
        blocks.push_back({first, part(header.metric), has_results ? part(Metric::Wdl) : std::span<std::uint8_t>{}});
    }
    return blocks;
}

/// Encodes blocks with models, or without.
class Encoder {
public:
    Encoder(const table::Header& header, const index::ClassIndex& index, std::span<const table::BlockCodes> blocks)
        : blocks_per_side_{header.blocks_per_side()} {
        constexpr table::TrainingEffort little{.table_bits = 8, .passes = 1};
        for (std::uint64_t side = 0; header.encoding == table::Encoding::Neighbours && side < header.sides; ++side) {
            models_.push_back(table::Model::train(index, static_cast<Colour>(side), table::coding_of(header.metric),
                                                  blocks.subspan(side * blocks_per_side_, blocks_per_side_), little));
        }
    }
    [[nodiscard]] tests::Bytes models() const {
        tests::Bytes bytes;
        for (const table::Model& model : models_) {
            const tests::Bytes own = model.to_bytes();
            bytes.insert(bytes.end(), own.begin(), own.end());
        }
        return bytes;
    }
    [[nodiscard]] tests::Bytes encode(std::uint64_t block_index, const table::BlockCodes& block) {
        return models_.empty() ? zstd_.encode(block.codes)
                               : space_.encode(models_[block_index / blocks_per_side_], block);
    }

private:
    std::uint64_t blocks_per_side_;
    std::vector<table::Model> models_;
    table::BlockSpace space_;
    table::ZstdEncoder zstd_;
};

tests::Contents encode_table(table::Header& header, const Cut& cut, const index::ClassIndex& index,
                             const ClassCodes& codes) {
    header.encoding = cut.encoding;
    header.block_positions = cut.block_positions;
    header.group_blocks = cut.group_blocks;
    const std::vector<table::BlockCodes> blocks = cut_blocks(header, codes);
    Encoder encoder{header, index, blocks};
    tests::Contents contents{encoder.models(), {}};
    for (std::uint64_t block_index = 0; block_index < blocks.size(); ++block_index) {
        contents.blocks.push_back(encoder.encode(block_index, blocks[block_index]));
    }
    header.models_bytes = static_cast<std::uint32_t>(contents.models.size());
    header.seed = table::seed_of(header, contents.models);
    return contents;
}

void recode_class(const std::filesystem::path& directory, const index::Material& material, const Cut& cut) {
    std::array<table::Header, 2> headers;
    std::array<tests::Contents, 2> contents;
    {
        const table::OpenClass open{directory, material, Metric::Dtm};
        ClassCodes codes;
        for (const Metric metric : table::metrics_under({})) {
            codes[static_cast<std::size_t>(metric)] = read_codes(open.table(metric));
        }
        for (const Metric metric : table::metrics_under({})) {
            const auto i = static_cast<std::size_t>(metric);
            headers[i] = open.table(metric).header();
            contents[i] = encode_table(headers[i], cut, open.index(), codes);
        }
    }
    for (const Metric metric : table::metrics_under({})) {
        const auto i = static_cast<std::size_t>(metric);
        tests::write_table(table::table_path(directory, {material, metric}), headers[i], contents[i]);
    }
}

}  // namespace

void recode_tables(const std::filesystem::path& directory, Choices& random) {
    constexpr std::array<std::uint32_t, 4> block_positions{100, 512, 2048, 5000};
    constexpr std::array<std::uint32_t, 4> group_blocks{1, 3, 16, 64};
    for (const index::Material& material : table::classes_of(table::list_tables(directory))) {
        const bool has_models = index::QuietPositions::lie_in_rows(material) && random.below(4) != 0;
        recode_class(directory, material,
                     {has_models ? table::Encoding::Neighbours : table::Encoding::Zstd,
                      block_positions.at(random.below(block_positions.size())),
                      group_blocks.at(random.below(group_blocks.size()))});
    }
}

}  // namespace dameotb::attack
