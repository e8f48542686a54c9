// Loads tables with all they depend on, smallest first. Fills in forced captures by forward moves.
#include "full_table.hpp"

#include <algorithm>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/slice/score.hpp>
#include <dameotb/table/format/metric.hpp>

#include "whole_table.hpp"

namespace dameotb::tests {

FullTable::FullTable(const index::Material& material) : index_{material} {}

Value FullTable::value(Colour side_to_move, std::uint64_t number) const {
    return table::value_of_dtm_code(bytes_[static_cast<std::size_t>(side_to_move) * index_.size() + number]);
}

FullTables::FullTables(std::filesystem::path directory, int threads)
    : directory_{std::move(directory)}, threads_{threads}, tables_(index::class_numbers) {}

FullTables::~FullTables() = default;

const FullTable& FullTables::load(const index::Material& material) {
    for (const index::Material& part : index::with_dependencies({material})) {
        std::unique_ptr<FullTable>& loaded = tables_[index::class_number(part)];
        if (!loaded) {
            std::vector<std::uint8_t> bytes = tests::read_whole_table(directory_, {part, table::Metric::Dtm}, threads_);
            std::unique_ptr<FullTable> table{new FullTable{part}};
            table->bytes_ = std::move(bytes);
            fill_forced_captures(*table);
            loaded = std::move(table);
        }
    }
    return *tables_[index::class_number(material)];
}

void FullTables::keep_only(const std::vector<index::Material>& needed) {
    std::vector<bool> kept(index::class_numbers);
    for (const index::Material& material : index::with_dependencies(needed)) {
        kept[index::class_number(material)] = true;
    }
    for (std::size_t number = 0; number < tables_.size(); ++number) {
        if (!kept[number]) {
            tables_[number].reset();
        }
    }
}

Value FullTables::value(const Position& position) const {
    if (rules::has_bare_side(position)) {
        return rules::bare_value(position);
    }
    const Position stored = index::stored_form(position);
    const FullTable& table = *tables_[index::class_number(index::Material::of(stored))];
    return table.value(stored.side_to_move, table.index().rank(stored));
}

/// Fills in the positions with a forced capture. Captures leave the class, so the tables of all their results are
/// already complete.
void FullTables::fill_forced_captures(FullTable& table) const {
    const std::uint64_t size = table.index_.size();
    constexpr std::uint64_t task = 4096;
    const auto fill = [&](Colour side, std::uint64_t number) {
        const Position position = table.index_.unrank(number, side);
        if (!rules::must_capture(position)) {
            return;
        }
        Value best = Value::loss_in(0);
        for (const Move& move : rules::legal_moves(position)) {
            best = std::max(best, value(rules::after(position, move)).before_move());
        }
        if (best.dtm().plies() > scores::longest_plies) {
            throw table::TablebaseError{directory_.string(), "a capture in " + table.index_.material().name() +
                                                                 " leads to a value out of range"};
        }
        table.bytes_[static_cast<std::size_t>(side) * size + number] = table::dtm_code_of(best);
    };
    for (int side = 0; side < index::stored_sides(table.index_.material()); ++side) {
        memory::parallel_for((size + task - 1) / task, threads_, [&](std::size_t, std::uint64_t i) {
            for (std::uint64_t number = i * task; number < std::min((i + 1) * task, size); ++number) {
                fill(static_cast<Colour>(side), number);
            }
        });
    }
}

}  // namespace dameotb::tests
