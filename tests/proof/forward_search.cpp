#include "forward_search.hpp"

#include <algorithm>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::tests {

namespace {

/// The bounds of a position of which only this is known, that it has a move.
constexpr Bounds nothing_known{Value::loss_in(2), Value::win_in(1)};

class Search {
public:
    Search(int pieces, const ValueOutside& outside, std::uint64_t most_visited)
        : pieces_{pieces}, outside_{outside}, most_visited_{most_visited} {}

    [[nodiscard]] bool is_over() const { return visited_ >= most_visited_; }

    /// Returns bounds by moves of `depth` plies; forced captures lead out of the class and are always followed.
    Bounds bounds(const Position& position, int depth) {
        if (index::Material::of(position).pieces() < pieces_) {
            const Value value = outside_(position);
            return {value, value};
        }
        if (is_over()) {
            return {Value::loss_in(0), Value::win_in(1)};
        }
        ++visited_;
        const std::vector<Position> successors = rules::successors(position);
        if (successors.empty()) {
            return {Value::loss_in(0), Value::loss_in(0)};
        }
        if (depth == 0 && !rules::must_capture(position)) {
            return nothing_known;
        }
        Bounds all{Value::loss_in(0), Value::loss_in(0)};
        for (const Position& next : successors) {
            const Bounds reached = bounds(next, depth - 1);
            all.low = std::max(all.low, reached.high.before_move());
            all.high = std::max(all.high, reached.low.before_move());
            if (all.low == Value::win_in(1)) {
                break;  // nothing is better
            }
        }
        return all;
    }

private:
    int pieces_;
    const ValueOutside& outside_;
    std::uint64_t most_visited_;
    std::uint64_t visited_ = 0;
};

}  // namespace

Bounds search_forward(const Position& position, const ValueOutside& outside, std::uint64_t most_visited) {
    Search search{index::Material::of(position).pieces(), outside, most_visited};
    Bounds found{Value::loss_in(0), Value::win_in(1)};
    for (int depth = 1; !found.is_exact() && !search.is_over(); ++depth) {
        // A search that ends early knows less of some positions, but nothing wrong.
        const Bounds deeper = search.bounds(position, depth);
        found = {std::max(found.low, deeper.low), std::min(found.high, deeper.high)};
    }
    return found;
}

}  // namespace dameotb::tests
