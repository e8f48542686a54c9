// Goes through the places of a unit and makes the decisions that tell their values. Encoder, decoder and training share
// this code; they differ in where a decision comes from, and what is done with it.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "candidates.hpp"
#include "contexts.hpp"
#include "known_rows.hpp"
#include "side_model.hpp"
#include "unit_rows.hpp"

namespace dameotb::codec {

/// The memory that coding takes, kept from unit to unit, whatever their class.
struct CodingSpace {
    UnitRows rows;
    KnownRows known;
    std::vector<std::uint8_t> row_kinds;
};

/// What is known of a row of a .wdl as a whole: a grade, if all its quiet squares have it, or one of these.
inline constexpr std::uint8_t unknown_row = 0;
inline constexpr std::uint8_t mixed_row = 4;

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
template <format::Metric metric, class Decisions, class Parts = AllParts>
class UnitCoding {
    static constexpr bool is_wdl = metric == format::Metric::Wdl;
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
    /// writes codes up to there at least, open_code where a capture is forced. `results`: of a .dtm, the codes of the
    /// same places in the .wdl; otherwise empty.
    void run(std::uint64_t first, Codes codes, std::span<const std::uint8_t> results, std::uint32_t last) {
        codes_ = codes;
        results_ = results;
        last_ = last;
        rows_.walk(first, static_cast<std::uint32_t>(codes.size()), last);
        if constexpr (decodes) {
            std::ranges::fill(codes.first(std::min<std::size_t>(codes.size(), last + 64)), open_code);
        }
        if constexpr (is_wdl) {
            if (Parts::constant_rows() && code_constant_unit()) {
                return;
            }
            space_.row_kinds.assign(rows_.size(), unknown_row);
        }
        space_.known.reset(rows_.size());
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
    [[nodiscard]] std::uint8_t kind_of(const UnitRow& row) const {
        std::uint8_t kind = no_grade;
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
    [[nodiscard]] std::uint8_t kind_of_unit() const {
        std::uint8_t kind = no_grade;
        for (std::size_t number = 0; number < rows_.size() && kind != mixed_row; ++number) {
            const std::uint8_t other = kind_of(rows_[number]);
            kind = kind == no_grade ? other : other == no_grade || other == kind ? kind : mixed_row;
        }
        return kind;
    }
    /// Codes whether something has one value, and which. Returns its kind. `contexts_of(i)`: of the i-th decision.
    template <class ContextsOf>
    [[nodiscard]] std::uint8_t code_kind(std::uint8_t kind, const ContextsOf& contexts_of) {
        if (!decisions_.row(contexts_of(0), kind != mixed_row)) {
            return mixed_row;
        }
        int i = 0;
        while (i < wdl_grades - 1 && !decisions_.row(contexts_of(i + 1), kind == by_frequency(i))) {
            ++i;
        }
        return by_frequency(i);
    }
    [[nodiscard]] Grade by_frequency(int i) const { return model_.by_frequency[static_cast<std::size_t>(i)]; }

    [[nodiscard]] bool code_constant_unit() {
        const std::uint8_t kind = code_kind(decodes ? mixed_row : kind_of_unit(), [](int i) {
            Contexts<row_votes> contexts;
            contexts.fill(static_cast<Context>(i + 1) << 60);
            return contexts;
        });
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
        const auto kind_at = [&](RowNumber other) -> std::uint64_t {
            return other == none ? unknown_row : space_.row_kinds[static_cast<std::size_t>(other)];
        };
        const std::uint64_t fellow = kind_at(neighbours.fellow_moved[0]);
        const std::uint64_t west = kind_at(neighbours.waiting_moved[0]);
        const std::uint64_t south = kind_at(neighbours.waiting_moved[1]);
        const std::uint64_t slice = kind_at(neighbours.same_kings);
        const auto lowest = [](rules::Bitboard kings) -> std::uint64_t {
            return kings.empty() ? 64 : static_cast<std::uint64_t>(kings.lowest().index());
        };
        const Contexts<row_votes> unsalted{
            mixed(fellow | west << 8 | south << 16 | slice << 24 | last_kind_ << 32, 11),
            mixed(static_cast<std::uint64_t>(row.quiet.count()) | last_kind_ << 8 | west << 16 | fellow << 24, 12),
            mixed(lowest(row.waiting) | lowest(row.fellows) << 8 | fellow << 16 | west << 24, 13),
            mixed(misses_.coarse() | slice << 8 | west << 16 | last_kind_ << 24, 14)};
        const std::uint8_t kind = code_kind(kind_of(row), [&](int i) {
            Contexts<row_votes> contexts = unsalted;
            for (Context& context : contexts) {
                context += static_cast<std::uint64_t>(i + 1) * 0xD6E8FEB86659FD93U;
            }
            return contexts;
        });
        space_.row_kinds[number] = kind;
        last_kind_ = kind;
        if (kind == mixed_row) {
            return false;
        }
        misses_.add_constant_row();
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
        const NeighbourRows neighbours = rows_.neighbours(number);
        const RowSurroundings around = space_.known.begin(number, neighbours);
        Squares& grades = space_.known.grades(number);
        if constexpr (is_wdl) {
            if (row.quiet.empty() || (Parts::constant_rows() && code_constant_row(number, row, neighbours, grades))) {
                return;
            }
        }
        LineBounds bounds;
        Hits hits;
        for (const rules::Square square : row.quiet | row.blocked) {
            if (row.blocked.contains(square)) {
                bounds.cut(square);
                continue;
            }
            if (row.place(square) > last_) {
                return;
            }
            const Neighbourhood near = Parts::seen(neighbourhood(around, grades, bounds.through(square), square));
            const Grade grade = is_wdl ? code_result(row, square, near, hits) : code_distance(row, square, near, hits);
            write(row, square, grade);
            grades[static_cast<std::size_t>(square.index())] = grade;
            hits.set(square, near, grade);
            bounds.add(square, grade);
        }
    }

    [[nodiscard]] Grade code_result(const UnitRow& row, rules::Square square, const Neighbourhood& near,
                                    const Hits& hits) {
        Candidates candidates{near, equal_lanes(near.guesses, unknown_grade), equal_lanes(near.hints, unknown_grade)};
        for (const Grade grade : model_.by_frequency) {
            candidates.add(grade);
        }
        const std::uint64_t waiting =
            row.waiting.empty() ? 64 : static_cast<std::uint64_t>(row.waiting.lowest().index());
        const CandidateContexts contexts{candidates, square, misses_, hits, waiting};
        const Grade grade = decodes ? no_grade : actual(row, square);
        int k = 0;
        while (k < wdl_grades - 1 && !code_candidate(candidates, k, candidates[0], contexts, grade)) {
            ++k;
        }
        misses_.add(k > 0);
        return candidates[k];
    }

    [[nodiscard]] Grade code_distance(const UnitRow& row, rules::Square square, const Neighbourhood& near,
                                      const Hits& hits) {
        const std::uint8_t result = results_[row.place(square)];
        const Grade draw = map_.grade_of[drawn_dtm_code];
        if (result == draw_code) {
            return draw;
        }
        // Grades of the result lie on one side of the draw's, of which the highest bit tells; unknown grades have it.
        const bool above = (result == win_code) != flipped_;
        const auto impossible = [&](Lanes lanes) {
            return equal_lanes(lanes, unknown_grade) | equal_lanes(lanes, draw) |
                   ((above ? ~lanes : lanes) & lane_marks);
        };
        Candidates candidates{near, impossible(near.guesses), impossible(near.hints)};
        for (const Grade recent : recent_[above ? 1 : 0]) {
            if (Parts::recent_grades() && recent != no_grade) {
                candidates.add(recent);
            }
        }
        const CandidateContexts contexts{candidates, square, misses_, hits, candidates.or_unknown(0)};
        const Grade grade = decodes ? no_grade : actual(row, square);
        for (int k = 0; k < candidates.count(); ++k) {
            if (code_candidate(candidates, k, above ? 1 : 2, contexts, grade)) {
                misses_.add(k > 0);
                if (k >= candidates.guessed()) {
                    remember(candidates[k], above);
                }
                return candidates[k];
            }
        }
        misses_.add(true);
        const Grade escaped = code_escape(near, candidates, above, grade);
        remember(escaped, above);
        return escaped;
    }

    /// Codes whether the grade is the k-th candidate.
    [[nodiscard]] bool code_candidate(const Candidates& candidates, int k, std::uint64_t kind,
                                      const CandidateContexts& contexts, Grade grade) {
        const auto compared = [&](int i) -> std::uint64_t { return i < 0 ? 0 : candidates[k] < candidates[i] ? 1 : 2; };
        const int rank = k < candidates.guessed() ? k : most_guessed + k - candidates.guessed();
        const std::uint64_t decision =
            ((kind * 8 + static_cast<std::uint64_t>(rank)) * 3 + (k == 0 ? 0 : compared(0))) * 3 +
            (k < 2 ? 0 : compared(k - 1));
        return decisions_.candidate(Parts::voting(contexts.of(decision)), grade == candidates[k]);
    }

    [[nodiscard]] Grade code_escape(const Neighbourhood& near, const Candidates& candidates, bool above, Grade grade) {
        const EscapeTree& tree = model_.escape_trees[above ? 1 : 0];
        const std::uint64_t bound = near.guesses >> (8 * guess::bound) & 0xFF;
        const std::uint64_t waiting = near.guesses >> (8 * guess::waiting_west) & 0xFF;
        const Contexts<escape_votes> unsalted{
            mixed(waiting, 21), mixed(bound | waiting << 8, 22),
            mixed(candidates.or_unknown(0) | std::uint64_t{candidates.or_unknown(1)} << 8, 23)};
        EscapeTree::Node node = tree.root();
        while (!node.is_leaf()) {
            Contexts<escape_votes> contexts = unsalted;
            for (Context& context : contexts) {
                context += (node.path * 2 + (above ? 1 : 0)) * 0xD6E8FEB86659FD93U;
            }
            node = tree.next(node, decisions_.escape(contexts, !decodes && tree.decision(node, grade)));
        }
        if constexpr (decodes) {
            return node.grade();
        } else {
            decisions_.escaped(above, grade);
            return grade;
        }
    }

    /// Puts a grade in front of the ones that escaped last.
    void remember(Grade grade, bool above) {
        auto& [newest, older] = recent_[above ? 1 : 0];
        if (grade != newest) {
            older = newest;
            newest = grade;
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
    std::uint64_t last_kind_ = unknown_row;
    std::array<std::array<Grade, 2>, 2> recent_{};  ///< Of grades below a draw and above it, the newest first.
};

}  // namespace dameotb::codec
