// Processes some slices at a time: first scatters the codes to the cells of their placements, then resolves the forced
// captures of whole rows. A placement has one cell for each choice of the pivot king.
// A side to move that is not stored comes last: each of its quiet positions is worth the best of its moves, which lead
// to the stored side or to solved classes. In a symmetric class Black to move is White to move with colours flipped.
#include <dameotb/store/scores_from_codes.hpp>

#include <algorithm>
#include <array>
#include <atomic>

#include <dameotb/index/position_rows.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/captures/capture_planes.hpp>
#include <dameotb/scores/captures/capture_resolver.hpp>
#include <dameotb/scores/captures/plane_capture_resolver.hpp>
#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/row/row_values.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include "position_row_cells.hpp"

namespace dameotb::store {

namespace {

constexpr std::array<scores::Score, 256> score_of_code = [] {
    std::array<scores::Score, 256> scores{};
    for (std::size_t code = 0; code < scores.size(); ++code) {
        scores[code] = score_of(static_cast<std::uint8_t>(code));
    }
    return scores;
}();

/// Returns the score of a position with that result code in the .wdl, beyond the rule if it is only a draw under it.
scores::Score marked_beyond_rule(scores::Score score, unsigned result_code) {
    return score != scores::draw_score       ? score
           : result_code == table::win_code  ? scores::beyond_rule
           : result_code == table::loss_code ? static_cast<scores::Score>(-scores::beyond_rule)
                                             : scores::draw_score;
}

/// Returns how many slices are processed together. Requires: a class with men and kings.
std::uint64_t slices_per_batch(const index::Material& material) {
    constexpr std::uint64_t positions_together = std::uint64_t{1} << 22;
    const std::uint64_t slices = index::SliceIndex{material.white.men, material.black.men}.count();
    return std::clamp<std::uint64_t>(positions_together / (index::class_size(material) / slices), 1, slices);
}

/// How many indices of a class without men or without kings are processed at a time.
constexpr std::uint64_t indices_per_batch = 4096;

class ScoresFromCodes {
public:
    ScoresFromCodes(const index::ClassIndex& index, table::StoredSides stored, DrawRule rule, const CodeSource& codes,
                    const scores::SolvedClasses& solved_classes, const memory::Team& team,
                    const memory::OnShare& on_share, const CodeSource* results)
        : stored_{stored},
          codes_{codes},
          results_{results},
          solved_classes_{solved_classes},
          index_{index},
          solved_{std::make_unique<scores::ClassScores>(index.material(), solved_classes.memory(),
                                                        std::filesystem::path{}, rule)},
          layout_{solved_->layout()},
          planes_{layout_},
          team_{team},
          resolvers_(static_cast<std::size_t>(team.threads), scores::CaptureResolver{solved_classes}),
          row_resolvers_(static_cast<std::size_t>(team.threads), scores::RowCaptureResolver{solved_classes}),
          plane_resolvers_(static_cast<std::size_t>(team.threads), scores::PlaneCaptureResolver{solved_classes}),
          to_read_{working_set_to_read(index.material(), sides_in_file(), index.leader())},
          by_co_kings_{scores::index_follows_rows(index.material(), index.leader())},
          row_positions_{std::max<std::uint64_t>(index.slice_size() / layout_.rows(), 1)},
          count_{work(), on_share} {}

    std::unique_ptr<scores::ClassScores> run() {
        const index::Material& material = index_.material();
        if (material.men() > 0 && layout_.has_pivot()) {
            take_slices();
        } else {
            take_indices();
        }
        return possible_ ? std::move(solved_) : nullptr;
    }

private:
    [[nodiscard]] bool is_stored(Colour side_to_move) const { return has_side(stored_, side_to_move); }
    /// Returns the sides to move of the class's index, stored ones first.
    [[nodiscard]] std::vector<Colour> sides() const {
        if (index::stored_sides(index_.material()) == 1) {
            return {Colour::White};
        }
        return is_stored(Colour::White) ? std::vector{Colour::White, Colour::Black}
                                        : std::vector{Colour::Black, Colour::White};
    }

    [[nodiscard]] DistanceSides sides_in_file() const {
        return stored_ == table::StoredSides::Both || sides().size() == 1 ? DistanceSides::All : DistanceSides::One;
    }

