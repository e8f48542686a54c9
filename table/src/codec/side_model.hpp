// What is learnt from a sample of a table's blocks for one side to move, then frozen: votes, and paths of escapes.
// A vote is a small signed number, in sixteenths of a natural logit; the sum of the votes gives the probability of a
// yes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "contexts.hpp"
#include "escape_tree.hpp"
#include "range_coder.hpp"

namespace dameotb::table {

using Vote = std::int8_t;

inline constexpr int most_vote = 127;
/// Sums of votes beyond this, on either side, are treated like it.
inline constexpr int telling_sum = 256;
/// The greatest possible sum of votes.
inline constexpr int most_sum = 4 * most_vote;

namespace detail {
/// Returns the probability of a yes for each sum, from -most_sum on. Uses integers only, so that it is the same
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

/// Several tables of votes of equal size, all for the same decisions.
template <std::size_t votes>
class VoteTables {
public:
    /// Makes tables of 2^bits votes, all 0.
    explicit VoteTables(int bits) : shift_{64 - bits}, size_{std::size_t{1} << bits}, votes_(votes << bits) {}

    [[nodiscard]] Probability probability(const Contexts<votes>& contexts) const {
        int sum = 0;
        const Vote* table = votes_.data();
        for (std::size_t i = 0; i < votes; ++i) {
            sum += table[contexts[i] >> shift_];
            table += size_;
        }
        return probability_of(sum);
    }
    [[nodiscard]] std::vector<Vote>& all() { return votes_; }
    [[nodiscard]] const std::vector<Vote>& all() const { return votes_; }

private:
    int shift_;
    std::size_t size_;         ///< Of one table.
    std::vector<Vote> votes_;  ///< Table by table.
};

/// The relative values of results, most frequent first.
using RelativeValuesByFrequency = std::array<RelativeValue, result_relative_values>;

struct SideModel {
    /// Makes a model of tables of 2^bits votes, all 0. Results have no escapes, distances no constant rows.
    SideModel(Coding coding, int bits)
        : candidates{bits},
          rows{coding == Coding::Results ? bits : 0},
          escapes{coding == Coding::Distances ? bits : 0} {}

    VoteTables<candidate_votes> candidates;
    VoteTables<row_votes> rows;
    VoteTables<escape_votes> escapes;
    std::array<EscapeTree, 2> escape_trees;  ///< Of distances: for relative values below a draw, and above it.
    RelativeValuesByFrequency by_frequency{1, 2, 3};
};

}  // namespace dameotb::table
