// Contexts: what a decision is judged by. Each decision is seen under several contexts at once; under each, a table has
// a vote. Contexts are hashed, so that a table has a fixed size.
#pragma once

#include <array>

#include "candidates.hpp"
#include "known_rows.hpp"

namespace dameotb::codec {

/// How many tables vote on a decision of each kind.
inline constexpr std::size_t candidate_votes = 6;
inline constexpr std::size_t escape_votes = 3;
inline constexpr std::size_t row_votes = 4;

/// A context before it is cut to the size of a table: the table takes its upper bits.
using Context = std::uint64_t;
template <std::size_t votes>
using Contexts = std::array<Context, votes>;

inline constexpr std::uint64_t context_odd = 0x9E3779B97F4A7C15U;

[[nodiscard]] constexpr Context mixed(std::uint64_t a, std::uint64_t salt) {
    return (a ^ salt * 0xC2B2AE3D27D4EB4FU) * context_odd;
}

/// How well the last squares of the unit were guessed, from 0 to 63, greater is worse.
class Misses {
public:
    void add(bool missed) { misses_ = (misses_ * 7 + 4 + (missed ? 63 : 0)) / 8; }
    void add_constant_row() { misses_ /= 2; }
    [[nodiscard]] std::uint64_t coarse() const { return misses_ / 4; }

private:
    std::uint32_t misses_ = 0;
};

/// Which of three guesses were right at an earlier square, one bit each: none where nothing was guessed in this row;
/// `nothing` off the board.
class Hits {
public:
    static constexpr std::uint8_t nothing = 8;

    void set(rules::Square square, const Neighbourhood& around, Grade grade) {
        const auto is = [&](int lane) {
            return static_cast<std::uint8_t>(around.guesses >> (8 * lane)) == grade ? 1 : 0;
        };
        hits_[static_cast<std::size_t>(square.index())] =
            static_cast<std::uint8_t>(is(guess::bound) | is(guess::waiting_west) << 1 | is(guess::same_kings) << 2);
    }
    [[nodiscard]] std::uint8_t west_of(rules::Square square) const {
        return square.file() > 0 ? hits_[static_cast<std::size_t>(square.index()) - 1] : nothing;
    }
    [[nodiscard]] std::uint8_t south_of(rules::Square square) const {
        return square.row() > 0 ? hits_[static_cast<std::size_t>(square.index()) - 8] : nothing;
    }

private:
    Squares hits_{};
};

/// Contexts of the decisions "is it candidate k?" of one square.
class CandidateContexts {
public:
    /// `peculiar`: what the last table goes by, less than 256.
    CandidateContexts(const Candidates& candidates, rules::Square square, const Misses& misses, const Hits& hits,
                      std::uint64_t peculiar) {
        constexpr auto lane = [](int i) { return Lanes{0xFF} << (8 * i); };
        constexpr Lanes around = lane(guess::bound) | lane(guess::waiting_west) | lane(guess::waiting_south) |
                                 lane(guess::fellow_west) | lane(guess::west) | lane(guess::south);
        constexpr Lanes closest = lane(guess::bound) | lane(guess::waiting_west) | lane(guess::west);
        constexpr Lanes slices = lane(guess::waiting_south) | lane(guess::fellow_west) | lane(guess::same_kings);
        constexpr Lanes lines = lane(hint::along_row) | lane(hint::along_file) | lane(hint::along_diagonal) |
                                lane(hint::along_antidiagonal) | lane(hint::fellow_bound);
        constexpr Lanes wests =
            lane(hint::west_of_same_kings) | lane(hint::west_of_waiting_south) | lane(hint::west_of_fellow_west);
        const Lanes guesses = candidates.guess_pattern();
        const Lanes hints = candidates.hint_pattern();
        // The closest lanes leave room for a few more bytes in the other ones.
        const Lanes close = guesses & closest;
        unsalted_ = {
            guesses & around,
            (hints & lines) | (guesses & lane(guess::waiting_bound)),
            close | misses.coarse() << 16 | Lanes{hits.west_of(square)} << 24 | Lanes{hits.south_of(square)} << 32,
            close | static_cast<Lanes>(square.index()) << 16,
            (hints & wests) | (guesses & slices) >> 16,
            close | peculiar << 16};
        for (std::size_t i = 0; i < candidate_votes; ++i) {
            unsalted_[i] = mixed(unsalted_[i], i + 1);
        }
    }

    /// `decision`: which one it is of the square's, and what kind of square it is.
    [[nodiscard]] Contexts<candidate_votes> of(std::uint64_t decision) const {
        Contexts<candidate_votes> contexts = unsalted_;
        const std::uint64_t salt = (decision + 1) * 0xD6E8FEB86659FD93U;
        for (Context& context : contexts) {
            context += salt;
        }
        return contexts;
    }

private:
    Contexts<candidate_votes> unsalted_;
};

}  // namespace dameotb::codec
