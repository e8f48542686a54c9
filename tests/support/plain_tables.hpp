// Small tables made in the plain way. plain_files.hpp writes them to files.
// Nothing of the solver is used. The values of a class are those of the game cut off after n plies, for growing n until
// nothing changes. A position decided in at most n plies then has its true value; all others are draws.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/table/format/metric.hpp>

#include "samples.hpp"

namespace dameotb::tests {

/// The values of one class, for both sides to move, even if the files store only one.
struct PlainTable {
    explicit PlainTable(const index::Material& material)
        : index{material}, values(2, std::vector<Value>(index.size())) {}

    [[nodiscard]] Value& at(Colour side_to_move, std::uint64_t number) {
        return values[static_cast<std::size_t>(side_to_move)][number];
    }

    index::ClassIndex index;
    std::vector<std::vector<Value>> values;
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
    [[nodiscard]] Value value(const Position& position) const {
        if (position.own().all().empty()) {
            return Value::loss_in(0);
        }
        const index::Material material = index::Material::of(position);
        const Position stored = material.is_canonical() ? position : position.flipped();
        const PlainTable& table = tables_.at(material.canonical());
        return table.values[static_cast<std::size_t>(stored.side_to_move)][table.index.rank(stored)];
    }

private:
    void solve(const index::Material& material) {
        PlainTable& table = tables_.emplace(material, PlainTable{material}).first->second;
        for (bool changed = true; changed;) {
            PlainTable next{material};
            for (const Colour side : both_colours) {
                for (std::uint64_t number = 0; number < table.index.size(); ++number) {
                    Value best = Value::loss_in(0);
                    for (const Position& successor : rules::successors(table.index.unrank(number, side))) {
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

inline std::uint8_t dtm_byte(Value value) {
    return value.wdl() == Wdl::Draw ? std::uint8_t{0} : static_cast<std::uint8_t>(value.dtm().plies() + 1);
}

inline std::uint8_t wdl_byte(Value value) {
    return value.wdl() == Wdl::Loss ? std::uint8_t{0} : value.wdl() == Wdl::Draw ? 1 : 2;
}

}  // namespace dameotb::tests
