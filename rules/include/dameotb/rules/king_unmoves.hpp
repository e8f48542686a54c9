// Unmoves of kings for whole sets of positions: fills, walks and sweeps. Kings can move back, so each gives moves too.
// Positions come in sets of 64 that differ in the square of one king, the pivot: a word of its squares.
//
// A fill finds the moves of the pivot itself, within a word. A walk finds those of one other king, from word to word,
// with a growing set of squares on which the pivot would stand in the way. A sweep finds the moves of that king from
// all its squares at once: its set is a board of words, one for each square of the moving king, and the moves along one
// line of squares are found together, from one end of the line to the other.
//
// None of them considers captures. quiet_predecessors (movegen.hpp) does the same for one position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/fill.hpp>
#include <dameotb/rules/words.hpp>

namespace dameotb::rules {

/// Returns all squares that a king on one of `from` reaches in one move over `vacant` squares. Since a king can move
/// back, these are also all squares from which a king reaches one of `from`. `Word`: as in rules/fill.hpp.
template <class Word>
[[nodiscard]] constexpr Word king_fill(Word from, Word vacant) {
    return slide_all<8>(from, vacant) | slide_all<-8>(from, vacant) | slide_all<1>(from, vacant) |
           slide_all<-1>(from, vacant) | slide_all<9>(from, vacant) | slide_all<-9>(from, vacant) |
           slide_all<7>(from, vacant) | slide_all<-7>(from, vacant);
}

/// Returns all squares one king step away from any of `from`.
[[nodiscard]] constexpr std::uint64_t king_neighbours(std::uint64_t from) {
    const std::uint64_t east = step_all<1>(from);
    const std::uint64_t west = step_all<-1>(from);
    const std::uint64_t three = from | east | west;
    return east | west | (three << 8) | (three >> 8);
}

namespace detail {
inline constexpr int off_board = 64;
constexpr std::array<SquareArray<std::uint8_t>, 8> make_steps() {
    std::array<SquareArray<std::uint8_t>, 8> steps{};
    for (const Direction d : all_directions) {
        for (int square = 0; square < 64; ++square) {
            const auto next = step(Square{square}, d);
            steps[static_cast<std::size_t>(d)][static_cast<std::size_t>(square)] =
                static_cast<std::uint8_t>(next ? next->index() : off_board);
        }
    }
    return steps;
}
inline constexpr auto steps = make_steps();
}  // namespace detail

/// Walks a king from `from` over `vacant` in all directions. Calls visit(square, path) for each square reached. `path`
/// holds the squares passed and the one reached: a pivot king there would block this move and its unmove. The walk in a
/// direction ends if visit returns false.
template <class Visit>
void walk_king(int from, std::uint64_t vacant, Visit&& visit) {
    for (const auto& step : detail::steps) {
        std::uint64_t path = 0;
        for (int to = step[static_cast<std::size_t>(from)]; to != detail::off_board && ((vacant >> to) & 1) != 0;
             to = step[static_cast<std::size_t>(to)]) {
            path |= std::uint64_t{1} << to;
            if (!visit(to, path)) {
                break;
            }
        }
    }
}

/// Where a board's words are, by the square of the king that moves. With lanes, points to the first lane's word; those
/// of the other lanes follow it.
template <class Word>
using WordBoard = SquareArray<Word*>;

namespace detail {

/// By the square of the king that moves: the squares of the pivot that leave it free to enter.
template <class Word>
[[nodiscard]] inline SquareArray<Word> free_to_enter(Word vacant) {
    SquareArray<Word> free;
    for (std::size_t square = 0; square < free.size(); ++square) {
        free[square] = -((vacant >> square) & 1) & ~(std::uint64_t{1} << square);
    }
    return free;
}

/// One rank: a word for each file.
template <class Word>
using RankWords = std::array<Word, 8>;

/// Adds the moves along one rank, from both ends.
template <class Word>
inline void add_along_rank(const Word* free, const RankWords<Word>& words, RankWords<Word>& found) {
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

/// Goes over the ranks upwards or downwards and adds the moves of the three directions from the ranks behind; on the
/// way up also those along each rank. Carries along, for each direction and file, what comes from the ranks behind.
template <bool up, class Word>
inline void add_from_ranks_behind(const SquareArray<Word>& free_squares, const WordBoard<const std::uint64_t>& set,
                                  const WordBoard<std::uint64_t>& from, std::size_t lane) {
    RankWords<Word> straight{};
    RankWords<Word> east{};
    RankWords<Word> west{};
    for (std::size_t n = 0; n < 8; ++n) {
        const std::size_t first = 8 * (up ? n : 7 - n);
        const Word* free = free_squares.data() + first;
        RankWords<Word> words;
        RankWords<Word> found;
        for (std::size_t file = 0; file < 8; ++file) {
            words[file] = load_words<Word>(set[first + file] + lane);
            found[file] = load_words<Word>(from[first + file] + lane) | straight[file] | east[file] | west[file];
        }
        if constexpr (up) {
            add_along_rank(free, words, found);
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

/// Adds to the board `from` all positions from which a move of the king leads to a position of the board `set`. Since a
/// king can move back, these are also the positions that its moves reach from there. `vacant`: the squares not occupied
/// by pieces other than these two kings. Words of `from` may also get positions in which one of the two kings shares a
/// square with another piece or with the other king. `lane`: the first lane of the boards that Word holds.
template <class Word>
inline void add_king_unmoves(Word vacant, const WordBoard<const std::uint64_t>& set,
                             const WordBoard<std::uint64_t>& from, std::size_t lane = 0) {
    const SquareArray<Word> free = detail::free_to_enter(vacant);
    detail::add_from_ranks_behind<true>(free, set, from, lane);
    detail::add_from_ranks_behind<false>(free, set, from, lane);
}

}  // namespace dameotb::rules
