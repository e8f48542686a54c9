// Finds a random position of a class, if wanted with a given result and length: to play it out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/analysis/query/query.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// What is wanted. The same wish gets the same position, as long as the tables are the same.
struct RandomWish {
    index::Material material;  ///< Of the position; need not be canonical. At most index::most_pieces, none bare.
    query::Query query;        ///< Only result, plies and side_to_move may be set.
    std::uint32_t seed = 0;
};

/// Returns random positions of the class. Each placement, and either side to move, is as likely as any other. The same
/// seed gives the same positions. Requires: at most index::most_pieces, none bare.
[[nodiscard]] std::vector<rules::Position> random_positions(const index::Material& material, std::size_t count,
                                                            std::uint32_t seed);

/// Tries random positions. Each placement of the class, and either side to move, is as likely as any other. Returns the
/// first that is right, or nothing if none is. Throws table::TablebaseError for a damaged file, and
/// probe::OutOfBudget.
[[nodiscard]] std::optional<rules::Position> random_try(const probe::Tablebase& tables, const RandomWish& wish,
                                                        Work& work);

/// Goes through the whole class. Each set of symmetric positions that are right is as likely as any other. Returns
/// nothing if there is none. Throws table::TablebaseError for a missing or damaged .dtm file.
[[nodiscard]] std::optional<rules::Position> random_of_all(const std::filesystem::path& directory,
                                                           const RandomWish& wish);

}  // namespace dameotb::web
