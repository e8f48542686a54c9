// Goes through the rows in their order and counts up the numbers, so that none is computed for classes with men.
// Positions with a forced capture are left open in the codes; they are resolved again when scores are made from codes.
#include <dameotb/store/load/table_codes.hpp>

#include <algorithm>
#include <atomic>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/store/captures/capture_resolver.hpp>
#include <dameotb/store/captures/row_capture_resolver.hpp>
#include <dameotb/store/row/row_order.hpp>
#include <dameotb/store/row/row_scores.hpp>
#include <dameotb/store/row/row_values.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::store {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Square;

constexpr std::uint8_t to_code(Score score) {
    return static_cast<std::uint8_t>(score == draw_score ? codec::drawn_dtm_code
                                                         : codec::dtm_code_of_plies(plies_of(score)));
}
/// Returns the score of a code, or no_score for a code that no quiet position can have.
constexpr Score to_score(std::uint8_t code) {
    return code == codec::drawn_dtm_code                    ? draw_score
           : code > codec::dtm_code_of_plies(longest_plies) ? no_score
                                                            : score_at_ply(codec::plies_of_dtm_code(code));
}

class ToCodes {
public:
    ToCodes(const ClassScores& solved, const Team& team)
        : solved_{solved},
          layout_{solved.layout()},
          index_{solved.material()},
          sides_{index::stored_sides(solved.material())},
          team_{team},
          codes_(index_.size() * static_cast<std::size_t>(sides_)) {}

    TableCodes run() {
        if (index_.material().men() > 0 && layout_.has_runner()) {
            parallel_for(index_.slices().count(), team_,
                         [&](std::size_t, std::uint64_t number) { take_slice(index::SliceId{number}); });
        } else {
            constexpr std::uint64_t task = 4096;
            parallel_for((index_.size() + task - 1) / task, team_, [&](std::size_t, std::uint64_t i) {
                for (std::uint64_t number = i * task; number < std::min((i + 1) * task, index_.size()); ++number) {
                    take_number(number);
                }
            });
        }
        return std::move(codes_);
    }

private:
    [[nodiscard]] std::uint8_t* codes(Colour side_to_move) {
        return codes_.data() + static_cast<std::size_t>(side_to_move) * index_.size();
    }

    void take_slice(index::SliceId id) {
        const index::Slice slice = index_.slices().unrank(id);
        for (int side = 0; side < sides_; ++side) {
            const auto mover = static_cast<Colour>(side);
            std::uint8_t* out = codes(mover) + id.value() * index_.slice_size();
            const PlacementOrder order{layout_, slice.men().count(), mover};
            if (order.is_row_order()) {
                take_rows(id, slice, mover, out);
            } else {
                thread_local std::vector<std::uint8_t> rows;
                rows.resize(index_.slice_size());
                take_rows(id, slice, mover, rows.data());
                const std::uint8_t* next = rows.data();
                order.for_each_number([&](std::uint32_t number) { out[number] = *next++; });
            }
        }
    }

    void take_rows(index::SliceId id, const index::Slice& slice, Colour mover, std::uint8_t* out) const {
        const Score* scores = solved_.scores(mover, id);
        for_each_row_in_order(layout_, slice.men(), [&](std::uint32_t row, Bitboard squares) {
            const rules::Position fixed = position_of(slice, layout_.kings_of(row), mover);
            const Bitboard forced = rules::capture_mask(fixed, layout_.runner());
            const Score* cells = scores + std::size_t{row} * SliceLayout::row_cells;
            for (const Square square : squares) {
                *out++ = forced.contains(square) ? codec::open_code : to_code(cells[square.index()]);
            }
        });
    }

    void take_number(std::uint64_t number) {
        for (int side = 0; side < sides_; ++side) {
            const rules::Position position = index_.unrank(number, static_cast<Colour>(side));
            const SliceView view = solved_.view(index::Slice::of(position));
            const Score score = view.at(position);
            codes(position.side_to_move)[number] = rules::must_capture(position) ? codec::open_code : to_code(score);
        }
    }

