// Writes plain tables, or any bytes, to table files. Full tables, verification and statistics are tested with them.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <random>
#include <vector>

#include <dameotb/store/code_source.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/table_file.hpp>
#include <dameotb/table/format/values_digest.hpp>

#include "plain_tables.hpp"
#include "temporary_directory.hpp"

namespace dameotb::tests {

/// One byte for each position: White to move, then Black to move if the files store that.
using PositionBytes = std::vector<std::uint8_t>;

/// Returns whether a capture is forced at each position. Works it out once for each class.
inline const std::vector<bool>& forced_positions(const index::ClassIndex& index) {
    static std::map<index::Material, std::vector<bool>> of_classes;
    const auto [entry, is_new] = of_classes.try_emplace(index.material());
    for (int side = 0; is_new && side < index::stored_sides(index.material()); ++side) {
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            entry->second.push_back(rules::must_capture(index.unrank(number, static_cast<Colour>(side))));
        }
    }
    return entry->second;
}

/// Returns the bytes, with table::dont_care_code where a capture is forced.
inline PositionBytes with_open_positions(const index::ClassIndex& index, PositionBytes bytes) {
    const std::vector<bool>& forced = forced_positions(index);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = forced[i] ? table::dont_care_code : bytes[i];
    }
    return bytes;
}

/// Returns the bytes of a class's table. Positions of forced captures hold noise, which no reader may look at.
inline PositionBytes position_bytes(PlainTable& table, table::Metric metric) {
    std::mt19937_64 noise{1};
    PositionBytes bytes;
    const std::vector<bool>& forced = forced_positions(table.index);
    for (std::size_t offset = 0; offset < forced.size(); ++offset) {
        const Value value = table.at(static_cast<Colour>(offset / table.index.size()), offset % table.index.size());
        bytes.push_back(forced[offset]
                            ? static_cast<std::uint8_t>(
                                  noise() % (metric == table::Metric::Dtm ? table::most_distance_code + 1 : 3))
                        : metric == table::Metric::Dtm ? dtm_byte(value)
                                                       : wdl_byte(value));
    }
    return bytes;
}

inline table::Digest digest_of(const index::ClassIndex& index, const PositionBytes& bytes) {
    store::CodesDigest digest;
    digest.add(with_open_positions(index, bytes));
    return digest.finish();
}

/// Says what the header of a table tells of values.
struct ToldValues {
    table::Digest own{};
    table::Digest wdl{};  ///< Zeros for a .wdl.
};

/// Returns what the header of a class's table tells of the true values.
inline ToldValues true_values(PlainTable& table, table::Metric metric) {
    const table::Digest wdl = digest_of(table.index, position_bytes(table, table::Metric::Wdl));
    return metric == table::Metric::Wdl ? ToldValues{wdl, {}}
                                        : ToldValues{digest_of(table.index, position_bytes(table, metric)), wdl};
}

/// Returns the header of a table without models, in blocks and block groups of odd sizes.
inline table::Header header_of(const index::ClassIndex& index, table::Metric metric, const ToldValues& told = {},
                               std::uint32_t block_positions = 1000) {
    const table::TableKind kind = table::kind_of({index.material(), metric});
    table::Header header;
    header.metric = metric;
    header.sides = kind.sides;
    header.stored = kind.sides == 2 ? table::StoredSides::Both : table::StoredSides::White;
    header.material = kind.material;
    header.block_positions = block_positions;
    header.group_blocks = 3;
    header.positions_per_side = kind.positions_per_side;
    header.values = told.own;
    header.wdl = told.wdl;
    return header;
}

/// Writes a table without models, with the seed that its header gets. Keeps the bytes of positions where a capture is
/// forced. Requires: no byte is table::dont_care_code.
inline void write_values(const std::filesystem::path& path, table::Header header, const PositionBytes& bytes) {
    header.seed = table::seed_of(header, {});
    table::TableWriter writer{path, header};
    table::ZstdEncoder encoder;
    std::size_t next = 0;
    for (std::uint64_t group = 0; group < header.groups(); ++group) {
        std::vector<std::vector<std::byte>> blocks;
        for (std::uint32_t i = 0; i < header.blocks_in_group(group); ++i) {
            const std::size_t positions = header.positions_in_block(group * header.group_blocks + i);
            blocks.push_back(encoder.encode(std::span{bytes}.subspan(next, positions)));
            next += positions;
        }
        writer.append(table::encode_group(header, group, blocks));
    }
    writer.finish();
}

/// Writes a table of any class, in the encoding that its class gets.
inline void write_any_values(const std::filesystem::path& path, const index::ClassIndex& index, table::Metric metric,
                             const PositionBytes& bytes, const ToldValues& told) {
    if (table::encoding_of(index.material()) == table::Encoding::Zstd) {
        write_values(path, header_of(index, metric, told), bytes);
        return;
    }
    const PositionBytes own = with_open_positions(index, bytes);
    store::CodeSource codes_of = store::codes_in_memory(own, index.size());
    codes_of.coding = table::coding_of(metric);
    table::Header wanted = table::new_header({index.material(), metric});
    wanted.values = told.own;
    wanted.wdl = told.wdl;
    const auto plans = store::plan_tables({&wanted, 1}, store::DistanceSides::All, index, codes_of, 1);
    table::TableWriter writer{path, plans.front().header, plans.front().models_bytes};
    store::append_groups(plans.front(), writer, codes_of, 1);
    writer.finish();
}

inline void write_file(const std::filesystem::path& directory, PlainTable& table, table::Metric metric) {
    write_values(table::table_path(directory, {table.index.material(), metric}),
                 header_of(table.index, metric, true_values(table, metric)), position_bytes(table, metric));
}

inline void write_files(const std::filesystem::path& directory, PlainTables& tables) {
    for (auto& entry : tables.all()) {
        write_file(directory, entry.second, table::Metric::Dtm);
        write_file(directory, entry.second, table::Metric::Wdl);
    }
}

}  // namespace dameotb::tests
