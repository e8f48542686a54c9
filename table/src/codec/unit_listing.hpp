// Makes the decisions of a unit whose values are all known, for the encoder and for training. What can be found for all
// squares of a row at once is: lines, neighbours, patterns. What remains for each square is to list its decisions.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "coding_space.hpp"
#include "side_model.hpp"

namespace dameotb::table {

/// `Decisions` has the members row(number, contexts, yes), escape(number, contexts, yes), candidates(listed) and
/// escaped(above, grade). Numbers count from 0 up to each call of `candidates`, whose decisions have the rest of them.
template <Metric metric, class Decisions>
class UnitListing {
    static constexpr bool is_wdl = metric == Metric::Wdl;

public:
    /// Requires: space.rows has taken the class.
    UnitListing(CodingSpace& space, const SideModel& model, Decisions& decisions)
        : rows_{space.rows},
          known_{space.known},
          kinds_{space.kinds},
          grades_{space.grades},
          patterns_{space.patterns},
          listed_{space.listed},
          model_{model},
          decisions_{decisions} {}

    /// Lists the unit of the numbers `first` to `first` + codes.size() - 1. `codes`: dont_care_code where, and only
    /// where, a capture is forced.
    void run(std::uint64_t first, std::span<const std::uint8_t> codes) {
        listed_.clear();
        grades_.take<metric>(codes, rows_.runner_waits());
        if (is_wdl ? !list_kind_of_unit() : !grades_.are_all(drawn_dtm_grade)) {
            list_rows(first, static_cast<std::uint32_t>(codes.size()));
        }
        flush();
    }

private:
    /// Returns whether that tells the whole unit.
    [[nodiscard]] bool list_kind_of_unit() {
        const RowKind kind = grades_.only_grade().value_or(mixed_row);
        return list_kind(kind, Situation<row_votes>{{}}, unit_kind_decision) != mixed_row;
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
        if constexpr (is_wdl) {
            kinds_.reset(rows_.size());
        }
        for (std::size_t number = 0; number < rows_.size(); ++number) {
            list_row(number);
        }
    }
    void list_row(std::size_t number) {
        const UnitRow& row = rows_[number];
        const NeighbourRows& neighbours = rows_.neighbours(number);
        Squares& grades = known_.grades(number);
        grades_.spread(row.first, row.squares, grades);
        const RowSurroundings around = known_.around(number, neighbours);
        rules::Bitboard needed = ~squares_of(grades, unknown_grade);
        if constexpr (is_wdl) {
            if (needed.empty() || list_kind_of_row(number, neighbours, grades, needed) != mixed_row) {
                return;
            }
        } else {
            needed -= squares_of(grades, drawn_dtm_grade);
            if (needed.empty()) {
                return;
            }
        }
        if (listed_.is_full()) {
            flush();
        }
        patterns_.fill<metric>(around, grades, row.blocked, needed, listed_.add_row());
        list_squares(grades, needed);
    }
    [[nodiscard]] RowKind list_kind_of_row(std::size_t number, const NeighbourRows& neighbours, const Squares& grades,
                                           rules::Bitboard quiet) {
        const Grade grade = grades[static_cast<std::size_t>(quiet.lowest().index())];
        const RowKind kind = squares_of(grades, grade) == quiet ? grade : mixed_row;
        (void)list_kind(kind, kinds_.situation(neighbours, quiet.count()), row_kind_decision);
        kinds_.add(number, kind);
        return kind;
    }
    void flush() {
        decisions_.candidates(listed_);
        listed_.clear();
    }

    void list_squares(const Squares& grades, rules::Bitboard needed) {
        for (const rules::Square square : needed) {
            const auto at = static_cast<std::size_t>(square.index());
            std::uint8_t& spare = listed_.patterns(square).lanes[SquarePatterns::spare];
            const unsigned own = std::exchange(spare, static_cast<std::uint8_t>(misses_.coarse()));
            if (own == not_guessed) [[unlikely]] {
                list_not_guessed(square, grades[at]);
            } else if constexpr (is_wdl) {
                listed_.add_all_to(square, own, patterns_.less(at), patterns_.first(at), own == 0 ? 1 : 2);
                misses_.add(own > 0);
            } else {
                listed_.add_all_to(square, own, patterns_.less(at), 0, own + 1);
                misses_.add(own > 0);
            }
            if constexpr (!is_wdl) {
                recent_.add(grades[at]);
            }
        }
    }

    /// Lists the decisions of a square whose grade is no guess: none of the candidates among the guesses is right. Of a
    /// .wdl, which has three grades, two are asked about; the third one is left.
    void list_not_guessed(rules::Square square, Grade grade) {
        constexpr std::size_t most_asked = is_wdl ? wdl_grades - 1 : most_candidates;
        const auto at = static_cast<std::size_t>(square.index());
        const std::size_t guesses = patterns_.count(at);
        Grade first = patterns_.first(at);
        listed_.add_all_to(square, not_guessed, patterns_.less(at), is_wdl ? first : 0, std::min(guesses, most_asked));
        std::size_t count = guesses;
        Grade second = unknown_grade;
        for (const Grade other : other_candidates(grade)) {
            if (other == no_grade || patterns_.is_guess(at, other)) {
                continue;
            }
            first = count == 0 ? other : first;
            second = count == 1 ? other : second;
            if (count < most_asked) {
                listed_.add(square, candidate_decision(count, other < first, is_wdl ? first : no_grade),
                            other == grade);
            }
            if (other == grade) {
                misses_.add(count > 0);
                return;
            }
            ++count;
        }
        misses_.add(true);
        second = guesses > 1 ? patterns_.candidate(listed_.patterns(square), at, 1) : second;
        list_escape(count > 0 ? first : unknown_grade, second, grade);
    }
    /// Returns what else may be a candidate, behind the guesses.
    [[nodiscard]] const auto& other_candidates(Grade grade) const {
        if constexpr (is_wdl) {
            return model_.by_frequency;
        } else {
            return recent_.of_side(grade);
        }
    }
    void list_escape(Grade first, Grade second, Grade grade) {
        const bool above = grade > drawn_dtm_grade;
        const EscapeTree& tree = model_.escape_trees[above ? 1 : 0];
        const Situation<escape_votes> situation = escape_situation(first, second);
        for (EscapeTree::Node node = tree.root(); !node.is_leaf();) {
            const bool decision = tree.decision(node, grade);
            decisions_.escape(listed_.take_number(), situation.of(node.path), decision);
            node = tree.next(node, decision);
        }
        decisions_.escaped(above, grade);
    }

    UnitRows& rows_;
    KnownRows& known_;
    RowKinds& kinds_;
    KnownGrades& grades_;
    RowPatterns& patterns_;
    ListedCandidates& listed_;
    const SideModel& model_;
    Decisions& decisions_;

    Misses misses_;
    RecentGrades recent_;
};

}  // namespace dameotb::table
