// Finds a random position of a class, optionally with a given result and length, to play out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/analysis/query/query.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// The requested position. Equal wishes yield equal positions while the tables are the same.
struct RandomWish {
    index::Material material;  ///< Of the position; need not be canonical. At most index::most_pieces, no bare side.
    query::Query query;        ///< Only result, plies and side_to_move may be set.
    std::uint32_t seed = 0;
    bool worth_playing = false;  ///< Only positions that are, as `is_worth_playing` says.
};

/// Returns whether there is something to play in a position with this value: no capture is forced, there are two moves
/// or more, in a draw one of them loses, a win or loss takes 4 plies or more, and the stronger side wins, if one is: it
/// has neither fewer pieces nor fewer kings. A query that names plies has any length, and one that names result and
/// side to move any winner. Throws as probes do.
[[nodiscard]] bool is_worth_playing(const probe::Tablebase& tables, const Position& position, Value value,
                                    const query::Query& query, probe::WorkBudget* budget = nullptr);

/// Returns random positions of the class, uniform over placements and sides to move. The same seed gives the same
/// positions. Requires: at most index::most_pieces, no bare side.
[[nodiscard]] std::vector<Position> random_positions(const index::Material& material, std::size_t count,
                                                     std::uint32_t seed);

/// Tries random positions, uniform over the class's placements and sides to move. Returns the first match, or nothing
/// if none matches. Throws table::TablebaseError for a damaged file, and probe::OutOfBudget.
[[nodiscard]] std::optional<Position> random_try(const probe::Tablebase& tables, const RandomWish& wish, Work& work);

/// Searches the whole class, and chooses uniformly among the sets of symmetric positions that match. Returns nothing if
/// there is none. Throws table::TablebaseError for a missing or damaged .dtm file, and probe::OutOfBudget.
/// `tables`: of the directory.
[[nodiscard]] std::optional<Position> random_of_all(const table::TableDirectories& directory,
                                                    const probe::Tablebase& tables, const RandomWish& wish, Work& work);

}  // namespace dameotb::web