    /// Returns the whole work, in positions. Scattering codes and resolving captures count separately, so twice; a side
    /// that is computed from moves also counts twice, one filled by flips once, and without men once more for marking
    /// what is beyond the rule.
    [[nodiscard]] std::uint64_t work() const {
        if (!layout_.has_pivot()) {
            return sides().size() * index_.size();
        }
        if (index_.material().men() == 0) {
            const bool marks = results_ != nullptr && !is_stored(sides().back());
            return (2 * sides().size() + (index_.material().is_symmetric() || marks ? 1 : 0)) * index_.size();
        }
        const std::uint64_t twice = index_.size() + index_.slices().count() * layout_.rows() * row_positions_;
        return sides().size() * twice + (index_.material().is_symmetric() ? index_.size() : 0);
    }

    // Classes with men and kings.

    void take_slices() {
        const std::uint64_t together = slices_per_batch(index_.material());
        const std::uint64_t slices = index_.slices().count();
        for (std::uint64_t first = 0; first < slices && possible_; first += together) {
            const std::uint64_t end = std::min(first + together, slices);
            make_room(2 * scores::slices_bytes(index_.material(), end - first) +
                      scores::capture_working_set(index_.material(), end - first));
            for (const Colour mover : sides()) {
                if (is_stored(mover)) {
                    scatter(mover, first, end);
                    resolve(mover, first, end);
                }
            }
        }
        const index::Material& material = index_.material();
        if (material.is_symmetric()) {
            const memory::WorkingSet working_set{2 * scores::slice_bytes(material), scores::class_bytes(material)};
            memory::parallel_for_within(solved_classes_.memory(), working_set, slices, team_,
                                        [&](std::size_t thread, std::uint64_t id) {
                                            scores::fill_from_flipped(*solved_, index::SliceId{id}, Colour::Black);
                                            count_.add(thread, index_.slice_size());
                                        });
        } else if (!is_stored(sides().back())) {
            work_out(sides().back());
        }
    }

    void make_room(std::uint64_t bytes) const {
        if (solved_classes_.memory() != nullptr) {
            solved_classes_.memory()->make_room(bytes, team_);
        }
    }

    /// Writes the codes' scores to the cells of the slices' placements.
    void scatter(Colour mover, std::uint64_t first_slice, std::uint64_t end_slice) {
        constexpr std::uint64_t part = std::uint64_t{1} << 16;
        const std::uint64_t begin = first_slice * index_.slice_size();
        const std::uint64_t end = end_slice * index_.slice_size();
        memory::parallel_for((end - begin + part - 1) / part, team_, [&](std::size_t thread, std::uint64_t i) {
            const std::uint64_t first = begin + i * part;
            const auto count = static_cast<std::uint32_t>(std::min(part, end - first));
            for_each_cell(mover, first, count, codes_.at(thread, mover, first, count).data(),
                          [](scores::Score& cell, std::uint8_t code) { cell = score_of_code[code]; });
            count_.add(thread, count);
        });
    }

    /// Calls visit(cell, code) for all cells of `count` adjacent indices, which have these codes.
    template <class Visit>
    void for_each_cell(Colour mover, std::uint64_t first, std::uint32_t count, const std::uint8_t* codes,
                       const Visit& visit) {
        std::optional<index::SliceId> slice;
        scores::Score* scores = nullptr;
        index::for_each_position_row(index_, mover, first, count, [&](const index::PositionRow& row) {
            if (slice != row.slice) {
                slice = row.slice;
                scores = solved_->scores(mover, row.slice);
            }
            const Bitboard squares = row.squares();
            PositionRowCells{layout_, row}.for_each_line([&](const CellLine& line) {
                const std::uint8_t* code = codes;
                for (const Square square : squares) {
                    visit(scores[line.at(square)], *code++);
                }
            });
            codes += row.count;
            return true;
        });
    }

