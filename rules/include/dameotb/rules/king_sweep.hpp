// Moves of one king for whole sets of positions: a sweep over the board.
// A set of positions is a board of words: for each square of the king that moves one word, the squares of another king,
// the pivot, which stays. So one word of the board holds 64 positions, and the moves along one line of squares are
// found together, from one end of the line to the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <dameotb/rules/words.hpp>

namespace dameotb::rules {

/// Where the words of a board are, by the square of the king that moves. With lanes: the first lane's words; the other
/// lanes' words are behind them.
template <class Word>
using WordBoard = std::array<Word*, 64>;

namespace detail {

/// By the square of the king that moves: the pivot's squares for which that square is free to enter.
template <class Word>
[[nodiscard]] inline std::array<Word, 64> free_to_enter(Word vacant) {
    std::array<Word, 64> free;
    for (std::size_t square = 0; square < free.size(); ++square) {
        free[square] = -((vacant >> square) & 1) & ~(std::uint64_t{1} << square);
    }
    return free;
}

/// What of one board row: a word for each file.
template <class Word>
using RowWords = std::array<Word, 8>;

/// Adds the moves along one board row, from both of its ends.
template <class Word>
inline void add_along_row(const Word* free, const RowWords<Word>& words, RowWords<Word>& found) {
    Word east{};
    Word west{};
    for (std::size_t file = 0; file < 8; ++file) {
        found[file] |= east;
        east = (east | words[file]) & free[file];
    }
    for (std::size_t file = 8; file-- > 0;) {
        found[file] |= west;
        west = (west | words[file]) & free[file];
    }
}

/// Goes over the board rows upwards, or downwards, and adds the moves of the three directions that lead back; on the
/// way up also those along each row. What comes from the rows behind is carried along, for each direction and file.
template <bool up, class Word>
inline void add_from_rows_behind(const std::array<Word, 64>& free_squares, const WordBoard<const std::uint64_t>& set,
                                 const WordBoard<std::uint64_t>& from, std::size_t lane) {
    RowWords<Word> straight{};
    RowWords<Word> east{};
    RowWords<Word> west{};
    for (std::size_t n = 0; n < 8; ++n) {
        const std::size_t first = 8 * (up ? n : 7 - n);
        const Word* free = free_squares.data() + first;
        RowWords<Word> words;
        RowWords<Word> found;
        for (std::size_t file = 0; file < 8; ++file) {
            words[file] = load_words<Word>(set[first + file] + lane);
            found[file] = load_words<Word>(from[first + file] + lane) | straight[file] | east[file] | west[file];
        }
        if constexpr (up) {
            add_along_row(free, words, found);
        }
        for (std::size_t file = 0; file < 8; ++file) {
            store_words(from[first + file] + lane, found[file]);
        }
        for (std::size_t file = 0; file < 8; ++file) {
            straight[file] = (straight[file] | words[file]) & free[file];
        }
        for (std::size_t file = 8; file-- > 1;) {
            east[file] = (east[file - 1] | words[file - 1]) & free[file - 1];
        }
        for (std::size_t file = 0; file < 7; ++file) {
            west[file] = (west[file + 1] | words[file + 1]) & free[file + 1];
        }
        east[0] = Word{};
        west[7] = Word{};
    }
}

}  // namespace detail

/// Adds to the board `from` all positions from which a move of the king leads to a position of the board `set`. As a
/// king can move back, these are also the positions that its moves reach from there. What stands on other squares than
/// these two kings is not `vacant`. Words of `from` may get other positions too, in which a piece that is not vacant
/// and one of the two kings, or both of these, share a square. `lane`: of the boards, the first that Word holds.
template <class Word>
inline void add_king_unmoves(Word vacant, const WordBoard<const std::uint64_t>& set,
                             const WordBoard<std::uint64_t>& from, std::size_t lane = 0) {
    const std::array<Word, 64> free = detail::free_to_enter(vacant);
    detail::add_from_rows_behind<true>(free, set, from, lane);
    detail::add_from_rows_behind<false>(free, set, from, lane);
}

}  // namespace dameotb::rules
