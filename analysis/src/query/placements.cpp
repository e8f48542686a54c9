// Threads read the values of rows; the calling thread takes the placements, part by part.
#include <dameotb/analysis/query/placements.hpp>

#include <dameotb/analysis/query/query.hpp>
#include <dameotb/analysis/statistics/statistics.hpp>
#include <dameotb/index/class_index.hpp>

#include "run/class_run.hpp"

namespace dameotb::query {

namespace {

/// The rows of one part of a class. Their scores may have been evicted by the time they are taken.
struct ListedRows {
    std::vector<analysis::ValueRow> rows;
    std::vector<Value> values;  ///< Of the rows' squares, in order.
};

void take_rows(const ListedRows& part, bool up_to_symmetry, const std::function<void(const ListedPlacement&)>& take) {
    auto value = part.values.begin();
    for (const analysis::ValueRow& row : part.rows) {
        const Bitboard forced = row.forced();
        for (const Square square : row.squares()) {
            ListedPlacement placement{row.position(square), *value++, forced.contains(square)};
            if (up_to_symmetry) {
                placement.weight = row.weight(square);
                take(placement);
                continue;
            }
            for (const Position& image : board_images(placement.position)) {
                placement.position = image;
                take(placement);
            }
        }
    }
}

}  // namespace

std::vector<Colour> Listing::sides_to_move() const {
    return side_to_move ? std::vector{*side_to_move} : std::vector{Colour::White, Colour::Black};
}

std::uint64_t Listing::size() const {
    std::uint64_t sum = 0;
    for (const index::Material& material : classes) {
        sum += up_to_symmetry ? index::placement_orbits(material) : index::all_placements(material);
    }
    return sum * sides_to_move().size();
}

bool list(const Listing& listing, const analysis::RunOptions& options,
          const std::function<void(const ListedPlacement&)>& take) {
    analysis::ClassRun run{options, listing.classes.size()};
    for (const index::Material& material : listing.classes) {
        if (!run.load(material)) {
            return false;
        }
        for (const Colour side : listing.sides_to_move()) {
            const bool complete = analysis::scan<ListedRows>(
                run.values(), side, run.scan_options(),
                [](ListedRows& part, const analysis::ValueRow& row) {
                    part.rows.push_back(row);
                    for (const Square square : row.squares()) {
                        part.values.push_back(row.value(square));
                    }
                },
                [&](const ListedRows& part) {
                    if (!run.is_stopped()) {
                        take_rows(part, listing.up_to_symmetry, take);
                    }
                });
            if (!complete || run.is_stopped()) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace dameotb::query
