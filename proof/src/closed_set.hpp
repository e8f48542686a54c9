// Makes facts of conjectures: endless play is a draw.
//
// A set of positions is closed for an attacker if in each of them in which he moves every move, and in each of the
// others at least one move, leads into the set or to a position of which it is a fact that he does not win it. Whatever
// he does, the defender can stay in the set for ever, which is a draw, or until the game is drawn or lost for the
// attacker by a fact. So the attacker wins no position of a closed set, however its positions were found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search.hpp"

namespace dameotb::proof {

/// Finds the greatest closed subset of the candidates that a position leads to: of conjectures, and of positions that
/// were searched and are open. Not thread-safe.
class ClosedSet {
public:
    /// Takes at most `bytes` bytes; the others must outlive it.
    ClosedSet(PositionTable& table, Search& search, std::size_t bytes);

    static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

    /// Makes facts of that subset, and forgets the conjectures that are not in it, so that they are searched again. If
    /// there are more than `most_nodes` candidates, or than the memory is enough for, those far from the root count as
    /// not in it. Returns whether the root is in it; false if the budget ends before that is clear. Then nothing has
    /// changed, nor if it throws, as Search does.
    bool settle(const Position& root, Colour attacker, std::uint64_t most_nodes, Effort& effort);

private:
    struct Node {
        Position position;
        std::uint32_t good_moves = 0;  ///< The defender's moves to positions that may be in the set.
        bool is_out = false;           ///< Whether it cannot be in the set.
        bool is_firm = false;          ///< Whether it is in the set whatever else is.
    };
    struct Edge {
        std::uint32_t to;
        std::uint32_t from;
    };

    /// Returns the slot that has the position's node, or the one that would.
    [[nodiscard]] std::size_t slot_of(const Position& position, const Key& key) const;
    /// Returns the number of a position's node, if need be a new one. Requires: room for one.
    std::uint32_t node_of(const Position& position, const Key& key);
    [[nodiscard]] bool is_full() const { return nodes_.size() >= most_nodes_ || edges_.size() >= room_ * edges_a_node; }
    /// Looks at the moves of a node, and adds the candidates that they lead to.
    void add_moves(std::uint32_t number);
    /// Puts out what cannot be in the set, until nothing more can be.
    void put_out();

    static constexpr std::size_t edges_a_node = 8;  ///< On average, at most.

    PositionTable& table_;
    Search& search_;
    std::size_t room_;            ///< For so many nodes.
    std::size_t most_nodes_ = 0;  ///< So many may be taken.
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> slots_;  ///< Numbers of nodes plus 1, by hash; a power of two of them.
    Colour attacker_ = Colour::White;
    Effort* effort_ = nullptr;
};

}  // namespace dameotb::proof