    /// Resolves the forced captures of all rows of the slices: by plane if the layout has planes.
    void resolve(Colour mover, std::uint64_t first_slice, std::uint64_t end_slice) {
        constexpr std::uint64_t part_rows = 2048;
        const std::uint64_t planes = planes_.count() > 0 ? planes_.count() : layout_.rows();
        const std::uint64_t part = std::max<std::uint64_t>(part_rows * planes / layout_.rows(), 1);
        const std::uint64_t parts = (planes + part - 1) / part;
        memory::parallel_for((end_slice - first_slice) * parts, team_, [&](std::size_t thread, std::uint64_t i) {
            const index::SliceId id{first_slice + i / parts};
            const std::uint64_t first = i % parts * part;
            const std::uint64_t end = std::min(first + part, planes);
            if (planes_.count() > 0) {
                const index::Slice slice = index_.slices().unrank(id);
                for (std::uint64_t number = first; number < end; ++number) {
                    finish_plane(thread, slice, mover, planes_.plane(number), solved_->scores(mover, id));
                }
            } else {
                for_each_row(id, mover, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end),
                             [&](const index::Slice& slice, std::uint32_t row, scores::Score* cells) {
                                 finish_row(thread, slice, mover, row, cells);
                             });
            }
            count_.add(thread, (end * layout_.rows() / planes - first * layout_.rows() / planes) * row_positions_);
        });
    }

    /// Computes the scores of a side to move from the moves.
    void work_out(Colour mover) {
        const index::Material& material = index_.material();
        std::vector<scores::RowValues> values;
        for (int i = 0; i < team_.threads; ++i) {
            values.emplace_back(solved_classes_, *solved_);
        }
        memory::parallel_for_within(
            solved_classes_.memory(), scores::moves_working_set(material), index_.slices().count(), team_,
            [&](std::size_t thread, std::uint64_t number) {
                const index::SliceId id{number};
                values[thread].begin_slice(id);
                for_each_row(id, mover, 0, layout_.rows(),
                             [&](const index::Slice& slice, std::uint32_t row, scores::Score* cells) {
                                 (void)values[thread].best(row, mover, layout_.vacant(row, slice.men()), cells);
                             });
                if (results_ != nullptr) {
                    mark_beyond_rule(thread, mover, id);
                }
                for_each_row(id, mover, 0, layout_.rows(),
                             [&](const index::Slice& slice, std::uint32_t row, scores::Score* cells) {
                                 finish_row(thread, slice, mover, row, cells);
                             });
                count_.add(thread, 2 * index_.slice_size());
            });
    }

    /// Marks the draws of a slice that have another result without the rule.
    void mark_beyond_rule(std::size_t thread, Colour mover, index::SliceId id) {
        constexpr std::uint64_t part = std::uint64_t{1} << 16;
        const std::uint64_t begin = id.value() * index_.slice_size();
        const std::uint64_t end = begin + index_.slice_size();
        for (std::uint64_t first = begin; first < end; first += part) {
            const auto count = static_cast<std::uint32_t>(std::min(part, end - first));
            for_each_cell(mover, first, count, results_->at(thread, mover, first, count).data(),
                          [](scores::Score& cell, std::uint8_t code) { cell = marked_beyond_rule(cell, code); });
        }
    }

    /// Calls visit(slice, row, cells) for the legal rows of a range.
    template <class Visit>
    void for_each_row(index::SliceId id, Colour mover, std::uint32_t first, std::uint32_t end, const Visit& visit) {
        const index::Slice slice = index_.slices().unrank(id);
        for_each_row(slice, solved_->scores(mover, id), first, end,
                     [&](std::uint32_t row, scores::Score* cells) { visit(slice, row, cells); });
    }
    /// Calls visit(row, cells) for them. `scores`: of the slice and side to move.
    template <class Visit>
    void for_each_row(const index::Slice& slice, scores::Score* scores, std::uint32_t first, std::uint32_t end,
                      const Visit& visit) {
        for (std::uint32_t row = first; row < end; ++row) {
            if (layout_.is_legal(row, slice.men())) {
                visit(row, scores + std::size_t{row} * scores::SliceLayout::row_cells);
            }
        }
    }

