// Goes through the places of a unit, square by square, and makes the decisions that tell their values. A plain encoder,
// a plain decoder and plain training share this code; they differ in where a decision comes from, and what is done with
// it.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "coding_space.hpp"
#include "contexts.hpp"
#include "plain_candidates.hpp"
#include "side_model.hpp"

namespace dameotb::tests {

/// What units are coded with: everything. A benchmark leaves parts out, to see what each is worth.
struct AllParts {
    static constexpr bool constant_rows() { return true; }
    static constexpr bool recent_grades() { return true; }
    static constexpr const Neighbourhood& seen(const Neighbourhood& around) { return around; }
    static constexpr const Contexts<candidate_votes>& voting(const Contexts<candidate_votes>& contexts) {
        return contexts;
    }
};

/// `Decisions` has the members candidate(contexts, actual), row(contexts, actual) and escape(contexts, actual), which
/// return the decision: `actual`, or what was read. Its constant `decodes` says which; `actual` means nothing when it
/// decodes.
template <table::Metric metric, class Decisions, class Parts = AllParts>
class UnitCoding {
    static constexpr bool is_wdl = metric == table::Metric::Wdl;
    static constexpr bool decodes = Decisions::decodes;
    using Codes = std::span<std::conditional_t<decodes, std::uint8_t, const std::uint8_t>>;

public:
    UnitCoding(CodingSpace& space, const SideModel& model, Decisions& decisions)
        : space_{space},
          rows_{space.rows},
          model_{model},
          decisions_{decisions},
          flipped_{space.rows.runner_waits()},
          map_{grade_map(metric, flipped_)} {}

    /// Codes the unit of the numbers `first` to `first` + codes.size() - 1, up to its place `last`. When it decodes,
    /// writes codes up to there at least, dont_care_code where a capture is forced. `results`: of a .dtm, the codes of
    /// the same places in the .wdl; otherwise empty.
    void run(std::uint64_t first, Codes codes, std::span<const std::uint8_t> results, std::uint32_t last) {
        codes_ = codes;
        results_ = results;
        last_ = last;
        rows_.walk(first, static_cast<std::uint32_t>(codes.size()), last);
        rows_.find_quiet();
        rows_.find_neighbours();
        if constexpr (decodes) {
            std::ranges::fill(codes.first(std::min<std::size_t>(codes.size(), last + 64)), dont_care_code);
        }
        if constexpr (is_wdl) {
            if (Parts::constant_rows() && code_constant_unit()) {
                return;
            }
            space_.kinds.reset(rows_.size());
        }
        space_.known.reset(rows_.size(), rows_.has_fellows());
        for (std::size_t number = 0; number < rows_.size(); ++number) {
            code_row(number);
        }
    }

private:
    [[nodiscard]] Grade actual(const UnitRow& row, rules::Square square) const {
        return map_.grade_of[codes_[row.place(square)]];
    }
    void write(const UnitRow& row, rules::Square square, Grade grade) {
        if constexpr (decodes) {
            codes_[row.place(square)] = map_.code_of[grade];
        }
    }

    // Whole rows and units of one value (.wdl alone).

    /// Returns the grade that all quiet squares of the row have; no_grade for none, mixed_row for several.
    [[nodiscard]] RowKind kind_of(const UnitRow& row) const {
        RowKind kind = no_grade;
        if constexpr (!decodes) {
            for (const rules::Square square : row.quiet) {
                const Grade grade = actual(row, square);
                if (kind != no_grade && kind != grade) {
                    return mixed_row;
                }
                kind = grade;
            }
        }
        return kind;
    }
    [[nodiscard]] RowKind kind_of_unit() const {
        RowKind kind = no_grade;
        for (std::size_t number = 0; number < rows_.size() && kind != mixed_row; ++number) {
            const RowKind other = kind_of(rows_[number]);
            kind = kind == no_grade ? other : other == no_grade || other == kind ? kind : mixed_row;
        }
        return kind;
    }
    [[nodiscard]] RowKind code_kind(RowKind kind, const Situation<row_votes>& situation, std::uint64_t first) {
        return decide_kind(
            model_.by_frequency, situation, first, kind,
            [&](const Contexts<row_votes>& contexts, bool actual) { return decisions_.row(contexts, actual); });
    }
    [[nodiscard]] bool code_constant_unit() {
        const RowKind kind =
            code_kind(decodes ? mixed_row : kind_of_unit(), Situation<row_votes>{{}}, unit_kind_decision);
        if (kind == mixed_row) {
            return false;
        }
        for (std::size_t number = 0; decodes && number < rows_.size(); ++number) {
            write_row(rows_[number], kind);
        }
        return true;
    }
    [[nodiscard]] bool code_constant_row(std::size_t number, const UnitRow& row, const NeighbourRows& neighbours,
                                         Squares& grades) {
        const RowKind kind =
            code_kind(kind_of(row), space_.kinds.situation(neighbours, row.quiet.count()), row_kind_decision);
        space_.kinds.add(number, kind);
        if (kind == mixed_row) {
            return false;
        }
        for (const rules::Square square : row.quiet) {
            grades[static_cast<std::size_t>(square.index())] = kind;
        }
        write_row(row, kind);
        return true;
    }
    void write_row(const UnitRow& row, Grade grade) {
        if constexpr (decodes) {
            for (const rules::Square square : row.quiet) {
                write(row, square, grade);
            }
        }
    }

