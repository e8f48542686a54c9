// Operations on the 64 scores of a row at once, with sets of the pivot king's squares as masks.
// They use the compiler's vector types of 16 scores, so that every machine uses its vector instructions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/bitboard.hpp>
#include <dameotb/scores/row/byte_lanes.hpp>
#include <dameotb/scores/slice/score.hpp>

namespace dameotb::scores {

/// The scores of a row, by the pivot king's square.
struct alignas(64) RowScores {
    SquareArray<Score> cells{};

    [[nodiscard]] Score* data() { return cells.data(); }
    [[nodiscard]] const Score* data() const { return cells.data(); }
};

namespace detail {

using Chunk = Score __attribute__((vector_size(16)));
inline constexpr std::size_t chunks = 4;

[[nodiscard]] inline Chunk load(const Score* cells, std::size_t chunk) {
    Chunk scores;
    std::memcpy(&scores, cells + chunk * sizeof(Chunk), sizeof(Chunk));
    return scores;
}

inline void store(Score* cells, std::size_t chunk, Chunk scores) {
    std::memcpy(cells + chunk * sizeof(Chunk), &scores, sizeof(Chunk));
}

[[nodiscard]] inline Chunk all(Score score) {
    return Chunk{} + score;
}

/// Returns lanes that are -1 where the chunk's bit of `lanes` is set, else 0. Copies a byte of bits to eight lanes,
/// each of which keeps its own bit.
[[nodiscard]] inline Chunk mask_of(std::uint64_t lanes, std::size_t chunk) {
    using Words = std::uint64_t __attribute__((vector_size(16)));
    constexpr int low = NativeLanes::first_is_lowest ? 0 : 7;
    constexpr int high = NativeLanes::first_is_lowest ? 1 : 6;
    const auto bits = std::bit_cast<Chunk>(Words{lanes >> (16 * chunk), 0});
    const auto own_bits = std::bit_cast<Chunk>(Words{NativeLanes::own_bits, NativeLanes::own_bits});
    return (__builtin_shufflevector(bits, bits, low, low, low, low, low, low, low, low, high, high, high, high, high,
                                    high, high, high) &
            own_bits) == own_bits;
}

/// Returns one bit for each lane: the inverse of mask_of. Requires: lanes of -1 or 0.
[[nodiscard]] inline std::uint64_t bits_of(Chunk mask) {
#if defined(__SSE2__)
    using Signs = char __attribute__((vector_size(16)));
    return static_cast<std::uint16_t>(__builtin_ia32_pmovmskb128(std::bit_cast<Signs>(mask)));
#else
    const auto words = std::bit_cast<std::array<std::uint64_t, 2> >(mask);
    return NativeLanes::lowest_bits(words[0]) | NativeLanes::lowest_bits(words[1]) << 8;
#endif
}

[[nodiscard]] inline Chunk greater(Chunk a, Chunk b) {
    return a > b ? a : b;
}

/// Returns the greatest lane. Requires: no lane is negative.
[[nodiscard]] inline Score greatest_lane(Chunk scores) {
    using Words = std::uint64_t __attribute__((vector_size(16)));
    for (const int lanes : {4, 2, 1}) {
        const auto words = std::bit_cast<Words>(scores);
        scores = greater(scores, std::bit_cast<Chunk>(NativeLanes::from_behind(words, lanes)));
    }
    return scores[0] > scores[8] ? scores[0] : scores[8];
}

/// Returns scores::before_move of each score.
[[nodiscard]] inline Chunk before_move(Chunk scores) {
    return -(scores > 0) - scores;
}

}  // namespace detail

namespace detail {

/// Returns the row that f(chunk) makes of `scores` under a rule, in `buffer`; without a rule, the scores themselves.
template <class F>
[[nodiscard]] const Score* under_rule(const Score* scores, DrawRule rule, Score* buffer, const F& f) {
    if (!rule.exists()) {
        return scores;
    }
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        store(buffer, chunk, f(load(scores, chunk)));
    }
    return buffer;
}

}  // namespace detail

/// Returns the row that before_move is given after a capture or a man's move: the scores themselves, or, under a draw
/// rule, after_reset of each, in `buffer`.
[[nodiscard]] inline const Score* after_reset(const Score* reached, DrawRule rule, Score* buffer) {
    return detail::under_rule(reached, rule, buffer, [](detail::Chunk scores) -> detail::Chunk {
        return ((scores > beyond_rule) & detail::all(127)) | ((scores < -beyond_rule) & detail::all(-127));
    });
}

/// Does the same after a king's move.
[[nodiscard]] inline const Score* after_count(const Score* reached, DrawRule rule, Score* buffer) {
    return detail::under_rule(reached, rule, buffer, [rule](detail::Chunk scores) -> detail::Chunk {
        const detail::Chunk win = scores > detail::all(win_under_rule(rule.plies));
        const detail::Chunk loss = scores < detail::all(loss_under_rule(rule.plies));
        return (scores + win) & (win | loss);
    });
}

