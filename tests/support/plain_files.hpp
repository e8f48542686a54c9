// Writes plain tables, or any bytes, to table files. Full tables, verification and statistics are tested with them.
#pragma once

#include <array>
#include <filesystem>
#include <random>
#include <vector>

#include <dameotb/scores/load/codes_digest.hpp>
#include <dameotb/scores/load/table_writing.hpp>
#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/codec/zstd_units.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/page.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "plain_tables.hpp"
#include "temporary_directory.hpp"

namespace dameotb::tests {

/// One byte for each place: White to move, then Black to move if the files store that.
using PlaceBytes = std::vector<std::uint8_t>;

/// Returns whether a capture is forced at each place.
inline std::vector<bool> forced_places(const index::ClassIndex& index) {
    std::vector<bool> forced;
    for (int side = 0; side < index::stored_sides(index.material()); ++side) {
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            forced.push_back(rules::must_capture(index.unrank(number, static_cast<rules::Colour>(side))));
        }
    }
    return forced;
}

/// Returns the bytes, with table::dont_care_code where a capture is forced.
inline PlaceBytes with_open_places(const index::ClassIndex& index, PlaceBytes bytes) {
    const std::vector<bool> forced = forced_places(index);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = forced[i] ? table::dont_care_code : bytes[i];
    }
    return bytes;
}

/// Returns the bytes of a class's table. Places of forced captures hold noise, which no reader may look at.
inline PlaceBytes place_bytes(PlainTable& table, table::Metric metric) {
    std::mt19937_64 noise{1};
    PlaceBytes bytes;
    const std::vector<bool> forced = forced_places(table.index);
    for (std::size_t place = 0; place < forced.size(); ++place) {
        const rules::Value value =
            table.at(static_cast<rules::Colour>(place / table.index.size()), place % table.index.size());
        bytes.push_back(forced[place] ? static_cast<std::uint8_t>(
                                            noise() % (metric == table::Metric::Dtm ? table::most_dtm_code + 1 : 3))
                        : metric == table::Metric::Dtm ? dtm_byte(value)
                                                       : wdl_byte(value));
    }
    return bytes;
}

inline table::Digest digest_of(const index::ClassIndex& index, const PlaceBytes& bytes) {
    scores::CodesDigest digest;
    digest.add(with_open_places(index, bytes));
    return digest.finish();
}

/// Says what the header of a table tells of values.
struct ToldValues {
    table::Digest own{};
    table::Digest wdl{};  ///< Zeros for a .wdl.
};

/// Returns what the header of a class's table tells of the true values.
inline ToldValues true_values(PlainTable& table, table::Metric metric) {
    const table::Digest wdl = digest_of(table.index, place_bytes(table, table::Metric::Wdl));
    return metric == table::Metric::Wdl ? ToldValues{wdl, {}}
                                        : ToldValues{digest_of(table.index, place_bytes(table, metric)), wdl};
}

/// Returns the header of a table without models, in units and pages of odd sizes.
inline table::Header header_of(const index::ClassIndex& index, table::Metric metric, const ToldValues& told = {},
                               std::uint32_t unit_places = 1000) {
    const table::TableKind kind = table::kind_of({index.material(), metric});
    table::Header header;
    header.metric = metric;
    header.sides = kind.sides;
    header.stored = kind.sides == 2 ? table::StoredSides::Both : table::StoredSides::White;
    header.material = kind.material;
    header.unit_places = unit_places;
    header.page_units = 3;
    header.places_per_side = kind.places_per_side;
    header.values = told.own;
    header.wdl = told.wdl;
    return header;
}

/// Writes a table without models. Keeps the bytes of places where a capture is forced. Requires: no byte is
/// table::dont_care_code.
inline void write_values(const std::filesystem::path& path, const table::Header& header, const PlaceBytes& bytes) {
    table::TableWriter writer{path, header};
    table::ZstdEncoder encoder;
    std::size_t next = 0;
    for (std::uint64_t page = 0; page < header.pages(); ++page) {
        std::vector<std::vector<std::byte>> units;
        for (std::uint32_t i = 0; i < header.units_in_page(page); ++i) {
            const std::size_t places = header.places_in_unit(page * header.page_units + i);
            units.push_back(encoder.encode(std::span{bytes}.subspan(next, places)));
            next += places;
        }
        writer.append(table::encode_page(header, page, units));
    }
    writer.finish();
}

/// Writes a table of any class, in the encoding that its class gets.
inline void write_any_values(const std::filesystem::path& path, const index::ClassIndex& index, table::Metric metric,
                             const PlaceBytes& bytes, const ToldValues& told) {
    if (table::encoding_of(index.material()) == table::Encoding::Zstd) {
        write_values(path, header_of(index, metric, told), bytes);
        return;
    }
    const PlaceBytes own = with_open_places(index, bytes);
    scores::CodesOf codes_of = scores::codes_in_memory(own, index.size());
    codes_of.metric = metric;
    const std::array wanted{scores::TableToWrite{{index.material(), metric}, told.own, told.wdl}};
    const auto plans = scores::plan_tables(wanted, index, codes_of, 1);
    table::TableWriter writer{path, plans.front().header, plans.front().models_bytes};
    scores::append_pages(plans.front(), writer, codes_of, 1);
    writer.finish();
}

inline void write_file(const std::filesystem::path& directory, PlainTable& table, table::Metric metric) {
    write_values(table::table_path(directory, {table.index.material(), metric}),
                 header_of(table.index, metric, true_values(table, metric)), place_bytes(table, metric));
}

inline void write_files(const std::filesystem::path& directory, PlainTables& tables) {
    for (auto& entry : tables.all()) {
        write_file(directory, entry.second, table::Metric::Dtm);
        write_file(directory, entry.second, table::Metric::Wdl);
    }
}

}  // namespace dameotb::tests
