// Verification by rows of the memory layout: finds the best moves of 64 positions at a time. Classes without kings have
// no rows; they are verified position by position.
#include <algorithm>
#include <array>

#include <dameotb/index/position_rows.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/row/kings_row_cells.hpp>
#include <dameotb/scores/row/row_order.hpp>
#include <dameotb/scores/row/row_values.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/table/format/metric.hpp>

#include "class_verifier.hpp"

namespace dameotb::analysis {

namespace {

/// Returns the result of a score, without a draw rule.
constexpr Wdl result_of(scores::Score score) {
    return static_cast<Wdl>((score > 0) - (score < 0));
}

/// Returns the code of a .wdl file for it.
constexpr std::uint8_t wdl_code_of_score(scores::Score score) {
    return table::wdl_code_of(result_of(score));
}

/// The positions of a file that lie in one row.
struct StoredRow {
    index::SliceId slice;
    Colour side_to_move;
    scores::SliceLayout::Image image;  ///< Of the row in the layout.
    Bitboard squares;                  ///< As in the file; their images are the pivot king's squares in the row.
    const scores::Score* scores;       ///< Of the slice and side to move.
    const std::uint8_t* wdl;           ///< One code for each of `squares`, in order; null if there are none.
};

/// The codes of a .wdl file, row by row. There may be none.
class WdlRows {
public:
    explicit WdlRows(const std::uint8_t* codes) : codes_{codes} {}

    /// Returns the codes of the next row, whose positions are `squares`; null if there are none.
    [[nodiscard]] const std::uint8_t* take(Bitboard squares) {
        const std::uint8_t* const row = codes_;
        codes_ = row == nullptr ? nullptr : row + squares.count();
        return row;
    }

private:
    const std::uint8_t* codes_;
};

class RowVerifier : public ClassVerifier {
public:
    RowVerifier(const scores::ClassScores& own, const scores::SolvedClasses& solved_classes, int threads, Colour leader)
        : own_{own},
          solved_classes_{solved_classes},
          by_co_kings_{!own.comes_by_slice() && scores::index_follows_rows(own.material(), leader)} {
        const index::Material& material = own.material();
        if (material.kings() > 0) {
            for (int i = 0; i < threads; ++i) {
                values_.emplace_back(solved_classes, own);
            }
            if (material.men() > 0) {
                const std::uint64_t slice_size = index::class_size(material) / own.slices().count();
                part_ = (part_ + slice_size - 1) / slice_size * slice_size;
            } else if (by_co_kings_) {
                part_ = std::uint64_t{1} << 14;  // brings in many pages
            }
        }
    }

    [[nodiscard]] std::uint64_t part() const override { return part_; }

    [[nodiscard]] std::pair<memory::ScoreMemory*, memory::WorkingSet> memory() const override {
        const memory::WorkingSet needed = by_co_kings_
                                              ? scores::working_set_of_rows(own_.material())
                                              : store::working_set_of_scan(own_.material(), store::Reach::Moves);
        // Quiet moves of kings stay in the class.
        return {own_.memory(), needed.unless(own_.material().men() == 0 && own_.is_resident())};
    }

    [[nodiscard]] Verified verify(std::size_t thread, const VerifiedClass& verified, std::uint64_t first,
                                  std::uint64_t end) override {
        return {end - first, mismatch_in(thread, verified, first, end)};
    }

private:
    /// The mismatch with the lowest offset so far.
    struct FirstMismatch {
        std::uint64_t offset = ~std::uint64_t{0};
        std::optional<Mismatch> found;
    };