    // Square by square.

    void code_row(std::size_t number) {
        const UnitRow& row = rows_[number];
        const NeighbourRows& neighbours = rows_.neighbours(number);
        Squares& grades = space_.known.grades(number);
        grades = unknown_squares;
        const RowSurroundings around = space_.known.around(number, neighbours);
        if constexpr (is_wdl) {
            if (row.quiet.empty() || (Parts::constant_rows() && code_constant_row(number, row, neighbours, grades))) {
                return;
            }
        }
        LineBounds bounds;
        for (const rules::Square square : row.quiet | row.blocked) {
            if (row.blocked.contains(square)) {
                bounds.cut(square);
                continue;
            }
            if (row.place(square) > last_) {
                return;
            }
            const Neighbourhood near = Parts::seen(plain_neighbourhood(around, grades, bounds.through(square), square));
            const Grade grade = is_wdl ? code_result(row, square, near) : code_distance(row, square, near);
            write(row, square, grade);
            grades[static_cast<std::size_t>(square.index())] = grade;
            bounds.add(square, grade);
        }
    }

    [[nodiscard]] Grade code_result(const UnitRow& row, rules::Square square, const Neighbourhood& near) {
        PlainCandidates candidates{near, equal_lanes(near.guesses, unknown_grade),
                                   equal_lanes(near.hints, unknown_grade)};
        for (const Grade grade : model_.by_frequency) {
            candidates.add(grade);
        }
        const auto situation = candidate_situation(candidates.guess_pattern(), candidates.hint_pattern(),
                                                   static_cast<std::uint64_t>(square.index()), misses_.coarse());
        const Grade grade = decodes ? no_grade : actual(row, square);
        int k = 0;
        while (k < wdl_grades - 1 && !code_candidate(candidates, k, situation, grade)) {
            ++k;
        }
        misses_.add(k > 0);
        return candidates[k];
    }

    [[nodiscard]] Grade code_distance(const UnitRow& row, rules::Square square, const Neighbourhood& near) {
        const std::uint8_t result = results_[row.place(square)];
        if (result == draw_code) {
            return drawn_dtm_grade;
        }
        // Grades of the result lie on one side of the draw's. Those above it have the highest bit, and so has
        // unknown_grade.
        const bool above = (result == win_code) != flipped_;
        const auto impossible = [&](Lanes lanes) {
            return above ? (~lanes & lane_marks) | equal_lanes(lanes, unknown_grade)
                         : (lanes & lane_marks) | equal_lanes(lanes, drawn_dtm_grade);
        };
        PlainCandidates candidates{near, impossible(near.guesses), impossible(near.hints)};
        const Grade any_of_side = above ? 2 * drawn_dtm_grade - 1 : 1;
        for (const Grade recent : recent_.of_side(any_of_side)) {
            if (Parts::recent_grades() && recent != no_grade) {
                candidates.add(recent);
            }
        }
        const auto situation = candidate_situation(candidates.guess_pattern(), candidates.hint_pattern(),
                                                   static_cast<std::uint64_t>(square.index()), misses_.coarse());
        const Grade grade = decodes ? no_grade : actual(row, square);
        int k = 0;
        while (k < candidates.count() && !code_candidate(candidates, k, situation, grade)) {
            ++k;
        }
        const Grade found = k < candidates.count() ? candidates[k] : code_escape(candidates, above, grade);
        misses_.add(candidates.count() == 0 || k > 0);
        recent_.add(found);
        return found;
    }

    /// Codes whether the grade is the k-th candidate.
    [[nodiscard]] bool code_candidate(const PlainCandidates& candidates, int k,
                                      const Situation<candidate_votes>& situation, Grade grade) {
        const std::uint64_t decision = candidate_decision(static_cast<std::size_t>(k), candidates[k] < candidates[0],
                                                          is_wdl ? candidates[0] : no_grade);
        return decisions_.candidate(Parts::voting(situation.of(decision)), grade == candidates[k]);
    }

    [[nodiscard]] Grade code_escape(const PlainCandidates& candidates, bool above, Grade grade) {
        const EscapeTree& tree = model_.escape_trees[above ? 1 : 0];
        const Situation<escape_votes> situation = escape_situation(candidates.or_unknown(0), candidates.or_unknown(1));
        EscapeTree::Node node = tree.root();
        while (!node.is_leaf()) {
            const bool decision = !decodes && tree.decision(node, grade);
            node = tree.next(node, decisions_.escape(situation.of(node.path), decision));
        }
        if constexpr (decodes) {
            return node.grade();
        } else {
            decisions_.escaped(above, grade);
            return grade;
        }
    }

    CodingSpace& space_;
    UnitRows& rows_;
    const SideModel& model_;
    Decisions& decisions_;
    bool flipped_;
    const GradeMap& map_;

    Codes codes_;
    std::span<const std::uint8_t> results_;
    std::uint32_t last_ = 0;
    Misses misses_;
    RecentGrades recent_;
};

}  // namespace dameotb::tests
