// Visits the positions of a class with kings row by row: runs of positions that differ only in the square of one king,
// the runner. Sets of squares are visited in the order of their ranks (combinatorics.hpp). This is also the order of
// the sets as numbers, so an addition finds the next set, and only the set of the first position must be unranked.
#pragma once

#include <algorithm>
#include <cstdint>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>

namespace dameotb::index {

/// A run of positions. The runner is the lowest king of the mover or, if the mover has no king, of the waiting side.
struct PositionRow {
    SliceId slice;
    Position fixed;    ///< All pieces except the runner, and the side to move.
    Colour side;       ///< The runner's.
    Bitboard fellows;  ///< The other kings of that side.
    Bitboard waiting;  ///< The kings of the other side.
    Bitboard free;     ///< The squares without men and waiting kings, on which the runner's side ranks its kings.
    int skipped;       ///< How many of the lowest `free` squares precede the run.
    int count;         ///< The number of positions: the run takes this many `free` squares. At least 1.

    /// Returns the runner's squares, in the order of the positions.
    [[nodiscard]] Bitboard squares() const {
        return Bitboard{expand((~std::uint64_t{0} >> (64 - count)) << skipped, free.bits())};
    }
};

namespace detail {

/// Visits the rows of one slice and side to move. Members that return a bool return whether to continue.
template <class Visit>
class SliceRows {
public:
    SliceRows(const Material& material, SliceId id, const Slice& slice, Colour mover, const Visit& visit)
        : row_{id,
               {{Pieces{slice.white_men, {}}, Pieces{slice.black_men, {}}}, mover},
               material[mover].kings > 0 ? mover : opponent(mover),
               {},
               {},
               {},
               0,
               0},
          kings_{material[row_.side].kings},
          waiting_kings_{row_.side == mover ? material[opponent(mover)].kings : 0},
          without_men_{~slice.men()},
          visit_{visit} {}

    bool visit(std::uint64_t first, std::uint64_t count) {
        const std::uint64_t sets = binomial(without_men_.count() - waiting_kings_, kings_);
        row_.waiting = unrank_among(first / sets, waiting_kings_, without_men_);
        std::uint64_t rank = first % sets;
        while (true) {
            const std::uint64_t here = std::min(count, sets - rank);
            if (!visit_sets(rank, here)) {
                return false;
            }
            count -= here;
            if (count == 0) {
                return true;
            }
            rank = 0;
            row_.waiting = next_set(row_.waiting, without_men_);
        }
    }

private:
    bool visit_sets(std::uint64_t rank, std::uint64_t count) {
        row_.fixed[opponent(row_.side)].kings = row_.waiting;
        row_.free = without_men_ - row_.waiting;
        const Bitboard start = unrank_among(rank, kings_, row_.free);
        row_.skipped = (row_.free & squares_below(start.lowest())).count();
        row_.fellows = start - start.lowest();
        while (true) {
            // The runner, the lowest of its side's kings, visits all squares below its fellows.
            const Bitboard all = row_.fellows.empty() ? row_.free : row_.free & squares_below(row_.fellows.lowest());
            const int left = all.count() - row_.skipped;
            if (left > 0) {
                row_.count = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(left), count));
                row_.fixed[row_.side].kings = row_.fellows;
                if (!visit_(row_)) {
                    return false;
                }
                count -= static_cast<std::uint64_t>(row_.count);
            }
            if (count == 0) {
                return true;
            }
            row_.skipped = 0;
            row_.fellows = next_set(row_.fellows, row_.free);
        }
    }

    PositionRow row_;
    int kings_;
    int waiting_kings_;
    Bitboard without_men_;
    const Visit& visit_;
};

}  // namespace detail

/// Calls visit(row) for the rows of the indices `first` to `first` + `count` - 1 with that side to move, in order,
/// until it returns false. The first and last row may be partial. Requires: the class has men and kings, first + count
/// <= index.size().
template <class Visit>
void for_each_position_row(const ClassIndex& index, Colour mover, std::uint64_t first, std::uint64_t count,
                           const Visit& visit) {
    while (count > 0) {
        const std::uint64_t in_slice = first % index.slice_size();
        const std::uint64_t here = std::min(count, index.slice_size() - in_slice);
        const SliceId id{first / index.slice_size()};
        if (!detail::SliceRows<Visit>{index.material(), id, index.slices().unrank(id), mover, visit}.visit(in_slice,
                                                                                                           here)) {
            return;
        }
        first += here;
        count -= here;
    }
}

/// A run of positions of a class without men. The runner is the lowest king of the side that does not lead the index.
struct KingsRow {
    Position fixed;    ///< All kings except the runner, and the side to move.
    Colour side;       ///< The runner's.
    Bitboard squares;  ///< The runner's squares, in the order of the positions. At least one.

    /// Returns the other kings of the runner's side.
    [[nodiscard]] Bitboard rest() const { return fixed[side].kings; }
    [[nodiscard]] Bitboard leaders() const { return fixed[opponent(side)].kings; }
};

/// Calls visit(row) for the rows of the indices `first` to `end` - 1 with that side to move, in order. The first and
/// last row may be partial. Requires: the class has no men, end <= index.size().
template <class Visit>
void for_each_kings_row(const ClassIndex& index, Colour mover, std::uint64_t first, std::uint64_t end,
                        const Visit& visit) {
    const Colour side = opponent(index.leader());
    KingsRow row{{{}, mover}, side, {}};
    for_each_placement(index, mover, first, end, [&](std::uint64_t, Position position) {
        const Square runner = position[side].kings.lowest();
        position[side].kings -= runner;
        if (position != row.fixed) {
            if (!row.squares.empty()) {
                visit(row);
            }
            row = {position, side, {}};
        }
        row.squares |= runner;
    });
    if (!row.squares.empty()) {
        visit(row);
    }
}

}  // namespace dameotb::index