    [[nodiscard]] std::optional<Mismatch> mismatch_in(std::size_t thread, const VerifiedClass& verified,
                                                      std::uint64_t first, std::uint64_t end) {
        if (own_.material().kings() == 0) {
            return verify_positions(verified, first, end);
        }
        if (own_.material().men() == 0) {
            return verify_indices(values_[thread], verified, first, end);
        }
        for (; first < end; first += verified.index.slice_size()) {
            if (auto mismatch = verify_slice(values_[thread], verified, first)) {
                return mismatch;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Mismatch> verify_slice(scores::RowValues& values, const VerifiedClass& verified,
                                                       std::uint64_t first) const {
        const index::SliceId id{first % verified.index.size() / verified.index.slice_size()};
        values.begin_slice(id);
        const auto side = static_cast<Colour>(first / verified.index.size());
        const Bitboard men = verified.index.slices().unrank(id).men();
        const std::uint8_t* const codes = verified.wdl_at(first);
        const scores::PlacementOrder order{own_.layout(), men.count(), side};
        std::vector<std::uint8_t> in_rows;
        if (codes != nullptr && !order.is_row_order()) {
            in_rows.reserve(verified.index.slice_size());
            order.for_each_number([&](std::uint32_t number) { in_rows.push_back(codes[number]); });
        }
        WdlRows wdl{in_rows.empty() ? codes : in_rows.data()};
        FirstMismatch mismatch;
        const scores::Score* const scores = own_.scores(side, id);
        scores::for_each_row_in_order(own_.layout(), men, side, [&](std::uint32_t row, Bitboard squares) {
            verify_row(values, verified, {id, side, {row, 0}, squares, scores, wdl.take(squares)}, mismatch);
        });
        return mismatch.found;
    }

    /// Verifies positions of a class without men, possibly with both sides to move.
    [[nodiscard]] std::optional<Mismatch> verify_indices(scores::RowValues& values, const VerifiedClass& verified,
                                                         std::uint64_t first, std::uint64_t end) const {
        const std::uint64_t size = verified.index.size();
        if (!by_co_kings_) {
            values.begin_slice(index::SliceId{});
        }
        FirstMismatch mismatch;
        while (first < end && !mismatch.found) {
            const auto mover = static_cast<Colour>(first / size);
            const std::uint64_t before = first / size * size;
            const std::uint64_t last = std::min(end, before + size);
            if (verified.index.leader() == own_.layout().pivot()) {
                verify_layout_rows(values, verified, mover, first - before, last - before, mismatch);
                verify_results(verified, mover, first - before, last - before, mismatch);
            } else {
                verify_index_rows(values, verified, mover, first - before, last - before, mismatch);
            }
            first = last;
        }
        return mismatch.found;
    }

    /// Verifies the positions of some indices, whose rows lie in rows of the layout.
    void verify_index_rows(scores::RowValues& values, const VerifiedClass& verified, Colour mover, std::uint64_t first,
                           std::uint64_t end, FirstMismatch& mismatch) const {
        WdlRows wdl{verified.wdl_at(offset_of(verified, mover, first))};
        const scores::Score* const scores = own_.scores(mover, index::SliceId{});
        index::for_each_kings_row(verified.index, mover, first, end, [&](const index::KingsRow& row) {
            const scores::KingsRowCells cells{own_.layout(), row};
            verify_row(values, verified,
                       {index::SliceId{}, mover, cells.image(), row.squares, scores, wdl.take(row.squares)}, mismatch);
        });
    }

    /// Verifies the .dtm of a share of the layout's rows, as large as that of these indices. Between them the rows hold
    /// every position, some of them several times.
    void verify_layout_rows(scores::RowValues& values, const VerifiedClass& verified, Colour mover, std::uint64_t first,
                            std::uint64_t end, FirstMismatch& mismatch) const {
        const auto row_at = [&](std::uint64_t number) {
            const double share = static_cast<double>(number) / static_cast<double>(verified.index.size());
            return static_cast<std::uint32_t>(share * own_.layout().rows());
        };
        const scores::SliceLayout& layout = own_.layout();
        for (std::uint32_t row = row_at(first); row < row_at(end);) {
            scores::RowRange rows{0, layout.rows()};
            if (by_co_kings_) {
                rows = layout.rows_with_co_kings_of(row);
                values.begin_co_kings(row, mover);
            }
            const scores::Score* const scores = own_.scores_of_rows(mover, index::SliceId{}, rows);
            for (const std::uint32_t last = std::min(row_at(end), rows.first + rows.count); row < last; ++row) {
                if (layout.is_legal(row, {})) {
                    verify_row(values, verified,
                               {index::SliceId{}, mover, {row, 0}, layout.vacant(row, {}), scores, nullptr}, mismatch);
                }
            }
        }
    }

    /// Compares the .wdl with the .dtm.
    void verify_results(const VerifiedClass& verified, Colour mover, std::uint64_t first, std::uint64_t end,
                        FirstMismatch& mismatch) const {
        std::uint64_t offset = offset_of(verified, mover, first);
        const std::uint8_t* wdl = verified.wdl_at(offset);
        if (wdl == nullptr) {
            return;
        }
        const auto compare = [&](const index::KingsRow& row, const scores::KingsRowCells& cells,
                                 const scores::Score* scores) {
            const Bitboard forced = rules::capture_mask(row.fixed, row.side);
            for (const Square square : row.squares) {
                const scores::Score score = scores[cells.at(square)];
                if (*wdl++ != wdl_code_of_score(score) && !forced.contains(square) && offset < mismatch.offset) {
                    mismatch = {offset,
                                verified.compare(offset, outcome_of(score), outcome_of(score), result_of(score))};
                }
                ++offset;
            }
        };
        scores::for_each_kings_row(own_, verified.index, mover, first, end, compare);
    }

    [[nodiscard]] static std::uint64_t offset_of(const VerifiedClass& verified, Colour mover, std::uint64_t number) {
        return static_cast<std::uint64_t>(mover) * verified.index.size() + number;
    }

    void verify_row(scores::RowValues& values, const VerifiedClass& verified, const StoredRow& stored,
                    FirstMismatch& mismatch) const {
        const auto [row, symmetry] = stored.image;
        scores::RowScores best;
        const Bitboard quiet =
            values.best(row, stored.side_to_move, index::apply(symmetry, stored.squares), best.data());
        if (quiet.empty()) {
            return;
        }
        const scores::Score* cells = stored.scores + std::size_t{row} * scores::SliceLayout::row_cells;
        scores::RowScores by_rule;
        const scores::Score* const values_there = scores::draws_beyond(cells, own_.rule(), by_rule.data());
        const Bitboard wrong = ~scores::equal_squares(values_there, best.data()) | contradicted(stored, cells);
        for (const Square square : (wrong & quiet)) {
            scores::Kings kings = own_.layout().kings_of(row);
            kings[own_.layout().pivot()] |= square;
            const Position position =
                scores::position_of(own_.slices().unrank(stored.slice), kings, stored.side_to_move);
            const std::uint64_t offset = offset_of(verified, stored.side_to_move, verified.index.rank(position));
            if (offset < mismatch.offset) {
                mismatch = {offset, verified.compare(offset, outcome_of(cells[square.index()]),
                                                     outcome_of(best.cells[square]), result_of(cells[square.index()]))};
            }
        }
    }

    /// Returns the squares of the row whose scores and .wdl results differ.
    [[nodiscard]] static Bitboard contradicted(const StoredRow& stored, const scores::Score* cells) {
        Bitboard squares;
        const std::uint8_t* wdl = stored.wdl;
        if (wdl == nullptr) {
            return squares;
        }
        for (const Square in_file : stored.squares) {
            const Square square = index::apply(stored.image.symmetry, in_file);
            const bool differs = *wdl++ != wdl_code_of_score(cells[square.index()]);
            squares |= Bitboard{std::uint64_t{differs} << square.index()};
        }
        return squares;
    }

    /// Verifies positions of a class of men alone, possibly with both sides to move.
    [[nodiscard]] std::optional<Mismatch> verify_positions(const VerifiedClass& verified, std::uint64_t first,
                                                           std::uint64_t end) const {
        const std::uint64_t size = verified.index.size();
        std::optional<Mismatch> mismatch;
        while (first < end && !mismatch) {
            const std::uint64_t before = first / size * size;
            const std::uint64_t last = std::min(end, before + size);
            const auto mover = static_cast<Colour>(first / size);
            const auto take = [&](std::uint64_t number, const Position& position) {
                if (!mismatch && !rules::must_capture(position)) {
                    const scores::Score stored = *own_.scores(mover, index::SliceId{number});
                    mismatch = verified.compare(before + number, outcome_of(stored),
                                                outcome_of(best_of_men_moves(position)), result_of(stored));
                }
            };
            index::for_each_placement(verified.index, mover, first - before, last - before, take);
            first = last;
        }
        return mismatch;
    }

    /// Returns the score of the best quiet move of a position without kings. Moves of one man that stay in the class
    /// are looked up together.
    [[nodiscard]] scores::Score best_of_men_moves(const Position& position) const {
        const Colour mover = position.side_to_move;
        SquareArray<Bitboard> reached{};  // by the man's square
        scores::Score best = scores::score_at_ply(0);
        for (const Move& move : rules::quiet_moves(position)) {
            if (promotion_rank(mover).contains(move.to)) {
                best = std::max(best, before_reset(solved_classes_.score(rules::after(position, move))));
            } else {
                reached[move.from] |= move.to;
            }
        }
        SquareArray<index::SliceIndex::Located> located;
        for (const Square man : position.own().men) {
            const Bitboard squares = reached[man];
            if (squares.empty()) {
                continue;
            }
            index::Slice rest = index::Slice::of(position);
            (mover == Colour::White ? rest.white_men : rest.black_men) -= man;
            own_.slices().locate_with(rest, mover, squares, located);
            for (const Square to : squares) {
                const index::SliceId id = located[to].id;
                best = std::max(best, before_reset(*own_.scores(opponent(mover), id)));
            }
        }
        return best;
    }

    /// Returns the score of a man's move to a position of that score.
    [[nodiscard]] scores::Score before_reset(scores::Score reached) const {
        return scores::before_move(scores::after_reset(reached, own_.rule()));
    }
    [[nodiscard]] probe::Outcome outcome_of(scores::Score score) const {
        return own_.rule().exists() ? probe::Outcome::of(scores::to_rule_value(score))
                                    : probe::Outcome::of(scores::to_value(score));
    }

    const scores::ClassScores& own_;
    const scores::SolvedClasses& solved_classes_;
    bool by_co_kings_;                       ///< Whether only the rows that a call needs are brought in.
    std::vector<scores::RowValues> values_;  ///< One per thread.
    std::uint64_t part_ = 1024;
};

}  // namespace

std::unique_ptr<ClassVerifier> make_row_verifier(const scores::ClassScores& own,
                                                 const scores::SolvedClasses& solved_classes, int threads,
                                                 Colour leader) {
    return std::make_unique<RowVerifier>(own, solved_classes, threads, leader);
}

}  // namespace dameotb::analysis
