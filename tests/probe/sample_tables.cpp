// Puts codes into blocks one at a time, by ClassIndex::unrank.
#include "sample_tables.hpp"

#include <algorithm>

#include <dameotb/index/quiet_positions.hpp>
#include <dameotb/table/codec/block_codec.hpp>
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::tests {

using table::Encoding;
using table::Metric;

namespace {

/// The codes of one side's positions, and the results that belong to those of a .dtm.
struct SideCodes {
    std::vector<std::uint8_t> codes;
    std::vector<std::uint8_t> results;
};

SideCodes codes_of_side(const index::ClassIndex& index, const table::Header& header, Colour mover,
                        const CodeOf& code_of) {
    SideCodes side;
    for (std::uint64_t number = 0; number < index.size(); ++number) {
        const Position position = index.unrank(number, mover);
        const bool has_code = header.encoding == Encoding::Zstd || !rules::must_capture(position);
        const auto code = has_code ? static_cast<std::uint8_t>(code_of(position)) : table::dont_care_code;
        side.codes.push_back(code);
        if (header.metric == Metric::Dtm) {
            side.results.push_back(code == table::dont_care_code ? code : table::result_code_of(code));
        }
    }
    return side;
}

std::vector<table::BlockCodes> cut(const SideCodes& side, std::uint32_t block_positions) {
    std::vector<table::BlockCodes> blocks;
    for (std::size_t first = 0; first < side.codes.size(); first += block_positions) {
        const std::size_t count = std::min<std::size_t>(block_positions, side.codes.size() - first);
        blocks.push_back(
            {first, std::span{side.codes}.subspan(first, count),
             side.results.empty() ? std::span<const std::uint8_t>{} : std::span{side.results}.subspan(first, count)});
    }
    return blocks;
}

}  // namespace

index::Material material(std::string_view name) {
    return index::Material::parse(name).value();
}

table::Header header_of(const index::ClassIndex& index, Metric metric, TableForm form) {
    const index::Material& m = index.material();
    const auto all = m.is_symmetric() ? table::StoredSides::White : table::StoredSides::Both;
    return {.metric = metric,
            .encoding = index::QuietPositions::lie_in_rows(m) ? form.encoding : Encoding::Zstd,
            .sides = static_cast<std::uint8_t>(m.is_symmetric() ? 1 : 2),
            .stored = metric == Metric::Dtm && !m.is_symmetric() ? form.stored : all,
            .material = {m.white.kings, m.white.men, m.black.kings, m.black.men},
            .block_positions = form.block_positions,
            .group_blocks = form.group_blocks,
            .positions_per_side = index.size()};
}

TableParts table_parts(const index::Material& material, Metric metric, const CodeOf& code_of, TableForm form) {
    const index::ClassIndex index{material};
    TableParts parts{header_of(index, metric, form), {}, {}};
    table::ZstdEncoder zstd;
    table::BlockSpace space;
    for (const Colour side : both_colours) {
        if (!parts.header.stores(side)) {
            continue;
        }
        const auto mover = static_cast<Colour>(side);
        const SideCodes codes = codes_of_side(index, parts.header, mover, code_of);
        const std::vector<table::BlockCodes> blocks = cut(codes, form.block_positions);
        if (parts.header.encoding == Encoding::Zstd) {
            for (const table::BlockCodes& block : blocks) {
                parts.blocks.push_back(zstd.encode(block.codes));
            }
            continue;
        }
        const auto model =
            table::Model::train(index, mover, table::coding_of(metric), blocks, {.table_bits = 8, .passes = 1});
        const std::vector<std::byte> bytes = model.to_bytes();
        parts.models.insert(parts.models.end(), bytes.begin(), bytes.end());
        for (const table::BlockCodes& block : blocks) {
            parts.blocks.push_back(space.encode(model, block));
        }
    }
    parts.header.models_bytes = static_cast<std::uint32_t>(parts.models.size());
    return parts;
}

void write_parts(const std::filesystem::path& path, const TableParts& parts) {
    const table::Header& header = parts.header;
    table::TableWriter writer{path, header, parts.models};
    for (std::uint64_t group = 0; group < header.groups(); ++group) {
        const auto blocks = std::span{parts.blocks}.subspan(group * header.group_blocks, header.blocks_in_group(group));
        writer.append(table::encode_group(header, group, blocks));
    }
    writer.finish();
}

void write_table(const std::filesystem::path& directory, const index::Material& material, Metric metric,
                 const CodeOf& code_of, TableForm form) {
    write_parts(table::table_path(directory, {material, metric}), table_parts(material, metric, code_of, form));
}

unsigned wdl_code(const Position& position) {
    return rules::must_capture(position) ? table::loss_code : table::wdl_code_of(two_piece_values().of(position).wdl());
}

unsigned dtm_code(const Position& position) {
    constexpr int longest_loss = 250;
    return rules::must_capture(position) ? table::dtm_code_of_plies(longest_loss)
                                         : table::dtm_code_of(two_piece_values().of(position));
}

void write_tables(const std::filesystem::path& directory, const index::Material& material, const CodeOf& dtm_code_of,
                  TableForm form) {
    const auto wdl_code_of = [&](const Position& position) {
        const unsigned code = dtm_code_of(position);
        return code == table::dont_care_code ? code : table::result_code_of(code);
    };
    write_table(directory, material, Metric::Wdl, wdl_code_of, form);
    write_table(directory, material, Metric::Dtm, dtm_code_of, form);
}

SampleTables::SampleTables(TableForm form) {
    for (const char* name : {"KvK", "KvM", "MvM"}) {
        write_tables(path(), material(name), dtm_code, form);
    }
}

}  // namespace dameotb::tests
