// The relative values a square may have, most likely first, and which of its neighbours has which.
#pragma once

#include <array>
#include <bit>

#include "byte_vectors.hpp"
#include "neighbourhood.hpp"

namespace dameotb::table {

/// Seven from guesses, followed by two recent relative values.
inline constexpr int most_candidates = 9;

/// In patterns, a lane holds the number of the candidate it equals, or one of these.
inline constexpr std::uint8_t no_candidate = 7;  ///< Known, but no candidate.
inline constexpr std::uint8_t no_guess = 8;      ///< Unknown, or impossible.

namespace detail {

/// For each set of seven lanes, eight bytes.
using ByLanes = std::array<std::array<std::uint8_t, 8>, 128>;

/// Returns, for each lane, how many lanes of the set are below it; then no_candidate.
[[nodiscard]] constexpr ByLanes make_ranks() {
    ByLanes ranks{};
    for (unsigned set = 0; set < ranks.size(); ++set) {
        for (unsigned lane = 0; lane < 7; ++lane) {
            ranks[set][lane] = static_cast<std::uint8_t>(std::popcount(set & ((1U << lane) - 1)));
        }
        ranks[set][7] = no_candidate;
    }
    return ranks;
}
/// Returns the lanes of the set, followed by 128.
[[nodiscard]] constexpr ByLanes make_members() {
    ByLanes members{};
    for (unsigned set = 0; set < members.size(); ++set) {
        members[set].fill(128);
        std::size_t count = 0;
        for (unsigned lane = 0; lane < 7; ++lane) {
            if ((set >> lane & 1) != 0) {
                members[set][count++] = static_cast<std::uint8_t>(lane);
            }
        }
    }
    return members;
}
inline constexpr ByLanes ranks = make_ranks();
inline constexpr ByLanes members = make_members();

}  // namespace detail

class Candidates {
public:
    Candidates() = default;
    /// Takes the distinct possible relative values of the guesses. `above`: whether only relative values above that of
    /// a drawn distance are possible; otherwise only those below it are, and all of results.
    Candidates(const Neighbourhood& near, bool above) {
        constexpr ByteVector lanes{0, 1, 2, 3, 4, 5, 6, 255, 255, 255, 255, 255, 255, 255, 255, 255};
        const ByteVector relative_values = bytes_of(near.guesses, near.hints);
        // The first guess with an equal relative value.
        ByteVector equal = all_bytes(no_candidate);
        for (std::uint8_t lane = 7; lane-- > 0;) {
            equal = choose(relative_values == look_up(relative_values, all_bytes(lane)), all_bytes(lane), equal);
        }
        const ByteMask impossible =
            not_positive(relative_values - all_bytes(above ? drawn_distance_relative_value : unknown_relative_value));
        const unsigned set = bits_of((equal == lanes) & ~impossible);
        relative_values_ = lower_word(look_up(relative_values, eight_bytes_at(detail::members[set].data(), 128)));
        count_ = std::popcount(set);
        const ByteVector patterns = look_up(eight_bytes_at(detail::ranks[set].data(), no_guess),
                                            choose(impossible, all_bytes(no_guess), equal));
        guesses_ = lower_word(patterns);
        hints_ = upper_word(patterns);
    }

    [[nodiscard]] int count() const { return count_; }
    /// Returns the k-th candidate; no_relative_value if there are fewer. Requires: 0 <= k < 8.
    [[nodiscard]] RelativeValue operator[](int k) const {
        return static_cast<RelativeValue>(relative_values_ >> (8 * k));
    }

    [[nodiscard]] bool has(RelativeValue relative_value) const {
        return equal_lanes(relative_values_, relative_value) != 0;
    }

    /// Returns the patterns of the guesses and of the hints.
    [[nodiscard]] Lanes guess_pattern() const { return guesses_; }
    [[nodiscard]] Lanes hint_pattern() const { return hints_; }

private:
    Lanes relative_values_ = 0;
    Lanes guesses_ = 0;
    Lanes hints_ = 0;
    int count_ = 0;
};

}  // namespace dameotb::table