    const ClassScores& solved_;
    const SliceLayout& layout_;
    index::ClassIndex index_;
    int sides_;
    Team team_;
    TableCodes codes_;
};

/// The inverse of ToCodes. It takes row after row in the order of the file, resolves the row's forced captures, and
/// fills all cells that hold the row's placements. A placement has one cell for each choice of the runner. In a
/// symmetric class the colour-flipped image is filled too, and in a class without men all images that have rows.
/// A side to move that is not stored comes last: each of its quiet positions is worth the best of its moves, which lead
/// to the stored side or to finished classes.
class FromCodes {
public:
    FromCodes(const index::Material& material, format::StoredSides stored, const TableCodes& codes,
              const FinishedClasses& finished, const Team& team)
        : stored_{stored},
          codes_{codes},
          finished_{finished},
          index_{material},
          solved_{std::make_unique<ClassScores>(material)},
          layout_{solved_->layout()},
          team_{team},
          resolvers_(static_cast<std::size_t>(team.threads), CaptureResolver{finished}),
          row_resolvers_(static_cast<std::size_t>(team.threads), RowCaptureResolver{finished}) {}

    std::unique_ptr<ClassScores> run() {
        for (const bool stored : {true, false}) {
            for (int side = 0; side < index::stored_sides(index_.material()) && possible_; ++side) {
                if (is_stored(static_cast<Colour>(side)) == stored) {
                    take_side(static_cast<Colour>(side));
                }
            }
        }
        return possible_ ? std::move(solved_) : nullptr;
    }

private:
    /// The cells of a slice's colour-flipped image with Black to move, and the map from the slice's squares to its
    /// squares.
    struct Image {
        Score* scores = nullptr;
        SquareMap map;
    };

    [[nodiscard]] Image image_of(const index::Slice& slice) const {
        const index::SliceIndex::Located located = index_.slices().locate(slice.flipped());
        return {solved_->scores(Colour::Black, located.id), SquareMap{located.mirrored, true}};
    }

    [[nodiscard]] bool is_stored(Colour side_to_move) const {
        return has_side(stored_, static_cast<format::Side>(side_to_move));
    }
    [[nodiscard]] const std::uint8_t* codes(Colour side_to_move, std::uint64_t number) const {
        return codes_.data() + sides_before(stored_, static_cast<format::Side>(side_to_move)) * index_.size() + number;
    }

    void take_side(Colour mover) {
        values_.clear();
        for (int i = 0; i < team_.threads && !is_stored(mover) && layout_.has_runner(); ++i) {
            values_.emplace_back(finished_, *solved_);
        }
        if (index_.material().men() > 0) {
            parallel_for(index_.slices().count(), team_, [&](std::size_t thread, std::uint64_t number) {
                take_slice(thread, mover, index::SliceId{number});
            });
        } else {
            constexpr std::uint64_t task = 4096;
            parallel_for((index_.size() + task - 1) / task, team_, [&](std::size_t thread, std::uint64_t i) {
                take_numbers(thread, mover, i * task, std::min((i + 1) * task, index_.size()));
            });
        }
    }

    void take_slice(std::size_t thread, Colour mover, index::SliceId id) {
        const index::Slice slice = index_.slices().unrank(id);
        const bool stored = is_stored(mover);
        if (!layout_.has_runner()) {
            const rules::Position position = position_of(slice, Kings{}, mover);
            const Score score = rules::must_capture(position) ? resolvers_[thread].resolve(position)
                                : stored                      ? to_score(*codes(mover, id.value()))
                                                              : best_of_moves(position);
            place_position(id, position, score);
            return;
        }
        if (!stored) {
            values_[thread].begin_slice(id);
        }
        const std::uint8_t* in = stored ? codes(mover, id.value() * index_.slice_size()) : nullptr;
        const PlacementOrder order{layout_, slice.men().count(), mover};
        thread_local std::vector<std::uint8_t> rows;
        if (stored && !order.is_row_order()) {
            rows.resize(index_.slice_size());
            std::uint8_t* next = rows.data();
            order.for_each_number([&](std::uint32_t number) { *next++ = in[number]; });
            in = rows.data();
        }
        const Image image = index_.material().is_symmetric() ? image_of(slice) : Image{};
        for_each_row_in_order(layout_, slice.men(), [&](std::uint32_t row, Bitboard squares) {
            const RowScores scores = scores_of(thread, slice, mover, row, squares, in);
            place_row(solved_->scores(mover, id), row, squares, scores);
            if (image.scores != nullptr) {
                place_image(image, row, squares, scores);
            }
        });
    }

