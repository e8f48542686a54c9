// Goes through the positions of a block, square by square, and makes the decisions that tell their values. A plain
// encoder, a plain decoder and plain training share this code; they differ in where a decision comes from, and what is
// done with it.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "coding_space.hpp"
#include "contexts.hpp"
#include "plain_candidates.hpp"
#include "side_model.hpp"

namespace dameotb::tests {

/// What blocks are coded with: everything. A benchmark leaves parts out, to see what each is worth.
struct AllParts {
    static constexpr bool constant_rows() { return true; }
    static constexpr bool recent_relative_values() { return true; }
    static constexpr const Neighbourhood& seen(const Neighbourhood& around) { return around; }
    static constexpr const Contexts<candidate_votes>& voting(const Contexts<candidate_votes>& contexts) {
        return contexts;
    }
};

/// `Decisions` has the members candidate(contexts, actual), row(contexts, actual) and escape(contexts, actual), which
/// return the decision: `actual`, or what was read. Its constant `decodes` says which; `actual` means nothing when it
/// decodes.
template <table::Coding coding, class Decisions, class Parts = AllParts>
class BlockCoding {
    static constexpr bool is_wdl = coding == table::Coding::Results;
    static constexpr bool decodes = Decisions::decodes;
    using Codes = std::span<std::conditional_t<decodes, std::uint8_t, const std::uint8_t>>;

public:
    BlockCoding(CodingSpace& space, const SideModel& model, Decisions& decisions)
        : space_{space},
          rows_{space.rows},
          model_{model},
          decisions_{decisions},
          flipped_{space.rows.runner_waits()},
          map_{relative_value_map(coding, flipped_)} {}

