// The legal captures of a position, found without allocation in all but extreme positions.
// For loops over very many positions; legal_moves collects the same captures in a vector. If there are too many paths
// to follow, the search restarts and remembers the states it visits (src/seen_landings.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::rules {

/// A visitor for visit_captures. Keeps the captures that take the most pieces: each (from, to, captured) once, in the
/// order found.
class LongestCaptures {
public:
    /// Requires: must_capture(position).
    explicit LongestCaptures(const Position& position) {
        visit_captures(position, *this);
        if (chains_left_ < 0) {
            search_by_states(position);
        }
    }
    /// Finds the ends of a capture under way: of the piece on `from`, which has taken `taken`. Requires: it can go on.
    LongestCaptures(const Position& position, Square from, Bitboard taken) {
        visit_captures_of(position, from, position.enemy().all(), *this, taken);
        if (chains_left_ < 0) {
            search_by_states(position, from, taken);
        }
    }

    void begin(Square from) { from_ = from; }
    [[nodiscard]] Bitboard choose(Bitboard landings, Bitboard) const {
        return chains_left_ < 0 ? Bitboard{} : landings;
    }
    void finish(Square to, Bitboard captured) {
        --chains_left_;
        const Move move{from_, to, captured};
        if (is_long_enough(captured) && !is_kept(move)) {
            keep(move);
        }
    }

    /// Calls visit(move) for each capture in turn while it returns true.
    template <class Visit>
    void for_each_while(const Visit& visit) const {
        if (std::all_of(moves_, moves_ + size_, visit)) {
            (void)std::ranges::all_of(more_, visit);
        }
    }

private:
    class StateVisitor;

    /// Moves kept without allocation. Enough for positions with few pieces: four kings have at most 40 landings that
    /// take one piece.
    static constexpr std::ptrdiff_t capacity = 40;
    /// Finished chains after which the search by paths gives up. The most found with up to 8 pieces is 448.
    static constexpr int many_chains = 1000;

    void search_by_states(const Position& position);
    void search_by_states(const Position& position, Square from, Bitboard taken);
    void drop_all() {
        most_ = 1;
        size_ = 0;
        more_.clear();
    }

    /// Returns whether no capture so far takes more pieces. Drops those that take fewer.
    bool is_long_enough(Bitboard captured) {
        const int count = captured.count();
        if (count > most_) {
            most_ = count;
            size_ = 0;
            more_.clear();
        }
        return count == most_;
    }
    [[nodiscard]] bool is_kept(const Move& move) const {
        const Move* const end = moves_ + size_;
        return std::find(moves_, end, move) != end || std::ranges::find(more_, move) != more_.end();
    }
    void keep(const Move& move) {
        if (size_ < capacity) {
            std::construct_at(moves_ + size_++, move);
        } else {
            more_.push_back(move);
        }
    }

    Square from_;
    int most_ = 1;
    int chains_left_ = many_chains;
    std::ptrdiff_t size_ = 0;
    union {
        Move moves_[capacity];  ///< Uninitialised: only the first size_ exist.
    };
    std::vector<Move> more_;
};

}  // namespace dameotb::rules