    /// As finish_row, for all rows of the plane. `scores`: of the slice and side to move.
    void finish_plane(std::size_t thread, const index::Slice& slice, Colour mover, const scores::CapturePlane& plane,
                      scores::Score* scores) {
        const Bitboard seconds = plane.legal_second_king_squares(slice.men());
        if (seconds.empty()) {
            return;
        }
        const auto cells = [&](Square second) {
            return scores + std::size_t{plane.row(second)} * scores::SliceLayout::row_cells;
        };
        for (const Square second : seconds) {  // loaded by the time all captures are known
            __builtin_prefetch(cells(second), 1);
        }
        scores::PlaneCaptureResolver& resolver = plane_resolvers_[thread];
        resolver.resolve(scores::position_of(slice, plane.kings(), mover), planes_.second(), layout_.pivot(), seconds);
        for (const Square second : seconds) {
            scores::write(cells(second), resolver.forced(second), resolver.scores(second).data());
            require_row_possible(slice, plane.row(second), cells(second));
        }
    }

    /// Resolves the row's forced captures, and checks that the whole row is possible.
    void finish_row(std::size_t thread, const index::Slice& slice, Colour mover, std::uint32_t row,
                    scores::Score* cells) {
        const Position fixed = scores::position_of(slice, layout_.kings_of(row), mover);
        row_resolvers_[thread].resolve(fixed, layout_.pivot(), cells);
        require_row_possible(slice, row, cells);
    }

    void require_row_possible(const index::Slice& slice, std::uint32_t row, const scores::Score* cells) {
        require_possible(!scores::squares_with(cells, scores::no_score).intersects(layout_.vacant(row, slice.men())));
    }

    // Classes without kings, and those without men.

    void take_indices() {
        if (!by_co_kings_) {
            make_room(to_read_.least());
        }
        for (const Colour mover : sides()) {
            if (layout_.has_pivot() && !is_stored(mover)) {
                work_out_kings(mover);
                return;
            }
            for_each_part(index_.size(), indices_per_batch,
                          [&](std::size_t thread, std::uint64_t first, std::uint64_t end) {
                              if (layout_.has_pivot()) {
                                  scatter_kings(thread, mover, first, end);
                              } else {
                                  take_placements_of_men(thread, mover, first, end);
                              }
                          });
            if (layout_.has_pivot()) {
                resolve_kings(mover);
                if (index_.material().is_symmetric()) {
                    resolve_kings(opponent(mover));
                }
            }
            if (!possible_) {
                return;
            }
        }
    }

    /// Calls body(thread, first, end) for parts of 0..count-1. In a class that lies by co-kings it has to bring in the
    /// rows that it uses, but those of smaller classes are in memory. All parts together count as index_.size().
    template <class Body>
    void for_each_part(std::uint64_t count, std::uint64_t part, const Body& body) {
        const std::uint64_t parts = (count + part - 1) / part;
        const auto run = [&](std::size_t thread, std::uint64_t i) {
            body(thread, i * part, std::min((i + 1) * part, count));
            count_.add(thread, index_.size() * (i + 1) / parts - index_.size() * i / parts);
        };
        if (by_co_kings_) {
            memory::parallel_for_within(
                solved_classes_.memory(), to_read_, parts, team_,
                [this] { scores::bring_in_captured(index_.material(), solved_classes_); }, run);
        } else {
            memory::parallel_for(parts, team_, run);
        }
    }

    /// Returns the codes of some indices; null if the side is not stored.
    [[nodiscard]] const std::uint8_t* codes_or_null(std::size_t thread, Colour mover, std::uint64_t first,
                                                    std::uint64_t end) const {
        return is_stored(mover) ? codes_.at(thread, mover, first, static_cast<std::uint32_t>(end - first)).data()
                                : nullptr;
    }
    /// Returns the results of some indices of a side that is not stored; null if they are not asked for.
    [[nodiscard]] const std::uint8_t* results_or_null(std::size_t thread, Colour mover, std::uint64_t first,
                                                      std::uint64_t end) const {
        return results_ != nullptr && !is_stored(mover)
                   ? results_->at(thread, mover, first, static_cast<std::uint32_t>(end - first)).data()
                   : nullptr;
    }

