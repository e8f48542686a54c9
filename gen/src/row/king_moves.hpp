// King moves of one slice, for whole bands of rows at once.
// The rows that differ in the square of one king are a board of words; a sweep over it finds that king's moves of all
// these rows (rules/king_unmoves.hpp). The pivot king moves inside its row, by fills. Excludes out-of-slice moves
// (men's moves and captures).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/rules/king_unmoves.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::gen {

/// Rows of a slice: `runs` runs of `run_rows` adjacent rows, each starting `stride` rows after the last.
struct RowBand {
    std::uint32_t first;
    std::uint32_t run_rows;
    std::uint32_t runs;
    std::uint32_t stride;

    /// Calls visit(row) for the first row of each run.
    template <class Visit>
    void for_each_run(Visit&& visit) const {
        for (std::uint32_t run = 0; run < runs; ++run) {
            visit(first + run * stride);
        }
    }
};

/// Returns whether `mover` has kings in the positions of the layout, which has a pivot king.
[[nodiscard]] inline bool has_kings(const scores::SliceLayout& layout, Colour mover) {
    return mover == layout.pivot() || layout.others() > 0;
}
/// Returns whether king moves of `mover` lead from band to band: those of three or more kings, besides the pivot king,
/// where no other king tells bands apart. One or two have too few rows to share.
[[nodiscard]] bool cross_bands(const scores::SliceLayout& layout, Colour mover);
/// Returns the rows of a slice in bands. Unless king moves of `mover` cross bands, the positions of a band from which
/// one leads into a set are found from the set's positions in the same band. Requires: a class with men, or one in
/// which the co-kings lead and do not move (LeaderMoves).
[[nodiscard]] std::vector<RowBand> king_move_bands(const scores::SliceLayout& layout, Colour mover);

/// The king moves of a slice, except those of a leading set and its pivot king. Keeps a reference to the layout. Not
/// thread-safe: use one object per thread.
class KingMoves {
public:
    explicit KingMoves(const scores::SliceLayout& layout);

    /// Sets the men of the slice for the following calls.
    void begin_slice(Bitboard men) { men_ = men; }

    /// Writes to the band's words of `from`, by row, all positions from which a king move of `mover` leads into `set`,
    /// quiet or not. Cells without a position become unspecified, and may be unspecified in `set`. Requires: a band of
    /// king_move_bands(layout, mover), which king moves do not cross.
    void into(Colour mover, const RowBand& band, const std::uint64_t* set, std::uint64_t* from);

    // Moves that cross bands are found in parts, each by the sets of kings whose third-lowest king is on one square. A
    // part adds to words by row that no other part changes. In some sets, the king that moves is the third-lowest or
    // higher after the unmove; these go to words of their own.

    /// The number of parts.
    static constexpr std::uint64_t parts = 64;
    /// Begins the words `from_higher` of a band with the pivot king's moves, if it is of this side, or else with none.
    void begin_crossing(Colour mover, const RowBand& band, const std::uint64_t* set, std::uint64_t* from_higher);
    /// Adds a part to all rows. Together, parts add to `from` and `from_higher` what `into` writes. Requires: king
    /// moves of `mover` cross bands.
    void add_part(Colour mover, std::uint64_t part, const std::uint64_t* set, std::uint64_t* from,
                  std::uint64_t* from_higher);

private:
    // A matrix of words, by two squares. Its rows are not a power of two apart, to avoid cache conflicts.
    static constexpr std::size_t matrix_stride = 72;
    static constexpr std::size_t matrix_words = 64 * matrix_stride;

    void fill_rows(std::uint32_t first, std::uint32_t count, const std::uint64_t* set, std::uint64_t* from) const;
    void add_co_kings(const RowBand& band, const std::uint64_t* set, std::uint64_t* from);
    void add_sets(int kings, Bitboard taken, const std::uint64_t* set, std::uint64_t* from);
    void add_pairs_below(Bitboard above, Bitboard taken, const std::uint64_t* set, std::uint64_t* from,
                         std::uint64_t* from_higher);

    void unfold(const std::uint64_t* triangle, std::size_t end);
    void fold(std::uint64_t* triangle, std::size_t end) const;

    const scores::SliceLayout& layout_;
    std::span<const Bitboard> co_king_sets_;
    std::span<const Bitboard> other_sets_;
    Bitboard men_;
    std::vector<std::uint64_t> set_matrix_;
    std::vector<std::uint64_t> from_matrix_;
    std::vector<std::uint64_t> no_row_;  ///< Read and written for squares where no king can be.
};

}  // namespace dameotb::gen
