// Depth-first proof-number search (df-pn; Nagai 2002) for one question: can the attacker force a win?
//
// A sum of numbers is the mean of the plain one, which counts many times what is reached in many ways, and of the weak
// one, the largest plus how many others there are (Ueda and others 2008). A move is left only for one that is better by
// a quarter (1 + epsilon; Pawlewicz and Lew 2006).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "leaves.hpp"
#include "odds.hpp"
#include "path.hpp"
#include "position_table.hpp"

namespace dameotb::proof {

/// Returns whether the moves of a position are too many to be looked at: a board full of kings has more ways to capture
/// than a search could ever follow.
[[nodiscard]] bool is_beyond_reach(const Position& position);

/// What ends a search that has not found its answer.
struct Effort {
    std::uint64_t most_nodes;             ///< Counted with the nodes before.
    std::uint64_t nodes = 0;              ///< Positions of which the moves were made.
    probe::WorkBudget* budget = nullptr;  ///< May be null.

    [[nodiscard]] bool is_over() const { return nodes >= most_nodes || is_broken_off(); }
    /// Returns whether the budget has ended, so that what is found out from then on may lack something.
    [[nodiscard]] bool is_broken_off() const { return budget != nullptr && budget->has_ended(); }
    [[nodiscard]] std::uint64_t left() const { return most_nodes - std::min(most_nodes, nodes); }
    void count() {
        ++nodes;
        if (budget != nullptr) {
            (void)budget->step();
        }
    }
};

/// Not thread-safe.
class Search {
public:
    /// Both must outlive it.
    Search(PositionTable& table, Leaves& leaves) : table_{table}, leaves_{leaves} {}

    /// Searches until the question is answered, the effort is over, or `most_nodes` more are counted. What it finds is
    /// in the table, that for the root too, and it can be asked again. Throws what probes throw; what was found until
    /// then is in the table. `before`: different positions that count as repetitions, too.
    Numbers run(const Position& root, Colour attacker, std::uint64_t most_nodes, Effort& effort,
                std::span<const Position> before = {});

    /// Does the same for another question: can the attacker force a win in so many plies, at most? It is answered by
    /// depth, so no line can repeat a position and mislead. Where the tables have a result without its distance there
    /// is no answer, but a conjecture. Requires: 0 <= plies <= Path::most_plies.
    Numbers run_within(const Position& root, Colour attacker, int plies, std::uint64_t most_nodes, Effort& effort);

    /// Returns what is known of a position: that of the table, or else of the rules and tables, which it then stores;
    /// otherwise what to expect of it.
    Numbers look_up(const Position& position, const Key& key, Colour attacker, probe::WorkBudget* budget);

private:
    struct Child {
        Position position;
        Key key;
        Numbers numbers;
    };
    /// The numbers of a position as they follow from its moves, and which of these to search.
    struct Choice {
        Numbers numbers;
        std::size_t best = 0;
        unsigned second = Numbers::infinite;  ///< What the second best has to be proved, or disproved, by its mover.
    };

    void begin(Colour attacker, std::uint64_t most_nodes, Effort& effort);

    /// The plies that are left, for questions without such a bound.
    static constexpr int unbounded = -1;

    /// Searches one position until one of its numbers reaches its threshold. `plies_left`: `unbounded`, or for the
    /// attacker to win.
    Numbers expand(const Position& position, const Key& key, int plies_left, Numbers thresholds);
    /// Makes the moves of the last position of the path, looks up what is known of them, and appends them to children_.
    void add_children(const Position& position, int plies_left);
    /// Returns what is known of the question whether the attacker wins in so many plies, as look_up does.
    Numbers look_up_within(const Position& position, const Key& key, int plies);
    [[nodiscard]] Choice choose(std::size_t first, bool attacks) const;
    /// Stores the numbers and returns them.
    Numbers settle(const Key& key, Numbers numbers, std::uint64_t nodes_before);

    PositionTable& table_;
    Leaves& leaves_;
    Odds odds_;
    Path path_;
    std::vector<Child> children_;  ///< Of the positions of the path, one after the other.
    Colour attacker_ = Colour::White;
    Effort* effort_ = nullptr;
    std::uint64_t end_ = 0;  ///< The nodes with which this run is over, if the effort is not before.
};

}  // namespace dameotb::proof
