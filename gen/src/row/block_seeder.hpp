// The seeds of a block of rows: those that differ in the square of one king more, the second.
// Captures of all its rows are found together (block_capture_search.hpp in store/).
#pragma once

#include <array>
#include <span>
#include <vector>

#include <dameotb/store/captures/block_capture_resolver.hpp>

#include "king_fill.hpp"
#include "row_seeder.hpp"

namespace dameotb::gen {

/// Rows that differ in the square of the second.
class SeedBlock {
public:
    /// `kings`: all but the second and the runner. `rest`: those of the set of kings that the second belongs to.
    SeedBlock(const store::Kings& kings, rules::Bitboard rest, std::uint32_t first_row, std::uint32_t rows_a_rank)
        : kings_{kings}, rest_{rest}, ranks_{rest}, first_row_{first_row}, rows_a_rank_{rows_a_rank} {}

    [[nodiscard]] const store::Kings& kings() const { return kings_; }
    /// Returns the second's squares: all beyond the kings of its own set, so that each row lies in one block.
    [[nodiscard]] rules::Bitboard seconds() const {
        return rest_.empty() ? rules::all_squares : rules::Bitboard{~std::uint64_t{0} << rest_.highest().index() << 1};
    }
    /// Returns those of them on which no two pieces share a square.
    [[nodiscard]] rules::Bitboard legal_seconds(rules::Bitboard men) const {
        const rules::Bitboard white = kings_[rules::Colour::White];
        const rules::Bitboard black = kings_[rules::Colour::Black];
        const bool is_legal = !white.intersects(black) && !men.intersects(white | black);
        return is_legal ? seconds() - (men | white | black) : rules::Bitboard{};
    }
    [[nodiscard]] std::uint32_t row(rules::Square second) const {
        return first_row_ + ranks_.rank(second.index()) * rows_a_rank_;
    }

private:
    store::Kings kings_;
    rules::Bitboard rest_;
    index::OneMore ranks_;
    std::uint32_t first_row_;
    std::uint32_t rows_a_rank_;
};

/// The rows of the slices of a class, in blocks. The second is a fellow, if these have all of their sets in rows; else
/// it is one of the others. Immutable; keeps a reference to the layout.
class SeedBlocks {
public:
    explicit SeedBlocks(const store::SliceLayout& layout);

    /// Returns how many there are: none where the kings of no set have all sets in rows, or no set has a king.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the side of the second. Requires: count() > 0.
    [[nodiscard]] rules::Colour second() const { return is_fellow_ ? layout_.runner() : opponent(layout_.runner()); }
    [[nodiscard]] SeedBlock block(std::uint64_t number) const;

private:
    const store::SliceLayout& layout_;
    bool is_fellow_;
    std::span<const rules::Bitboard> rests_;
    std::uint64_t count_ = 0;
};

/// The scores that a man's move leads to from a block's positions, where the class that it leads to has its runner
/// elsewhere: by the second's square and the runner's.
using ManTile = std::array<store::RowScores, 64>;

/// Computes seeds block by block. One object per thread: not thread-safe.
class BlockSeeder {
public:
    explicit BlockSeeder(const store::FinishedClasses& finished) : captures_{finished} {}

    /// Writes the cells of the block's legal rows, as RowSeeder does, and calls done(row, quiet) for each of them.
    /// `cells`: those of the slice, with this side to move. `second`, `runner`: the sides of the two kings.
    template <class Done>
    void seed(const store::SliceContext& context, const SeedBlock& block, rules::Colour second, rules::Colour runner,
              rules::Colour side_to_move, store::Score* cells, Done&& done) {
        const rules::Bitboard seconds = block.legal_seconds(context.slice().men());
        if (seconds.empty()) {
            return;
        }
        // Rows are first written, and men's moves looked up, when all captures are known. By then they can be here.
        for (const rules::Square square : seconds) {
            __builtin_prefetch(cells + std::size_t{block.row(square)} * store::SliceLayout::row_cells, 1);
            prefetch_men(context, with_second(block, second, square), runner, side_to_move);
        }
        const rules::Position fixed = store::position_of(context.slice(), block.kings(), side_to_move);
        captures_.resolve(fixed, second, runner, seconds);
        make_tiles(context, block.kings(), second, runner, side_to_move, seconds);
        for (const rules::Square square : seconds) {
            const std::uint32_t row = block.row(square);
            done(row, seed_row(context, square, runner, with_second(block, second, square), side_to_move,
                               cells + std::size_t{row} * store::SliceLayout::row_cells));
        }
    }

private:
    [[nodiscard]] static store::Kings with_second(const SeedBlock& block, rules::Colour second, rules::Square square) {
        store::Kings kings = block.kings();
        kings[second] |= square;
        return kings;
    }
    static void prefetch_men(const store::SliceContext& context, const store::Kings& kings, rules::Colour runner,
                             rules::Colour side_to_move);
    rules::Bitboard seed_row(const store::SliceContext& context, rules::Square second, rules::Colour runner,
                             const store::Kings& kings, rules::Colour side_to_move, store::Score* scores);
    void make_tiles(const store::SliceContext& context, const store::Kings& kings, rules::Colour second,
                    rules::Colour runner, rules::Colour side_to_move, rules::Bitboard seconds);
    void fill_tile(ManTile& tile, const store::SliceView& view, rules::Colour side_to_move, store::Kings kings,
                   rules::Colour runner, rules::Bitboard seconds, rules::Bitboard runners);
    static void fill_tile_of_fellows(ManTile& tile, const store::SliceView& view, rules::Colour side_to_move,
                                     store::Kings kings, rules::Colour runner, rules::Bitboard seconds,
                                     rules::Bitboard runners);

    store::BlockCaptureResolver captures_;
    std::vector<ManTile> tiles_;  ///< By the number of the move.
    ManTile transposed_;          ///< By the runner's square and the second's.
    store::RowScores buffer_;
};

}  // namespace dameotb::gen
