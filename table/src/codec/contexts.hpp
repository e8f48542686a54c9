// Contexts: what a decision is judged by. Each decision is seen under several contexts at once, with a table of votes
// for each. Contexts are hashed, so that tables have a fixed size.
#pragma once

#include <array>

#include "candidates.hpp"

namespace dameotb::table {

/// How many tables vote on a decision of each kind.
inline constexpr std::size_t candidate_votes = 4;
inline constexpr std::size_t escape_votes = 2;
inline constexpr std::size_t row_votes = 2;

/// A context before it is cut to a table's size: the table uses its upper bits.
using Context = std::uint64_t;
template <std::size_t votes>
using Contexts = std::array<Context, votes>;

/// The contexts of several decisions in one situation; each table sees up to eight bytes of its own.
template <std::size_t votes>
class Situation {
public:
    explicit Situation(const std::array<std::uint64_t, votes>& bytes) : mixed_{bytes} {
        for (Context& context : mixed_) {
            context *= 0x9E3779B97F4A7C15U;
        }
    }

    /// `decision`: its identifier.
    [[nodiscard]] Contexts<votes> of(std::uint64_t decision) const {
        Contexts<votes> contexts = mixed_;
        for (Context& context : contexts) {
            context += decision * 0xD6E8FEB86659FD93U;
        }
        return contexts;
    }

private:
    Contexts<votes> mixed_;
};

/// How well the last squares of the block were guessed: 0 to 63, greater is worse.
class Misses {
public:
    void add(bool missed) { misses_ = (misses_ * 7 + (missed ? 64 : 0)) / 8; }
    [[nodiscard]] std::uint64_t coarse() const { return misses_ / 4; }

private:
    std::uint32_t misses_ = 0;
};

/// The last two relative values on each side of the draw's, newest first; no_relative_value if there are fewer.
class RecentRelativeValues {
public:
    void add(RelativeValue relative_value) {
        auto& [newest, older] = recent_[side_of(relative_value)];
        older = relative_value == newest ? older : newest;
        newest = relative_value;
    }
    /// Returns those on the relative value's side. Requires: not the draw's.
    [[nodiscard]] const std::array<RelativeValue, 2>& of_side(RelativeValue relative_value) const {
        return recent_[side_of(relative_value)];
    }

private:
    [[nodiscard]] static std::size_t side_of(RelativeValue relative_value) {
        return relative_value > drawn_distance_relative_value ? 1 : 0;
    }

    std::array<std::array<RelativeValue, 2>, 2> recent_{};
};

/// Returns the contexts of the decisions about an escape. Takes the first two candidates; unknown_relative_value for
/// none.
[[nodiscard]] inline Situation<escape_votes> escape_situation(RelativeValue first, RelativeValue second) {
    return Situation<escape_votes>{{first, first | std::uint64_t{second} << 8}};
}

/// Returns the contexts of a square's decisions "is it candidate k?": patterns as in Candidates, the square's index,
/// and Misses::coarse().
[[nodiscard]] inline Situation<candidate_votes> candidate_situation(Lanes guesses, Lanes hints, std::uint64_t square,
                                                                    std::uint64_t misses) {
    constexpr auto first_bytes = [](Lanes lanes, int count) { return lanes & ~(~Lanes{0} << (8 * count)); };
    return Situation<candidate_votes>{
        {first_bytes(hints, 5),                                // all lines
         first_bytes(guesses, 3) | misses << 24,               // the likeliest guesses
         first_bytes(guesses, 4) | square << 32,               // and one more
         first_bytes(guesses >> 32, 3) | hints >> 40 << 24}};  // the others, and hints to their west
}

}  // namespace dameotb::table
