// The plain reference solver. The tables are compared with it.
// It uses only forward moves, over an array with gaps, ply by ply. It uses no unmoves, no slices, no symmetry except
// that of colours, and nothing of index/ except the class's counts. It is plain first, and fast enough for four pieces.
// Nothing but tests uses it.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

/// Calls visit(position) once for every placement of the class, with `side_to_move` to move. Each of several symmetric
/// placements is visited.
void for_each_placement(const index::Material& material, Colour side_to_move,
                        const std::function<void(const Position&)>& visit);

/// Computes exact values of whole classes. Not thread-safe; not even `value` is, because it may solve. Memory: about
/// 200 bytes for each placement while a class is solved (1.6 GiB for KKvKM), then 2 bytes for each of 64^n numbers and
/// each stored side to move.
class ReferenceSolver {
public:
    /// `threads`: for generating moves and sweeping. Values do not depend on it.
    explicit ReferenceSolver(int threads = 1);
    ~ReferenceSolver();

    /// Returns the value of any position of at most five pieces. On first use, solves its class and all classes that
    /// captures and promotions lead to. Throws std::invalid_argument for more pieces, and std::bad_alloc if memory does
    /// not suffice.
    [[nodiscard]] Value value(const Position& position);

private:
    class Class;

    /// Returns the value. Requires: the position's class is solved, or a side has no pieces.
    [[nodiscard]] Value lookup(const Position& position) const;
    void solve(const index::Material& material);

    int threads_;
    /// By class. Of a colour-flipped pair, the canonical one.
    std::map<index::Material, std::unique_ptr<Class>> solved_;
};

}  // namespace dameotb::tests
