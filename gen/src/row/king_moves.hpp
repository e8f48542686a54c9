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

/// Returns the rows of a slice in bands. The positions of a band from which a king move of `mover` leads into a set are
/// found from the set's positions in the same band. Requires: a class with men, or one in which the co-kings lead and
/// do not move (LeaderMoves).
[[nodiscard]] std::vector<RowBand> king_move_bands(const scores::SliceLayout& layout, rules::Colour mover);

/// The king moves of a slice, except those of a leading set and its pivot king. Keeps a reference to the layout. Not
/// thread-safe: use one object per thread.
class KingMoves {
public:
    explicit KingMoves(const scores::SliceLayout& layout);

    /// Sets the men of the slice for the following calls.
    void begin_slice(rules::Bitboard men) { men_ = men; }

    /// Writes to the band's words of `from`, by row, all positions from which a king move of `mover` leads into `set`,
    /// quiet or not. Cells without a position become unspecified, and may be unspecified in `set`. Requires: a band of
    /// king_move_bands(layout, mover).
    void into(rules::Colour mover, const RowBand& band, const std::uint64_t* set, std::uint64_t* from);

private:
    // A matrix of words, by two squares. Its rows are not a power of two apart, to avoid cache conflicts.
    static constexpr std::size_t matrix_stride = 72;
    static constexpr std::size_t matrix_words = 64 * matrix_stride;

    void fill_rows(std::uint32_t first, std::uint32_t count, const std::uint64_t* set, std::uint64_t* from) const;
    void add_co_kings(const RowBand& band, const std::uint64_t* set, std::uint64_t* from);
    void add_sets(int kings, rules::Bitboard taken, const std::uint64_t* set, std::uint64_t* from);
    void add_pairs_below(rules::Bitboard above, rules::Bitboard taken, const std::uint64_t* set, std::uint64_t* from);

    void unfold(const std::uint64_t* triangle, std::size_t end);
    void fold(std::uint64_t* triangle, std::size_t end) const;

    const scores::SliceLayout& layout_;
    std::span<const rules::Bitboard> co_king_sets_;
    std::span<const rules::Bitboard> other_sets_;
    rules::Bitboard men_;
    std::vector<std::uint64_t> set_matrix_;
    std::vector<std::uint64_t> from_matrix_;
    std::vector<std::uint64_t> no_row_;  ///< Read and written for squares where no king can be.
};

}  // namespace dameotb::gen
