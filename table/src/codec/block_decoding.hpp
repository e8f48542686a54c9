// Decodes a block position by position. It can be suspended between positions, so that two blocks are decoded
// alternately: while one waits for memory or branches, the processor works on the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "candidates.hpp"
#include "coding_space.hpp"
#include "side_model.hpp"

namespace dameotb::table {

/// Use: while (decoding.find_offset()) { decoding.read_value(); }
template <Coding coding>
class BlockDecoding {
    static constexpr bool of_results = coding == Coding::Results;

public:
    /// Keeps the references and views, which are those of BlockSpace::decode. Requires: space.rows has taken the class;
    /// `bytes` are not plain codes.
    BlockDecoding(CodingSpace& space, const SideModel& model, std::uint64_t first, std::span<const std::byte> bytes,
                  std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last)
        : space_{space},
          model_{model},
          flipped_{space.rows.runner_waits()},
          map_{relative_value_map(coding, flipped_)},
          results_{results},
          codes_{codes},
          last_{last},
          decoder_{bytes} {
        const auto front = codes.first(std::min<std::size_t>(codes.size(), last + std::size_t{64}));
        if (of_results || has_decided_results()) {
            std::ranges::fill(front, dont_care_code);
            find_rows(first);
        } else {
            std::ranges::transform(results.first(last + std::size_t{1}), front.begin(), [](std::uint8_t result) {
                return result == draw_code ? drawn_distance_code : dont_care_code;
            });
        }
    }

    /// Advances to the next position whose value must be read. Returns false if there is none: all codes are written
    /// then.
    [[nodiscard]] bool find_offset() {
        while (true) {
            while (left_.empty()) {
                if (next_row_ == rows_) {
                    return false;
                }
                begin_row();
            }
            square_ = left_.lowest();
            left_ -= square_;
            if (row_->blocked.contains(square_)) {
                bounds_.cut(square_);
                continue;
            }
            offset_ = row_->offset(square_);
            if (!of_results && results_[offset_] == draw_code) {
                put(drawn_distance_relative_value);
                continue;
            }
            look_around();
            return true;
        }
    }

    /// Reads the value of the current position.
    void read_value() {
        if (of_results || candidates_.count() > 0) {
            if (decoder_.get(first_is_right_)) {
                found(first_candidate_, false);
                return;
            }
        }
        if constexpr (of_results) {
            read_other_result();
        } else {
            const Situation<candidate_votes> situation = this->situation();
            for (int k = 1; k < candidates_.count(); ++k) {
                if (read_candidate(situation, k, candidates_[k])) {
                    found(candidates_[k], true);
                    return;
                }
            }
            read_other_distance(situation);
        }
    }

private:
    // Rows.

    [[nodiscard]] bool has_decided_results() const {
        return std::ranges::any_of(results_.first(last_ + std::size_t{1}),
                                   [](std::uint8_t result) { return result != draw_code && result != dont_care_code; });
    }
    void find_rows(std::uint64_t first) {
        BlockRows& rows = space_.rows;
        rows.walk(first, static_cast<std::uint32_t>(codes_.size()), last_);
        rows.find_quiet();
        if constexpr (of_results) {
            const RowKind kind = read_kind(Situation<row_votes>{{}}, block_kind_decision);
            if (kind != mixed_row) {
                for (std::size_t number = 0; number < rows.size(); ++number) {
                    write_row(rows[number], kind);
                }
                return;
            }
            space_.kinds.reset(rows.size());
        }
        rows.find_neighbours();
        rows_ = rows.size();
        space_.known.reset(rows_, rows.has_fellows());
    }
    void begin_row() {
        const std::size_t number = next_row_++;
        row_ = &space_.rows[number];
        const NeighbourRows& neighbours = space_.rows.neighbours(number);
        relative_values_ = &space_.known.relative_values(number);
        *relative_values_ = unknown_squares;
        const RowSurroundings around = space_.known.around(number, neighbours);
        if (row_->quiet.empty() || (of_results && is_one_kind(number, neighbours))) {
            return;
        }
        const Bitboard wanted = wanted_squares();
        if (!wanted.empty()) {
            const Bitboard below{Bitboard{wanted.highest()}.bits() - 1};
            left_ = wanted | (row_->blocked & below);
            around_.take(around, wanted);
            bounds_ = LineBounds{};
        }
    }
    /// Returns the row's quiet squares up to the last wanted position.
    [[nodiscard]] Bitboard wanted_squares() const {
        Bitboard wanted = row_->quiet;
        while (!wanted.empty() && row_->offset(wanted.highest()) > last_) {
            wanted -= wanted.highest();
        }
        return wanted;
    }

    // Whole rows and blocks of one value (results only).

    [[nodiscard]] RowKind read_kind(const Situation<row_votes>& situation, std::uint64_t first) {
        return decide_kind(
            model_.by_frequency, situation, first, mixed_row,
            [&](const Contexts<row_votes>& contexts, bool) { return decoder_.get(model_.rows.probability(contexts)); });
    }
    [[nodiscard]] bool is_one_kind(std::size_t number, const NeighbourRows& neighbours) {
        const RowKind kind = read_kind(space_.kinds.situation(neighbours, row_->quiet.count()), row_kind_decision);
        space_.kinds.add(number, kind);
        if (kind == mixed_row) {
            return false;
        }
        for (const Square square : row_->quiet) {
            (*relative_values_)[square] = kind;
        }
        write_row(*row_, kind);
        return true;
    }
    void write_row(const BlockRow& row, RelativeValue relative_value) {
        std::size_t offset = row.first;
        for (const Square square : row.squares) {
            codes_[offset++] = row.quiet.contains(square) ? map_.code_of[relative_value] : dont_care_code;
        }
    }

