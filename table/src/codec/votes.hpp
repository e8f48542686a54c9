// Votes: small signed numbers, in sixteenths of a natural logit, that are added up to the probability of a yes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "range_coder.hpp"

namespace dameotb::table {

using Vote = std::int8_t;

inline constexpr int most_vote = 127;
/// Sums of votes beyond it, on either side, say no more than it says.
inline constexpr int telling_sum = 256;
/// No sum of votes is greater.
inline constexpr int most_sum = 4 * most_vote;

namespace detail {
/// Returns the probability of a yes for each sum, from -most_sum on. By integers alone, so that it is the same
/// everywhere: the odds fall by exp(-1/16) = 4,034,748,382 / 2^32 for each step below 0.
constexpr std::array<std::uint16_t, 2 * most_sum + 1> make_probabilities() {
    std::array<std::uint16_t, 2 * most_sum + 1> table{};
    constexpr std::uint64_t one = std::uint64_t{1} << 32;
    constexpr std::uint64_t step = 4034748382U;
    constexpr std::uint64_t least = 3;
    std::uint64_t odds = one;
    for (std::size_t i = 0; i <= most_sum; ++i) {
        const std::uint64_t yes = std::max(least, (odds << 16) / (one + odds));
        table[most_sum - i] = static_cast<std::uint16_t>(yes);
        table[most_sum + i] = static_cast<std::uint16_t>(65536 - yes);
        odds = i < telling_sum ? odds * step >> 32 : odds;
    }
    return table;
}
inline constexpr auto probabilities = make_probabilities();
}  // namespace detail

/// Requires: -most_sum <= sum <= most_sum.
[[nodiscard]] constexpr Probability probability_of(int sum) {
    return detail::probabilities[static_cast<std::size_t>(sum + most_sum)];
}

}  // namespace dameotb::table
