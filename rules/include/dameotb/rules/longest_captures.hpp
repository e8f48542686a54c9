// The legal captures of a position, without allocation for all but the wildest positions.
// What legal_moves collects in a vector, for code that goes through very many positions.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::rules {

/// A visitor for visit_captures that keeps those that take the most pieces, each (from, to, captured) once,
/// in the order in which they are found.
class LongestCaptures {
public:
    /// Requires: must_capture(position).
    explicit LongestCaptures(const Position& position) { visit_captures(position, *this); }

    void begin(Square from) { from_ = from; }
    void finish(Square to, Bitboard captured) {
        const int count = captured.count();
        if (count < most_) {
            return;
        }
        if (count > most_) {
            most_ = count;
            size_ = 0;
            more_.clear();
        }
        add({from_, to, captured});
    }

    /// Calls visit(move) for one after the other as long as it returns true.
    template <class Visit>
    void for_each_while(const Visit& visit) const {
        const auto first = moves_.begin();
        if (std::all_of(first, first + size_, visit)) {
            (void)std::ranges::all_of(more_, visit);
        }
    }

private:
    /// More than positions of few pieces have: four kings have 40 landings at most that take one piece.
    static constexpr std::ptrdiff_t capacity = 40;

    void add(const Move& move) {
        const auto end = moves_.begin() + size_;
        if (std::find(moves_.begin(), end, move) != end || std::ranges::find(more_, move) != more_.end()) {
            return;
        }
        if (size_ < capacity) {
            moves_[static_cast<std::size_t>(size_++)] = move;
        } else {
            more_.push_back(move);
        }
    }

    Square from_;
    int most_ = 1;
    std::ptrdiff_t size_ = 0;
    std::array<Move, capacity> moves_;
    std::vector<Move> more_;
};

}  // namespace dameotb::rules