    void take_placements_of_men(std::size_t thread, Colour mover, std::uint64_t first, std::uint64_t end) {
        const std::uint8_t* code = codes_or_null(thread, mover, first, end);
        const std::uint8_t* result = results_or_null(thread, mover, first, end);
        index::for_each_placement(index_, mover, first, end, [&](std::uint64_t, const Position& position) {
            const scores::Score quiet = code != nullptr ? score_of(*code++) : scores::no_score;
            const unsigned without_rule = result != nullptr ? *result++ : table::draw_code;
            const scores::Score score = rules::must_capture(position) ? resolvers_[thread].resolve(position)
                                        : is_stored(mover)            ? quiet
                                                           : marked_beyond_rule(best_of_moves(position), without_rule);
            require_possible(score != scores::no_score);
            const index::Slice slice = index::Slice::of(position);
            *solved_->scores(mover, index_.slices().locate(slice).id) = score;
            if (index_.material().is_symmetric()) {
                *solved_->scores(opponent(mover), index_.slices().locate(slice.flipped()).id) = score;
            }
        });
    }

    /// Returns the score of the best move of a position without kings. Requires: no capture is forced.
    [[nodiscard]] scores::Score best_of_moves(const Position& position) const {
        scores::Score best = scores::score_at_ply(0);
        for (const Move& move : rules::quiet_moves(position)) {
            const Position next = rules::after(position, move);
            const index::Slice slice = index::Slice::of(next);
            const scores::Score reached = index::Material::of(next) == index_.material()
                                              ? solved_->view(slice, next.side_to_move).at(next)
                                              : solved_classes_.score(next);
            best = std::max(best, scores::before_move(scores::after_reset(reached, solved_->rule())));
        }
        return best;
    }

    /// Writes the codes' scores to all cells of their placements.
    void scatter_kings(std::size_t thread, Colour mover, std::uint64_t first, std::uint64_t end) {
        const auto count = static_cast<std::uint32_t>(end - first);
        for_each_cell_of_kings(mover, first, end, codes_.at(thread, mover, first, count).data(),
                               [](scores::Score& cell, std::uint8_t code) { cell = score_of_code[code]; });
    }

    /// As for_each_cell, in a class without men.
    template <class Visit>
    void for_each_cell_of_kings(Colour mover, std::uint64_t first, std::uint64_t end, const std::uint8_t* code,
                                const Visit& visit) {
        ImageCells own{*this, mover};
        std::optional<ImageCells> flipped;
        if (index_.material().is_symmetric()) {
            flipped.emplace(*this, opponent(mover));
        }
        SquareArray<std::uint8_t> codes;
        index::for_each_kings_row(index_, mover, first, end, [&](const index::KingsRow& row) {
            for (const Square square : row.squares) {
                codes[square] = *code++;
            }
            const auto visit_cell = [&](Square square, scores::Score& cell) { visit(cell, codes[square]); };
            own.for_each(row, visit_cell);
            if (flipped) {
                flipped->for_each_flipped(row, visit_cell);
            }
        });
    }

    /// Resolves the forced captures of all rows of a class without men: by plane if the layout has planes.
    void resolve_kings(Colour mover) {
        if (planes_.count() == 0) {
            for_each_rows_of_kings(
                mover, [&](std::size_t thread, std::uint32_t first, std::uint32_t end, scores::Score* scores) {
                    for_each_row({}, scores, first, end, [&](std::uint32_t row, scores::Score* cells) {
                        finish_row(thread, {}, mover, row, cells);
                    });
                });
            return;
        }
        constexpr std::uint64_t part = 16;
        for_each_part(planes_.count(), part, [&](std::size_t thread, std::uint64_t first, std::uint64_t end) {
            for (std::uint64_t number = first; number < end; ++number) {
                const scores::CapturePlane plane = planes_.plane(number);
                if (plane.second_king_squares().empty()) {
                    continue;
                }
                const std::uint32_t row = plane.row(plane.second_king_squares().lowest());
                const scores::RowRange rows =
                    by_co_kings_ ? layout_.rows_with_co_kings_of(row) : scores::RowRange{0, layout_.rows()};
                finish_plane(thread, {}, mover, plane, solved_->scores_of_rows(mover, index::SliceId{}, rows));
            }
        });
    }

    /// The cells that hold images of a placement, with one side to move.
    class ImageCells {
    public:
        ImageCells(ScoresFromCodes& of, Colour mover)
            : of_{of}, mover_{mover}, cells_{of.by_co_kings_ ? nullptr : of.solved_->scores(mover, index::SliceId{})} {}

