// Makes the decisions of a block whose values are all known, for the encoder and for training. Lines, neighbours and
// patterns are found for all squares of a row at once; only the decisions are listed square by square.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "coding_space.hpp"
#include "side_model.hpp"

namespace dameotb::table {

/// `Decisions` has the members row(number, contexts, yes), escape(number, contexts, yes), candidates(listed) and
/// escaped(above, relative value). Numbers count from 0 up to each call of `candidates`, whose decisions have the rest
/// of them.
template <Coding coding, class Decisions>
class BlockListing {
    static constexpr bool of_results = coding == Coding::Results;

public:
    /// Requires: space.rows has taken the class.
    BlockListing(CodingSpace& space, const SideModel& model, Decisions& decisions)
        : rows_{space.rows},
          known_{space.known},
          kinds_{space.kinds},
          relative_values_{space.relative_values},
          patterns_{space.patterns},
          listed_{space.listed},
          model_{model},
          decisions_{decisions} {}

    /// Lists the block of the indices `first` to `first` + codes.size() - 1. `codes`: dont_care_code where, and only
    /// where, a capture is forced.
    void run(std::uint64_t first, std::span<const std::uint8_t> codes) {
        listed_.clear();
        relative_values_.take<coding>(codes, rows_.runner_waits());
        if (of_results ? !list_kind_of_block() : !relative_values_.are_all(drawn_distance_relative_value)) {
            list_rows(first, static_cast<std::uint32_t>(codes.size()));
        }
        flush();
    }

private:
    /// Returns whether the kind determines the whole block.
    [[nodiscard]] bool list_kind_of_block() {
        const RowKind kind = relative_values_.only_relative_value().value_or(mixed_row);
        return list_kind(kind, Situation<row_votes>{{}}, block_kind_decision) != mixed_row;
    }
    RowKind list_kind(RowKind kind, const Situation<row_votes>& situation, std::uint64_t first) {
        return decide_kind(model_.by_frequency, situation, first, kind,
                           [&](const Contexts<row_votes>& contexts, bool actual) {
                               decisions_.row(listed_.take_number(), contexts, actual);
                               return actual;
                           });
    }

    void list_rows(std::uint64_t first, std::uint32_t count) {
        rows_.walk(first, count, count - 1);
        rows_.find_neighbours();
        known_.reset(rows_.size(), rows_.has_fellows());
        if constexpr (of_results) {
            kinds_.reset(rows_.size());
        }
        for (std::size_t number = 0; number < rows_.size(); ++number) {
            list_row(number);
        }
    }
    void list_row(std::size_t number) {
        const BlockRow& row = rows_[number];
        const NeighbourRows& neighbours = rows_.neighbours(number);
        Squares& relative_values = known_.relative_values(number);
        relative_values_.spread(row.first, row.squares, relative_values);
        const RowSurroundings around = known_.around(number, neighbours);
        Bitboard needed = ~squares_of(relative_values, unknown_relative_value);
        if constexpr (of_results) {
            if (needed.empty() || list_kind_of_row(number, neighbours, relative_values, needed) != mixed_row) {
                return;
            }
        } else {
            needed -= squares_of(relative_values, drawn_distance_relative_value);
            if (needed.empty()) {
                return;
            }
        }
        if (listed_.is_full()) {
            flush();
        }
        patterns_.fill<coding>(around, relative_values, row.blocked, needed, listed_.add_row());
        list_squares(relative_values, needed);
    }
    [[nodiscard]] RowKind list_kind_of_row(std::size_t number, const NeighbourRows& neighbours,
                                           const Squares& relative_values, Bitboard quiet) {
        const RelativeValue relative_value = relative_values[quiet.lowest()];
        const RowKind kind = squares_of(relative_values, relative_value) == quiet ? relative_value : mixed_row;
        (void)list_kind(kind, kinds_.situation(neighbours, quiet.count()), row_kind_decision);
        kinds_.add(number, kind);
        return kind;
    }
    void flush() {
        decisions_.candidates(listed_);
        listed_.clear();
    }

    void list_squares(const Squares& relative_values, Bitboard needed) {
        for (const Square square : needed) {
            const auto at = static_cast<std::size_t>(square.index());
            std::uint8_t& spare = listed_.patterns(square).lanes[SquarePatterns::spare];
            const unsigned own = std::exchange(spare, static_cast<std::uint8_t>(misses_.coarse()));
            if (own == not_guessed) [[unlikely]] {
                list_not_guessed(square, relative_values[at]);
            } else if constexpr (of_results) {
                listed_.add_all_to(square, own, patterns_.less(at), patterns_.first(at), own == 0 ? 1 : 2);
                misses_.add(own > 0);
            } else {
                listed_.add_all_to(square, own, patterns_.less(at), 0, own + 1);
                misses_.add(own > 0);
            }
            if constexpr (!of_results) {
                recent_.add(relative_values[at]);
            }
        }
    }

    /// Lists the decisions of a square whose relative value is not guessed: all candidates among the guesses are wrong.
    /// Of the three relative values of results, two are tested; the third one remains.
    void list_not_guessed(Square square, RelativeValue relative_value) {
        constexpr std::size_t most_asked = of_results ? result_relative_values - 1 : most_candidates;
        const auto at = static_cast<std::size_t>(square.index());
        const std::size_t guesses = patterns_.count(at);
        RelativeValue first = patterns_.first(at);
        listed_.add_all_to(square, not_guessed, patterns_.less(at), of_results ? first : 0,
                           std::min(guesses, most_asked));
        std::size_t count = guesses;
        RelativeValue second = unknown_relative_value;
        for (const RelativeValue other : other_candidates(relative_value)) {
            if (other == no_relative_value || patterns_.is_guess(at, other)) {
                continue;
            }
            first = count == 0 ? other : first;
            second = count == 1 ? other : second;
            if (count < most_asked) {
                listed_.add(square, candidate_decision(count, other < first, of_results ? first : no_relative_value),
                            other == relative_value);
            }
            if (other == relative_value) {
                misses_.add(count > 0);
                return;
            }
            ++count;
        }
        misses_.add(true);
        second = guesses > 1 ? patterns_.candidate(listed_.patterns(square), at, 1) : second;
        list_escape(count > 0 ? first : unknown_relative_value, second, relative_value);
    }
    /// Returns the further candidates, after the guesses.
    [[nodiscard]] const auto& other_candidates(RelativeValue relative_value) const {
        if constexpr (of_results) {
            return model_.by_frequency;
        } else {
            return recent_.of_side(relative_value);
        }
    }
    void list_escape(RelativeValue first, RelativeValue second, RelativeValue relative_value) {
        const bool above = relative_value > drawn_distance_relative_value;
        const EscapeTree& tree = model_.escape_trees[above ? 1 : 0];
        const Situation<escape_votes> situation = escape_situation(first, second);
        for (EscapeTree::Node node = tree.root(); !node.is_leaf();) {
            const bool decision = tree.decision(node, relative_value);
            decisions_.escape(listed_.take_number(), situation.of(node.path), decision);
            node = tree.next(node, decision);
        }
        decisions_.escaped(above, relative_value);
    }

    BlockRows& rows_;
    KnownRows& known_;
    RowKinds& kinds_;
    KnownRelativeValues& relative_values_;
    RowPatterns& patterns_;
    ListedCandidates& listed_;
    const SideModel& model_;
    Decisions& decisions_;

    Misses misses_;
    RecentRelativeValues recent_;
};

}  // namespace dameotb::table
