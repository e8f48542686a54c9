// A search by forward moves, down to finished smaller classes. What it finds is proven without the table of the class.
#pragma once

#include <cstdint>

#include <dameotb/rules/value.hpp>

#include "plain_class_solver.hpp"

namespace dameotb::tests {

/// What a search found out: the value is `low`, or `high`, or one between.
struct Bounds {
    Value low;
    Value high;

    [[nodiscard]] bool is_exact() const { return low == high; }
    [[nodiscard]] bool contains(Value value) const { return low <= value && value <= high; }
};

/// Searches one ply deeper again and again, until the value is known or so many positions were visited.
/// `outside`: gives the values of positions with fewer pieces than this one. Those with as many, after a promotion too,
/// are searched.
[[nodiscard]] Bounds search_forward(const Position& position, const ValueOutside& outside, std::uint64_t most_visited);

}  // namespace dameotb::tests