        /// Calls visit(square, cell) for each of the row's squares and every cell that holds an image of its placement:
        /// for each choice of the pivot king, in all rows that have one.
        template <class Visit>
        void for_each(const index::KingsRow& row, const Visit& visit) {
            const scores::SliceLayout& layout = of_.layout_;
            if (row.side == layout.pivot() || !layout.co_kings_lead()) {
                for (const Square square : row.squares) {
                    const Bitboard moved = row.rest() | square;
                    row.side == layout.pivot() ? for_each_image(moved, row.leaders(), square, visit)
                                               : for_each_image(row.leaders(), moved, square, visit);
                }
                return;
            }
            if (of_.by_co_kings_ && row.leaders() != pivot_side_) {
                pivot_side_ = row.leaders();
                for (const Square pivot : pivot_side_) {
                    cells_ = of_.solved_->scores_of_rows(mover_, index::SliceId{},
                                                         layout.rows_of_co_kings(pivot_side_ - pivot));
                }
            }
            for (const Square pivot : row.leaders()) {
                layout.for_each_image(row.leaders() - pivot, {}, [&](const scores::SliceLayout::Image& first) {
                    const index::RanksWithOneMore others{index::apply(first.symmetry, row.rest())};
                    scores::Score* const cells = cells_ + std::size_t{first.row} * scores::SliceLayout::row_cells +
                                                 static_cast<std::size_t>(index::apply(first.symmetry, pivot).index());
                    for (const Square square : row.squares) {
                        const std::uint32_t rank = others.rank(index::apply(first.symmetry, square).index());
                        visit(square, cells[std::size_t{rank} * scores::SliceLayout::row_cells]);
                    }
                });
            }
        }

        /// As above, with colours swapped. The board is not flipped: that is one of the eight symmetries. Requires: a
        /// symmetric class.
        template <class Visit>
        void for_each_flipped(const index::KingsRow& row, const Visit& visit) {
            for (const Square square : row.squares) {
                const Bitboard moved = row.rest() | square;
                row.side == of_.layout_.pivot() ? for_each_image(row.leaders(), moved, square, visit)
                                                : for_each_image(moved, row.leaders(), square, visit);
            }
        }

    private:
        template <class Visit>
        void for_each_image(Bitboard pivot_side, Bitboard others, Square square, const Visit& visit) {
            for (const Square pivot : pivot_side) {
                of_.layout_.for_each_image(pivot_side - pivot, others, [&](const scores::SliceLayout::Image& image) {
                    const auto cell = static_cast<std::size_t>(index::apply(image.symmetry, pivot).index());
                    visit(square, cells_[std::size_t{image.row} * scores::SliceLayout::row_cells + cell]);
                });
            }
        }

        ScoresFromCodes& of_;
        Colour mover_;
        scores::Score* cells_;
        Bitboard pivot_side_;  ///< Whose rows are in memory, if the class lies by co-kings.
    };

    /// Computes the scores of a side to move from the moves, row by row.
    void work_out_kings(Colour mover) {
        std::vector<scores::RowValues> values;
        for (int i = 0; i < team_.threads; ++i) {
            values.emplace_back(solved_classes_, *solved_);
            if (!by_co_kings_) {
                values.back().begin_slice(index::SliceId{});
            }
        }
        for_each_rows_of_kings(mover,
                               [&](std::size_t thread, std::uint32_t first, std::uint32_t end, scores::Score* scores) {
                                   if (by_co_kings_) {
                                       values[thread].begin_co_kings(first, mover);
                                   }
                                   for_each_row({}, scores, first, end, [&](std::uint32_t row, scores::Score* cells) {
                                       (void)values[thread].best(row, mover, layout_.vacant(row, {}), cells);
                                   });
                               });
        if (results_ != nullptr) {
            mark_kings_beyond_rule(mover);
        }
        resolve_kings(mover);
    }