    /// Returns the score of the best move of a position without kings. Requires: no capture is forced.
    [[nodiscard]] Score best_of_moves(const rules::Position& position) const {
        Score best = score_at_ply(0);
        for (const rules::Move& move : rules::quiet_moves(position)) {
            const rules::Position next = rules::after(position, move);
            const index::Material material = index::Material::of(next);
            const index::Slice slice = index::Slice::of(next);
            const SliceView view =
                material == index_.material() ? solved_->view(slice) : finished_.view(material, slice);
            best = std::max(best, before_move(view.at(next)));
        }
        return best;
    }

    /// Fills the cell of a position that is the only one of its slice and side to move.
    void place_position(index::SliceId id, const rules::Position& position, Score score) {
        require_possible(score != no_score);
        *solved_->scores(position.side_to_move, id) = score;
        if (index_.material().is_symmetric()) {
            *image_of(index::Slice::of(position)).scores = score;
        }
    }

    /// Fills the cells of the placements `first` to `end - 1` of a class without men.
    void take_numbers(std::size_t thread, Colour mover, std::uint64_t first, std::uint64_t end) {
        const bool stored = is_stored(mover);
        if (!stored) {
            values_[thread].begin_slice(index::SliceId{});
        }
        const std::uint8_t* in = stored ? codes(mover, first) : nullptr;
        for_each_row_of_numbers(layout_, index_, first, end, [&](const SliceLayout::Image& image, Bitboard in_file) {
            std::array<std::uint8_t, SliceLayout::row_cells> in_row;
            const std::uint8_t* next = nullptr;
            if (in != nullptr) {
                order_by_image(image.symmetry, in_file, in, in_row.data());
                next = in_row.data();
                in += in_file.count();
            }
            const Bitboard squares = index::apply(image.symmetry, in_file);
            place_row_images(mover, image.row, squares,
                             scores_of(thread, index::Slice{}, mover, image.row, squares, next));
        });
    }

    /// Writes the codes of `squares`, which `codes` has in their order, in the order of the squares' images.
    static void order_by_image(int symmetry, Bitboard squares, const std::uint8_t* codes, std::uint8_t* ordered) {
        const Bitboard images = index::apply(symmetry, squares);
        for (const Square square : squares) {
            const std::uint64_t image = Bitboard{index::apply(symmetry, square)}.bits();
            ordered[(images & Bitboard{image - 1}).count()] = *codes++;
        }
    }

    /// Returns the row's scores on `squares`, with forced captures resolved. Takes those of quiet positions from the
    /// codes at `in`, and goes on behind them; from the moves if `in` is null.
    RowScores scores_of(std::size_t thread, const index::Slice& slice, Colour mover, std::uint32_t row,
                        Bitboard squares, const std::uint8_t*& in) {
        RowScores scores;
        if (in == nullptr) {
            (void)values_[thread].best(row, mover, squares, scores.data());
        } else {
            for (const Square square : squares) {
                scores.cells[static_cast<std::size_t>(square.index())] = to_score(*in++);
            }
        }
        const rules::Position fixed = position_of(slice, layout_.kings_of(row), mover);
        row_resolvers_[thread].resolve(fixed, layout_.runner(), scores.data());
        require_possible(!squares_with(scores.data(), no_score).intersects(squares));
        return scores;
    }

    [[nodiscard]] static std::uint32_t rank(Bitboard kings) {
        return static_cast<std::uint32_t>(index::rank_subset(kings));
    }

