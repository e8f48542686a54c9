// The plain reference solver: the oracle that the tables are tested against.
// Forward moves only, over an array with gaps, ply by ply; no unmoves, no slices, no symmetry but colours, and nothing
// of index/ but the class's counts. It is plain first and fast enough for four pieces; nothing else uses it.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

/// Calls visit(position) for every placement of the class, with `side_to_move` to move, each once. Twins by symmetry
/// are visited each.
void for_each_placement(const index::Material& material, rules::Colour side_to_move,
                        const std::function<void(const rules::Position&)>& visit);

/// Exact values of whole classes. Not thread-safe, not even `value`, which may solve.
/// Memory: some 200 bytes a placement while a class is solved (1.6 GiB for KKvKM), then 2 bytes for each of 64^n
/// numbers and each side to move stored.
class ReferenceSolver {
public:
    /// threads: for generating moves and sweeping. Values do not depend on it.
    explicit ReferenceSolver(int threads = 1);
    ~ReferenceSolver();

    /// The value of any position of at most five pieces. Its class, and all that captures and promotions lead to, are
    /// solved on first use. Throws std::invalid_argument for more pieces, std::bad_alloc when memory does not suffice.
    [[nodiscard]] rules::Value value(const rules::Position& position);

private:
    class Class;

    /// Requires: the position's class is solved, or a side is bare.
    [[nodiscard]] rules::Value lookup(const rules::Position& position) const;
    void solve(const index::Material& material);

    int threads_;
    /// By class, of a colour-flipped pair the canonical one.
    std::map<index::Material, std::unique_ptr<Class>> solved_;
};

}  // namespace dameotb::tests
