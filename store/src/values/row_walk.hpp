// The walk over the rows of a class: slice by slice, in a slice by sets of others, then by sets of fellows.
// Of several symmetric placements one is shown. It is chosen in three steps. The numbering of slices has only one of
// two mirror images. Of several sets of others, the one with the smallest bits is taken. The symmetries that change
// neither the men nor that set are tried on each placement.
#pragma once

#include <functional>
#include <span>

#include <dameotb/store/slice/class_scores.hpp>
#include <dameotb/store/values/value_row.hpp>

#include "row_symmetries.hpp"

namespace dameotb::store {

/// Makes the rows of a loaded class, one after the other.
class RowWalk {
public:
    RowWalk(const ClassScores& solved, rules::Colour side_to_move)
        : solved_{solved},
          layout_{solved.layout()},
          fellow_sets_{subsets(layout_.fellows())},
          other_sets_{subsets(layout_.others())},
          side_to_move_{side_to_move} {
        row_.runner_ = layout_.runner();
        row_.has_runner_ = layout_.has_runner();
    }

    void begin_slice(index::SliceId id) {
        slice_ = solved_.slices().unrank(id);
        const bool without_men = solved_.material().men() == 0;
        symmetries_ = without_men                 ? symmetries::all_symmetries
                      : slice_.is_self_mirrored() ? symmetries::left_right
                                                  : symmetries::none;
        // The numbering has only one of two slices that are mirror images of each other.
        twins_ = symmetries_ == symmetries::none ? 2 : 1;
        scores_ = solved_.scores(side_to_move_, id);
        other_scores_ = solved_.scores(opponent(side_to_move_), id);
    }

    /// Calls visit(row) for all rows of the slice with that set of others.
    void visit_others(std::uint32_t others, const std::function<void(const ValueRow&)>& visit) {
        row_.most_weight_ = twins_ * std::popcount(symmetries_);
        if (!layout_.has_runner()) {
            row_.stabiliser_ = symmetries_;
            visit_row({0, 0}, Kings{}, rules::Bitboard{rules::Square{}}, visit);
            return;
        }
        Kings kings;
        rules::Bitboard& other_kings = kings[opponent(layout_.runner())];
        other_kings = other_sets_[others];
        if (other_kings.intersects(slice_.men()) || !symmetries::is_smallest(symmetries_, other_kings)) {
            return;
        }
        row_.stabiliser_ = symmetries::stabiliser(symmetries_, other_kings);
        for (std::uint32_t rank = 0; rank < fellow_sets_.size(); ++rank) {
            const rules::Bitboard fellows = fellow_sets_[rank];
            if (!fellows.intersects(slice_.men() | other_kings)) {
                kings[layout_.runner()] = fellows;
                const SliceLayout::Image image = layout_.is_up_to_symmetry()
                                                     ? layout_.image(fellows, other_kings)
                                                     : SliceLayout::Image{layout_.row_of_ranks(rank, others), 0};
                visit_row(image, kings, shown(fellows, other_kings), visit);
            }
        }
    }

private:
    void visit_row(const SliceLayout::Image& image, const Kings& kings, rules::Bitboard squares,
                   const std::function<void(const ValueRow&)>& visit) {
        if (squares.empty()) {
            return;
        }
        const std::size_t first = std::size_t{image.row} * SliceLayout::row_cells;
        row_.squares_ = squares;
        row_.fixed_ = position_of(slice_, kings, side_to_move_);
        row_.cells_ = scores_ + first;
        row_.other_cells_ = other_scores_ + first;
        row_.symmetry_ = image.symmetry;
        visit(row_);
    }

    /// Returns the runner's squares of the placements that are shown in this row. Each placement lies in one row for
    /// each choice of the runner; it is shown where the runner is the lowest king of its side.
    [[nodiscard]] rules::Bitboard shown(rules::Bitboard fellows, rules::Bitboard others) const {
        const std::uint64_t below = fellows.empty() ? ~std::uint64_t{0} : rules::Bitboard{fellows.lowest()}.bits() - 1;
        rules::Bitboard squares = rules::Bitboard{below} - (slice_.men() | others);
        if (row_.stabiliser_ != symmetries::none) {
            for (const rules::Square square : squares) {
                if (!symmetries::is_smallest(row_.stabiliser_, fellows | square)) {
                    squares -= square;
                }
            }
        }
        return squares;
    }

    const ClassScores& solved_;
    const SliceLayout& layout_;
    std::span<const rules::Bitboard> fellow_sets_;  ///< All, by rank, also those without rows.
    std::span<const rules::Bitboard> other_sets_;   ///< The same.
    rules::Colour side_to_move_;
    index::Slice slice_;
    unsigned symmetries_ = symmetries::none;  ///< Those that leave the men as they are.
    int twins_ = 1;
    const Score* scores_ = nullptr;
    const Score* other_scores_ = nullptr;
    ValueRow row_;
};

}  // namespace dameotb::store
