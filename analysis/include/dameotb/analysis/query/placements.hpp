// Lists every placement of whole classes with its value, or one of each set of symmetric ones.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/analysis/run/run.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::query {

/// A placement with a side to move, and what holds for it.
struct ListedPlacement {
    Position position;
    Value value;                ///< For the side to move.
    bool must_capture = false;  ///< The side to move must capture.
    int weight = 1;             ///< How many symmetric placements it stands for, itself included.
    bool operator==(const ListedPlacement&) const = default;
};

/// Which placements are listed.
struct Listing {
    std::vector<index::Material> classes;  ///< Canonical, listed in this order.
    /// Empty: White, then Black. In a symmetric class Black's positions are White's with colours swapped; they are
    /// listed all the same.
    std::optional<Colour> side_to_move{};
    /// Whether one stands for all that are symmetric to it: its mirror image, or without men all eight images. Which
    /// one, is not specified.
    bool up_to_symmetry = false;

    /// Returns how many placements are listed. Requires: index::has_size of all classes.
    [[nodiscard]] std::uint64_t size() const;
    [[nodiscard]] std::vector<Colour> sides_to_move() const;
};

/// Calls take(placement) in the calling thread. Symmetric placements come one after the other. The weights of a class
/// and side to move add up to index::all_placements. The order does not depend on the number of threads, and memory not
/// on how many placements there are. Returns false if stopped. Rethrows what `take` throws, and throws
/// table::TablebaseError for a missing or damaged .dtm file.
bool list(const Listing& listing, const analysis::RunOptions& options,
          const std::function<void(const ListedPlacement&)>& take);

}  // namespace dameotb::query