    // Square by square.

    void look_around() {
        above_ = !of_results && (results_[offset_] == win_code) != flipped_;
        candidates_ = Candidates{around_.of(square_, *relative_values_, bounds_.through(square_)), above_};
        first_candidate_ = of_results && candidates_.count() == 0 ? model_.by_frequency[0] : candidates_[0];
        first_is_right_ = probability(situation(), 0, first_candidate_);
    }
    /// Not kept: most positions need it only once.
    [[nodiscard]] Situation<candidate_votes> situation() const {
        return candidate_situation(candidates_.guess_pattern(), candidates_.hint_pattern(),
                                   static_cast<std::uint64_t>(square_.index()), misses_.coarse());
    }
    /// Returns the probability that the relative value, candidate k, is right.
    [[nodiscard]] Probability probability(const Situation<candidate_votes>& situation, std::size_t k,
                                          RelativeValue relative_value) const {
        const std::uint64_t decision =
            candidate_decision(k, relative_value < first_candidate_, of_results ? first_candidate_ : no_relative_value);
        return model_.candidates.probability(situation.of(decision));
    }
    [[nodiscard]] bool read_candidate(const Situation<candidate_votes>& situation, int k,
                                      RelativeValue relative_value) {
        return decoder_.get(probability(situation, static_cast<std::size_t>(k), relative_value));
    }

    /// Continues after the first candidate: with the others, then by frequency.
    void read_other_result() {
        std::array<RelativeValue, most_candidates> relative_values{first_candidate_, candidates_[1], candidates_[2]};
        auto count = static_cast<std::size_t>(std::max(candidates_.count(), 1));
        for (const RelativeValue relative_value : model_.by_frequency) {
            const auto end = relative_values.begin() + static_cast<std::ptrdiff_t>(count);
            if (std::find(relative_values.begin(), end, relative_value) == end) {
                relative_values[count++] = relative_value;
            }
        }
        found(read_candidate(situation(), 1, relative_values[1]) ? relative_values[1] : relative_values[2], true);
    }
    /// Continues after the candidates among the guesses.
    void read_other_distance(const Situation<candidate_votes>& situation) {
        int count = candidates_.count();
        std::array<RelativeValue, 2> first{unknown_relative_value, unknown_relative_value};
        for (int k = 0; k < std::min(count, 2); ++k) {
            first[static_cast<std::size_t>(k)] = candidates_[k];
        }
        const RelativeValue any_of_side = above_ ? 2 * drawn_distance_relative_value - 1 : 1;
        for (const RelativeValue relative_value : recent_.of_side(any_of_side)) {
            if (relative_value == no_relative_value || candidates_.has(relative_value)) {
                continue;
            }
            if (count < 2) {
                first[static_cast<std::size_t>(count)] = relative_value;
            }
            first_candidate_ = first[0];
            if (read_candidate(situation, count, relative_value)) {
                found(relative_value, count > 0);
                return;
            }
            ++count;
        }
        found(read_escape(escape_situation(first[0], first[1])), true);
    }
    [[nodiscard]] RelativeValue read_escape(const Situation<escape_votes>& situation) {
        const EscapeTree& tree = model_.escape_trees[above_ ? 1 : 0];
        EscapeTree::Node node = tree.root();
        while (!node.is_leaf()) {
            node = tree.next(node, decoder_.get(model_.escapes.probability(situation.of(node.path))));
        }
        return node.relative_value();
    }

    void found(RelativeValue relative_value, bool missed) {
        misses_.add(missed);
        if constexpr (!of_results) {
            recent_.add(relative_value);
        }
        put(relative_value);
    }
    void put(RelativeValue relative_value) {
        codes_[offset_] = map_.code_of[relative_value];
        (*relative_values_)[square_] = relative_value;
        bounds_.add(square_, relative_value);
    }

    CodingSpace& space_;
    const SideModel& model_;
    bool flipped_;
    const RelativeValueMap& map_;
    std::span<const std::uint8_t> results_;
    std::span<std::uint8_t> codes_;
    std::uint32_t last_;
    RangeDecoder decoder_;

    std::size_t rows_ = 0;
    std::size_t next_row_ = 0;
    const BlockRow* row_ = nullptr;
    Squares* relative_values_ = nullptr;  ///< The row's.
    RowNeighbourhood around_;
    LineBounds bounds_;
    Bitboard left_;  ///< The row's remaining squares: wanted and blocked ones.

    Square square_{0};
    std::size_t offset_ = 0;
    bool above_ = false;  ///< Whether its relative value is above a draw's.
    Candidates candidates_;
    RelativeValue first_candidate_ = no_relative_value;
    Probability first_is_right_ = 0;

    Misses misses_;
    RecentRelativeValues recent_;
};

}  // namespace dameotb::table