/// Returns the scores with wins and losses beyond the rule as draws, in `buffer`; without a rule, the scores
/// themselves.
[[nodiscard]] inline const Score* draws_beyond(const Score* scores, DrawRule rule, Score* buffer) {
    return detail::under_rule(scores, rule, buffer, [](detail::Chunk of) -> detail::Chunk {
        return of & ((of > beyond_rule) | (of < -beyond_rule));
    });
}

/// Returns the squares whose scores are `score`.
[[nodiscard]] inline Bitboard squares_with(const Score* cells, Score score) {
    std::uint64_t bits = 0;
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        bits |= detail::bits_of(detail::load(cells, chunk) == detail::all(score)) << (16 * chunk);
    }
    return Bitboard{bits};
}

/// Returns the squares whose scores are from `least` to `most`, inclusive.
[[nodiscard]] inline Bitboard squares_between(const Score* cells, Score least, Score most) {
    std::uint64_t bits = 0;
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk scores = detail::load(cells, chunk);
        bits |= detail::bits_of((scores >= detail::all(least)) & (scores <= detail::all(most))) << (16 * chunk);
    }
    return Bitboard{bits};
}

/// Returns the greatest winning score that is at most `most`, or draw_score if there is none: the row's first win from
/// that ply on. Requires: `most` is a win.
[[nodiscard]] inline Score first_win(const Score* cells, Score most) {
    detail::Chunk first{};
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk scores = detail::load(cells, chunk);
        first = detail::greater(first, (scores <= detail::all(most)) & scores);
    }
    return detail::greatest_lane(first);
}

/// Returns the least losing score that is at least `least`, or draw_score if there is none: the row's first loss from
/// that ply on. Requires: `least` is a loss.
[[nodiscard]] inline Score first_loss(const Score* cells, Score least) {
    detail::Chunk first{};
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk scores = detail::load(cells, chunk);
        first = detail::greater(first, -((scores >= detail::all(least)) & scores));
    }
    return static_cast<Score>(-detail::greatest_lane(first));
}

/// Returns the squares on which both rows have the same score.
[[nodiscard]] inline Bitboard equal_squares(const Score* a, const Score* b) {
    std::uint64_t bits = 0;
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        bits |= detail::bits_of(detail::load(a, chunk) == detail::load(b, chunk)) << (16 * chunk);
    }
    return Bitboard{bits};
}

/// Writes `score` on `squares`.
inline void fill(Score* cells, Bitboard squares, Score score) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk mask = detail::mask_of(squares.bits(), chunk);
        detail::store(cells, chunk, mask ? detail::all(score) : detail::load(cells, chunk));
    }
}

/// Copies `scores` on `squares`.
inline void write(Score* cells, Bitboard squares, const Score* scores) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk mask = detail::mask_of(squares.bits(), chunk);
        detail::store(cells, chunk, mask ? detail::load(scores, chunk) : detail::load(cells, chunk));
    }
}

/// Raises scores on `squares` that are below `score` to `score`.
inline void raise(Score* cells, Bitboard squares, Score score) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk old = detail::load(cells, chunk);
        const detail::Chunk mask = detail::mask_of(squares.bits(), chunk) & (old < detail::all(score));
        detail::store(cells, chunk, mask ? detail::all(score) : old);
    }
}

/// Raises each score on `squares` to that of the same square in `scores`, if greater.
inline void raise(Score* cells, Bitboard squares, const Score* scores) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk old = detail::load(cells, chunk);
        const detail::Chunk best = detail::greater(old, detail::load(scores, chunk));
        detail::store(cells, chunk, detail::mask_of(squares.bits(), chunk) ? best : old);
    }
}

/// Writes the scores of moves that lead to positions with the scores `reached`.
inline void write_before_move(const Score* reached, Score* scores) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        detail::store(scores, chunk, detail::before_move(detail::load(reached, chunk)));
    }
}

/// Raises each score on `squares` to that of a move to the position of the same square in `reached`, if greater.
inline void raise_before_move(Score* cells, Bitboard squares, const Score* reached) {
    for (std::size_t chunk = 0; chunk < detail::chunks; ++chunk) {
        const detail::Chunk old = detail::load(cells, chunk);
        const detail::Chunk best = detail::greater(old, detail::before_move(detail::load(reached, chunk)));
        detail::store(cells, chunk, detail::mask_of(squares.bits(), chunk) ? best : old);
    }
}

// Refuses distances that a score cannot hold.

/// Throws the std::overflow_error of a class with a distance of more than longest_plies.
[[noreturn]] inline void throw_too_long(const index::Material& material) {
    throw std::overflow_error{material.name() + ": a distance exceeds " + std::to_string(longest_plies) + " plies"};
}

/// Throws the same if one of these cells of a row has such a distance. A solver that checks all cells before it derives
/// others from them exceeds the limit by a ply or two at most, which a score still holds.
inline void require_short(const index::Material& material, const Score* cells, Bitboard squares = all_squares) {
    // Between the longest loss and the longest win there are only draws.
    constexpr auto loss = static_cast<Score>(score_at_ply(longest_plies) + 1);
    constexpr auto win = static_cast<Score>(score_at_ply(longest_plies - 1) - 1);
    const Bitboard between = squares_between(cells, loss, win);
    if (squares.intersects(between - squares_with(cells, draw_score))) {
        throw_too_long(material);
    }
}

}  // namespace dameotb::scores