    /// Calls body(thread, first, end, scores) for all rows of a class without men, some adjacent ones at a time. If the
    /// class lies by co-kings, they have the same co-kings, and only these rows are brought in.
    template <class Body>
    void for_each_rows_of_kings(Colour mover, const Body& body) {
        constexpr std::uint32_t part = 1024;
        const std::uint32_t group = by_co_kings_ ? layout_.rows_with_co_kings_of(0).count : layout_.rows();
        const std::uint32_t parts = (group + part - 1) / part;
        for_each_part(std::uint64_t{layout_.rows() / group} * parts, 1,
                      [&](std::size_t thread, std::uint64_t number, std::uint64_t) {
                          const auto first_of_group = static_cast<std::uint32_t>(number / parts) * group;
                          const auto within = static_cast<std::uint32_t>(number % parts) * part;
                          const scores::RowRange rows{first_of_group + within, std::min(part, group - within)};
                          body(thread, rows.first, rows.first + rows.count,
                               solved_->scores_of_rows(mover, index::SliceId{}, rows));
                      });
    }

    /// As mark_beyond_rule, in a class without men.
    void mark_kings_beyond_rule(Colour mover) {
        for_each_part(index_.size(), indices_per_batch,
                      [&](std::size_t thread, std::uint64_t first, std::uint64_t end) {
                          const auto count = static_cast<std::uint32_t>(end - first);
                          for_each_cell_of_kings(
                              mover, first, end, results_->at(thread, mover, first, count).data(),
                              [](scores::Score& cell, std::uint8_t code) { cell = marked_beyond_rule(cell, code); });
                      });
    }

    void require_possible(bool possible) {
        if (!possible) {
            possible_ = false;
        }
    }

    table::StoredSides stored_;
    const CodeSource& codes_;
    const CodeSource* results_;
    const scores::SolvedClasses& solved_classes_;
    const index::ClassIndex& index_;
    std::unique_ptr<scores::ClassScores> solved_;
    const scores::SliceLayout& layout_;
    scores::CapturePlanes planes_;
    memory::Team team_;
    std::vector<scores::CaptureResolver> resolvers_;             ///< One per thread.
    std::vector<scores::RowCaptureResolver> row_resolvers_;      ///< One per thread.
    std::vector<scores::PlaneCaptureResolver> plane_resolvers_;  ///< One per thread.
    memory::WorkingSet to_read_;
    bool by_co_kings_;             ///< See index_follows_rows.
    std::uint64_t row_positions_;  ///< The approximate number of positions in a row, to count the work.
    memory::WorkCount count_;
    std::atomic<bool> possible_ = true;
};

}  // namespace

memory::WorkingSet working_set_to_read(const index::Material& material, DistanceSides sides, Colour leader) {
    const memory::WorkingSet moves = scores::moves_working_set(material);
    if (scores::index_follows_rows(material, leader)) {
        // A placement is written once for each choice of the pivot king.
        const auto pivots = static_cast<std::uint64_t>(scores::RowSets{material}.co_kings) + 1;
        const std::uint64_t scattered = pivots * working_set_of_indices(material, leader, indices_per_batch).per_task;
        const std::uint64_t other_side =
            sides == DistanceSides::One ? scores::working_set_of_rows(material).per_task : 0;
        return {std::max(scattered, other_side), moves.total, scores::capture_working_set(material, 1)};
    }
    if (material.men() == 0 || material.kings() == 0) {
        std::uint64_t bytes = scores::class_bytes(material);
        for (const index::Material& needed : needed_to_read(material, sides)) {
            bytes += scores::class_bytes(needed);
        }
        return {bytes, moves.total};
    }
    const std::uint64_t together = slices_per_batch(material);
    const std::uint64_t scattered =
        2 * scores::slices_bytes(material, together) + scores::capture_working_set(material, together);
    const std::uint64_t other_side = material.is_symmetric()       ? 2 * scores::slice_bytes(material)
                                     : sides == DistanceSides::One ? moves.per_task
                                                                   : 0;
    return {std::max(scattered, other_side), moves.total};
}

std::unique_ptr<scores::ClassScores> scores_from_codes(const index::ClassIndex& index, table::StoredSides stored,
                                                       DrawRule rule, const CodeSource& codes,
                                                       const scores::SolvedClasses& solved_classes,
                                                       const memory::Team& team, const memory::OnShare& on_share,
                                                       const CodeSource* results) {
    return ScoresFromCodes{index, stored, rule, codes, solved_classes, team, on_share, results}.run();
}

}  // namespace dameotb::store