    /// Codes the block of the numbers `first` to `first` + codes.size() - 1, up to its position `last`. When it
    /// decodes, writes codes up to there at least, dont_care_code where a capture is forced. `results`: of a .dtm, the
    /// codes of the same positions in the .wdl; otherwise empty.
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
            if (Parts::constant_rows() && code_constant_block()) {
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
    [[nodiscard]] RelativeValue actual(const BlockRow& row, Square square) const {
        return map_.relative_value_of[codes_[row.offset(square)]];
    }
    void write(const BlockRow& row, Square square, RelativeValue relative_value) {
        if constexpr (decodes) {
            codes_[row.offset(square)] = map_.code_of[relative_value];
        }
    }

    // Whole rows and blocks of one value (.wdl alone).

    /// Returns the relative value that all quiet squares of the row have; no_relative_value for none, mixed_row for
    /// several.
    [[nodiscard]] RowKind kind_of(const BlockRow& row) const {
        RowKind kind = no_relative_value;
        if constexpr (!decodes) {
            for (const Square square : row.quiet) {
                const RelativeValue relative_value = actual(row, square);
                if (kind != no_relative_value && kind != relative_value) {
                    return mixed_row;
                }
                kind = relative_value;
            }
        }
        return kind;
    }
    [[nodiscard]] RowKind kind_of_block() const {
        RowKind kind = no_relative_value;
        for (std::size_t number = 0; number < rows_.size() && kind != mixed_row; ++number) {
            const RowKind other = kind_of(rows_[number]);
            kind = kind == no_relative_value ? other : other == no_relative_value || other == kind ? kind : mixed_row;
        }
        return kind;
    }
    [[nodiscard]] RowKind code_kind(RowKind kind, const Situation<row_votes>& situation, std::uint64_t first) {
        return decide_kind(
            model_.by_frequency, situation, first, kind,
            [&](const Contexts<row_votes>& contexts, bool actual) { return decisions_.row(contexts, actual); });
    }
    [[nodiscard]] bool code_constant_block() {
        const RowKind kind =
            code_kind(decodes ? mixed_row : kind_of_block(), Situation<row_votes>{{}}, block_kind_decision);
        if (kind == mixed_row) {
            return false;
        }
        for (std::size_t number = 0; decodes && number < rows_.size(); ++number) {
            write_row(rows_[number], kind);
        }
        return true;
    }
    [[nodiscard]] bool code_constant_row(std::size_t number, const BlockRow& row, const NeighbourRows& neighbours,
                                         Squares& relative_values) {
        const RowKind kind =
            code_kind(kind_of(row), space_.kinds.situation(neighbours, row.quiet.count()), row_kind_decision);
        space_.kinds.add(number, kind);
        if (kind == mixed_row) {
            return false;
        }
        for (const Square square : row.quiet) {
            relative_values[static_cast<std::size_t>(square.index())] = kind;
        }
        write_row(row, kind);
        return true;
    }
    void write_row(const BlockRow& row, RelativeValue relative_value) {
        if constexpr (decodes) {
            for (const Square square : row.quiet) {
                write(row, square, relative_value);
            }
        }
    }

    // Square by square.

    void code_row(std::size_t number) {
        const BlockRow& row = rows_[number];
        const NeighbourRows& neighbours = rows_.neighbours(number);
        Squares& relative_values = space_.known.relative_values(number);
        relative_values = unknown_squares;
        const RowSurroundings around = space_.known.around(number, neighbours);
        if constexpr (is_wdl) {
            if (row.quiet.empty() ||
                (Parts::constant_rows() && code_constant_row(number, row, neighbours, relative_values))) {
                return;
            }
        }
        LineBounds bounds;
        for (const Square square : row.quiet | row.blocked) {
            if (row.blocked.contains(square)) {
                bounds.cut(square);
                continue;
            }
            if (row.offset(square) > last_) {
                return;
            }
            const Neighbourhood near =
                Parts::seen(plain_neighbourhood(around, relative_values, bounds.through(square), square));
            const RelativeValue relative_value =
                is_wdl ? code_result(row, square, near) : code_distance(row, square, near);
            write(row, square, relative_value);
            relative_values[static_cast<std::size_t>(square.index())] = relative_value;
            bounds.add(square, relative_value);
        }
    }

    [[nodiscard]] RelativeValue code_result(const BlockRow& row, Square square, const Neighbourhood& near) {
        PlainCandidates candidates{near, equal_lanes(near.guesses, unknown_relative_value),
                                   equal_lanes(near.hints, unknown_relative_value)};
        for (const RelativeValue relative_value : model_.by_frequency) {
            candidates.add(relative_value);
        }
        const auto situation = candidate_situation(candidates.guess_pattern(), candidates.hint_pattern(),
                                                   static_cast<std::uint64_t>(square.index()), misses_.coarse());
        const RelativeValue relative_value = decodes ? no_relative_value : actual(row, square);
        int k = 0;
        while (k < result_relative_values - 1 && !code_candidate(candidates, k, situation, relative_value)) {
            ++k;
        }
        misses_.add(k > 0);
        return candidates[k];
    }

    [[nodiscard]] RelativeValue code_distance(const BlockRow& row, Square square, const Neighbourhood& near) {
        const std::uint8_t result = results_[row.offset(square)];
        if (result == draw_code) {
            return drawn_distance_relative_value;
        }
        // Relative values of the result lie on one side of the draw's. Those above it have the highest bit, and so has
        // unknown_relative_value.
        const bool above = (result == win_code) != flipped_;
        const auto impossible = [&](Lanes lanes) {
            return above ? (~lanes & lane_marks) | equal_lanes(lanes, unknown_relative_value)
                         : (lanes & lane_marks) | equal_lanes(lanes, drawn_distance_relative_value);
        };
        PlainCandidates candidates{near, impossible(near.guesses), impossible(near.hints)};
        const RelativeValue any_of_side = above ? 2 * drawn_distance_relative_value - 1 : 1;
        for (const RelativeValue recent : recent_.of_side(any_of_side)) {
            if (Parts::recent_relative_values() && recent != no_relative_value) {
                candidates.add(recent);
            }
        }
        const auto situation = candidate_situation(candidates.guess_pattern(), candidates.hint_pattern(),
                                                   static_cast<std::uint64_t>(square.index()), misses_.coarse());
        const RelativeValue relative_value = decodes ? no_relative_value : actual(row, square);
        int k = 0;
        while (k < candidates.count() && !code_candidate(candidates, k, situation, relative_value)) {
            ++k;
        }
        const RelativeValue found =
            k < candidates.count() ? candidates[k] : code_escape(candidates, above, relative_value);
        misses_.add(candidates.count() == 0 || k > 0);
        recent_.add(found);
        return found;
    }

    /// Codes whether the relative value is the k-th candidate.
    [[nodiscard]] bool code_candidate(const PlainCandidates& candidates, int k,
                                      const Situation<candidate_votes>& situation, RelativeValue relative_value) {
        const std::uint64_t decision = candidate_decision(static_cast<std::size_t>(k), candidates[k] < candidates[0],
                                                          is_wdl ? candidates[0] : no_relative_value);
        return decisions_.candidate(Parts::voting(situation.of(decision)), relative_value == candidates[k]);
    }

    [[nodiscard]] RelativeValue code_escape(const PlainCandidates& candidates, bool above,
                                            RelativeValue relative_value) {
        const EscapeTree& tree = model_.escape_trees[above ? 1 : 0];
        const Situation<escape_votes> situation = escape_situation(candidates.or_unknown(0), candidates.or_unknown(1));
        EscapeTree::Node node = tree.root();
        while (!node.is_leaf()) {
            const bool decision = !decodes && tree.decision(node, relative_value);
            node = tree.next(node, decisions_.escape(situation.of(node.path), decision));
        }
        if constexpr (decodes) {
            return node.relative_value();
        } else {
            decisions_.escaped(above, relative_value);
            return relative_value;
        }
    }

    CodingSpace& space_;
    BlockRows& rows_;
    const SideModel& model_;
    Decisions& decisions_;
    bool flipped_;
    const RelativeValueMap& map_;

    Codes codes_;
    std::span<const std::uint8_t> results_;
    std::uint32_t last_ = 0;
    Misses misses_;
    RecentRelativeValues recent_;
};

}  // namespace dameotb::tests
