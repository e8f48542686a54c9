// Small tables made in the plain way and written to files. Full tables, verification and statistics are tested with
// them.
// Nothing of the solver is used. The values of a class are those of the game cut off after n plies, for growing n until
// nothing changes. A position decided in at most n plies then has its true value; all others are draws.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

/// The values of one class, for both sides to move, even if the files store only one.
struct PlainTable {
    explicit PlainTable(const index::Material& material)
        : index{material}, values(2, std::vector<rules::Value>(index.size())) {}

    [[nodiscard]] rules::Value& at(rules::Colour side_to_move, std::uint64_t number) {
        return values[static_cast<std::size_t>(side_to_move)][number];
    }

    index::ClassIndex index;
    std::vector<std::vector<rules::Value>> values;
};

class PlainTables {
public:
    explicit PlainTables(const std::vector<index::Material>& materials) {
        for (const index::Material& material : index::with_dependencies(materials)) {
            solve(material);
        }
    }

    [[nodiscard]] PlainTable& table(const index::Material& material) { return tables_.at(material); }
    [[nodiscard]] std::map<index::Material, PlainTable>& all() { return tables_; }

    /// Returns the value of any position. Requires: its class is solved, or a side has no pieces.
    [[nodiscard]] rules::Value value(const rules::Position& position) const {
        if (position.own().all().empty()) {
            return rules::Value::loss_in(0);
        }
        const index::Material material = index::Material::of(position);
        const rules::Position stored = material.is_canonical() ? position : position.flipped();
        const PlainTable& table = tables_.at(material.canonical());
        return table.values[static_cast<std::size_t>(stored.side_to_move)][table.index.rank(stored)];
    }

private:
    void solve(const index::Material& material) {
        PlainTable& table = tables_.emplace(material, PlainTable{material}).first->second;
        for (bool changed = true; changed;) {
            PlainTable next{material};
            for (const rules::Colour side : {rules::Colour::White, rules::Colour::Black}) {
                for (std::uint64_t number = 0; number < table.index.size(); ++number) {
                    rules::Value best = rules::Value::loss_in(0);
                    for (const rules::Position& successor : rules::successors(table.index.unrank(number, side))) {
                        best = std::max(best, value(successor).before_move());
                    }
                    next.at(side, number) = best;
                }
            }
            changed = next.values != table.values;
            table.values = std::move(next.values);
        }
    }

    std::map<index::Material, PlainTable> tables_;
};

inline index::Material class_of(const std::string& name) {
    return index::Material::parse(name).value();
}

inline std::uint8_t dtm_byte(rules::Value value) {
    return value.wdl() == rules::Wdl::Draw ? std::uint8_t{0} : static_cast<std::uint8_t>(value.dtm().plies() + 1);
}

inline std::uint8_t wdl_byte(rules::Value value) {
    return value.wdl() == rules::Wdl::Loss ? std::uint8_t{0} : value.wdl() == rules::Wdl::Draw ? 1 : 2;
}

/// Returns the header that a file of the class must have.
inline format::Header header_of(const index::ClassIndex& index, format::Metric metric) {
    const index::Material& m = index.material();
    format::Header header;
    header.metric = metric;
    header.material = {m.white.kings, m.white.men, m.black.kings, m.black.men};
    header.sides = static_cast<std::uint8_t>(index::stored_sides(m));
    header.block_places = 1000;
    header.places_per_side = index.size();
    return header;
}

inline void write_values(const std::filesystem::path& path, const format::Header& header,
                         const std::vector<std::uint8_t>& bytes) {
    format::TableWriter writer{path, header};
    format::BlockEncoder encoder{3};
    const std::size_t block_bytes = std::size_t{header.block_places} * header.value_bytes;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const std::size_t first = ordinal * block_bytes;
        const auto block = std::span{bytes}.subspan(first, std::min(block_bytes, bytes.size() - first));
        writer.append(encoder.encode(ordinal, std::as_bytes(block)));
    }
    writer.finish();
}

/// Returns the bytes of a class's file. Places of forced captures hold noise, which no reader may look at.
inline std::vector<std::uint8_t> file_bytes(PlainTable& table, format::Metric metric) {
    std::mt19937_64 noise{1};
    std::vector<std::uint8_t> bytes;
    for (int side = 0; side < index::stored_sides(table.index.material()); ++side) {
        for (std::uint64_t number = 0; number < table.index.size(); ++number) {
            const auto colour = static_cast<rules::Colour>(side);
            const rules::Value value = table.at(colour, number);
            const bool open = rules::must_capture(table.index.unrank(number, colour));
            bytes.push_back(open                            ? static_cast<std::uint8_t>(noise())
                            : metric == format::Metric::Dtm ? dtm_byte(value)
                                                            : wdl_byte(value));
        }
    }
    return bytes;
}

inline void write_file(const std::filesystem::path& directory, PlainTable& table, format::Metric metric) {
    write_values(directory / (table.index.material().name() + "." + files::extension(metric)),
                 header_of(table.index, metric), file_bytes(table, metric));
}

inline void write_files(const std::filesystem::path& directory, PlainTables& tables) {
    for (auto& entry : tables.all()) {
        write_file(directory, entry.second, format::Metric::Dtm);
        write_file(directory, entry.second, format::Metric::Wdl);
    }
}

}  // namespace dameotb::tests