    /// Fills every cell of the slice that holds this placement, one for each choice of the runner.
    void place(Score* slice, Bitboard runner_side, std::uint32_t others_rank, Score score) const {
        for (const Square runner : runner_side) {
            const std::uint32_t row = layout_.row_of_ranks(rank(runner_side - runner), others_rank);
            slice[std::size_t{row} * SliceLayout::row_cells + static_cast<std::size_t>(runner.index())] = score;
        }
    }

    void place_row(Score* slice, std::uint32_t row, Bitboard squares, const RowScores& scores) const {
        Score* cells = slice + std::size_t{row} * SliceLayout::row_cells;
        const Bitboard fellows = layout_.fellows_of(row);
        const std::uint32_t others_rank = rank(layout_.others_of(row));
        for (const Square square : squares) {
            const Score score = scores.cells[static_cast<std::size_t>(square.index())];
            if (fellows.empty()) {
                cells[square.index()] = score;
            } else {
                place(slice, fellows | square, others_rank, score);
            }
        }
    }

    /// Fills the cells of a row's colour-flipped image. There the others are on the runner's side.
    void place_image(const Image& image, std::uint32_t row, Bitboard squares, const RowScores& scores) const {
        const Bitboard fellows = image.map(layout_.fellows_of(row));
        const Bitboard others = image.map(layout_.others_of(row));
        for (const Square square : squares) {
            place(image.scores, others, rank(fellows | image.map(Bitboard{square})),
                  scores.cells[static_cast<std::size_t>(square.index())]);
        }
    }

    /// Fills all images of a row in a class without men. If the class is symmetric, fills the colour-flipped images
    /// too. Colours are swapped there without a flip of the board: that flip is one of the eight symmetries.
    void place_row_images(Colour mover, std::uint32_t row, Bitboard squares, const RowScores& scores) {
        Score* own = solved_->scores(mover, index::SliceId{});
        Score* flipped =
            index_.material().is_symmetric() ? solved_->scores(opponent(mover), index::SliceId{}) : nullptr;
        const Bitboard fellows = layout_.fellows_of(row);
        const Bitboard others = layout_.others_of(row);
        for (const Square square : squares) {
            const Score score = scores.cells[static_cast<std::size_t>(square.index())];
            place_images(own, fellows | square, others, score);
            if (flipped != nullptr) {
                place_images(flipped, others, fellows | square, score);
            }
        }
    }

    /// Fills every cell that holds an image of this placement: for each choice of the runner, in all rows that have
    /// one.
    void place_images(Score* cells, Bitboard runner_side, Bitboard others, Score score) const {
        for (const Square runner : runner_side) {
            layout_.for_each_image(runner_side - runner, others, [&](const SliceLayout::Image& image) {
                const auto square = static_cast<std::size_t>(index::apply(image.symmetry, runner).index());
                cells[std::size_t{image.row} * SliceLayout::row_cells + square] = score;
            });
        }
    }

    void require_possible(bool possible) {
        if (!possible) {
            possible_ = false;
        }
    }

    format::StoredSides stored_;
    const TableCodes& codes_;
    const FinishedClasses& finished_;
    index::ClassIndex index_;
    std::unique_ptr<ClassScores> solved_;
    const SliceLayout& layout_;
    Team team_;
    std::vector<CaptureResolver> resolvers_;         ///< One per thread.
    std::vector<RowCaptureResolver> row_resolvers_;  ///< One per thread.
    std::vector<RowValues> values_;                  ///< One per thread, for a side that is not stored.
    std::atomic<bool> possible_ = true;
};

}  // namespace

TableCodes to_codes(const ClassScores& solved, const Team& team) {
    return ToCodes{solved, team}.run();
}

std::unique_ptr<ClassScores> from_codes(const index::Material& material, format::StoredSides stored,
                                        const TableCodes& codes, const FinishedClasses& finished, const Team& team) {
    return FromCodes{material, stored, codes, finished, team}.run();
}

}  // namespace dameotb::store
