// Writes down what a proof rests on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <dameotb/proof/certificate.hpp>

#include "search.hpp"

namespace dameotb::proof {

/// Goes through a proof as the hash table has it, and searches again what that has lost. Trusts no hash: it keeps whole
/// positions, asks the tables at every end of a line, and of a win counts only what has come to its ends. So what it
/// returns would be confirmed by `check`. Not thread-safe.
class CertificateBuilder {
public:
    /// Searches whether a side wins a position, and returns the answer if it is a fact.
    using SearchAgain = std::function<Numbers(const Position&, Colour side, Effort&)>;

    /// The others must outlive it.
    CertificateBuilder(PositionTable& table, Search& search, Leaves& leaves, SearchAgain search_again);

    struct Win {
        Claim claim;
        std::optional<int> plies;  ///< The most to the end, if the tables know the distances where the proof ends.
    };
    /// Returns what shows that the side wins; nothing if that does not fit into `bytes` or the effort, or if it was
    /// false. Throws as Search does.
    [[nodiscard]] std::optional<Win> win(const Position& root, Colour side, std::size_t bytes, Effort& effort);
    /// Does the same for a side that does not win.
    [[nodiscard]] std::optional<Claim> no_win(const Position& root, Colour side, std::size_t bytes, Effort& effort);

private:
    struct HashOfPosition {
        std::size_t operator()(const Position& position) const {
            return static_cast<std::size_t>(Key::of(position).place);
        }
    };
    /// The plies of a win to its end, if they are known.
    struct Length {
        std::optional<int> plies;
    };

    void begin(Colour side, bool wins, std::size_t bytes, Effort& effort);
    /// Counts a position that is to be written down. Returns whether it may be.
    bool count(const Position& position);
    /// Returns whether the tables say what is claimed; nothing if they say nothing.
    [[nodiscard]] std::optional<bool> confirmed_by_tables(const Position& position);
    [[nodiscard]] Numbers known(const Position& position);
    [[nodiscard]] Numbers search_again(const Position& position) {
        return search_again_(position, claim_.side, *effort_);
    }
    /// Writes down a position that the side wins, after all that it rests on.
    std::optional<Length> add_win(const Position& position);
    /// Writes down what a position's win rests on, and returns the plies.
    std::optional<Length> add_win_by_moves(const Position& position);
    /// Takes a position into the set that the side cannot win. Returns whether it is one.
    bool add_no_win(const Position& position);
    /// Adds one of the positions that the other side may reach.
    bool add_one_of(const Position& position, const std::vector<Position>& successors);

    PositionTable& table_;
    Search& search_;
    Leaves& leaves_;
    SearchAgain search_again_;
    std::size_t most_positions_ = 0;
    Claim claim_;
    Effort* effort_ = nullptr;
    /// Of a win: what was written down and, without a value, what is on the line.
    std::unordered_map<Position, std::optional<Length>, HashOfPosition> wins_;
    std::vector<Position> line_;                        ///< Of a win: the positions that are being looked at.
    int searches_left_ = 0;                             ///< Of a win.
    std::unordered_set<Position, HashOfPosition> set_;  ///< The positions of claim_, if the side does not win.
};

}  // namespace dameotb::proof
