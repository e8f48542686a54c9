// Learns a model from a sample of blocks: online logistic regression in which each vote has its own step, which shrinks
// as the vote settles. Integers only, so that all machines learn the same.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include <dameotb/table/codec/model.hpp>

#include "listed_candidates.hpp"
#include "side_model.hpp"

namespace dameotb::table {

/// A vote during learning.
struct Weight {
    std::int32_t value = 0;         ///< In units of a logit / 2^20.
    std::uint32_t settled = 0;      ///< The sum of p (1 - p) over all decisions so far, in units of 1 / 2^16.
    std::uint32_t occurrences = 0;  ///< In the first pass.
};

inline constexpr int weight_bits = 20;
inline constexpr int vote_bits = weight_bits - 4;  ///< A vote is a sixteenth of a logit.
/// Votes of rarer contexts are dropped: they say more about the sample than about the table.
inline constexpr std::uint32_t least_occurrences = 8;

/// What is learnt from the decisions of one family.
template <std::size_t votes>
class Weights {
public:
    explicit Weights(int bits) : shift_{64 - bits}, weights_(votes << bits) {}

    void learn(const Contexts<votes>& contexts, bool yes, int pass) {
        std::array<Weight*, votes> used;
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < votes; ++i) {
            used[i] = &weights_[(i << (64 - shift_)) + static_cast<std::size_t>(contexts[i] >> shift_)];
            sum += used[i]->value;
        }
        const auto likely = static_cast<std::int32_t>(probability_of((sum + (1 << (vote_bits - 1))) >> vote_bits));
        const std::int32_t error = (yes ? 65536 : 0) - likely;
        const auto uncertainty = static_cast<std::uint32_t>(
            static_cast<std::uint64_t>(likely) * static_cast<std::uint64_t>(65536 - likely) >> 16);
        for (Weight* weight : used) {
            if (pass == 0) {
                ++weight->occurrences;
            } else if (weight->occurrences < least_occurrences) {
                continue;
            }
            weight->settled = std::min(weight->settled + uncertainty, most_settled);
            // The step is 0.7 / (settled + 3).
            const auto divisor = static_cast<std::int32_t>((weight->settled >> 8) + 3 * 256);
            weight->value = std::clamp(weight->value + error * (179 * 16) / divisor, -most_value, most_value);
        }
    }

    /// Halves how settled votes are, and drops those of rare contexts.
    void end_pass() {
        for (Weight& weight : weights_) {
            weight.settled /= 2;
            weight.value = weight.occurrences < least_occurrences ? 0 : weight.value;
        }
    }

    void write(VoteTables<votes>& tables) const {
        std::ranges::transform(weights_, tables.all().begin(), [](const Weight& weight) {
            return static_cast<Vote>((weight.value + (1 << (vote_bits - 1))) >> vote_bits);
        });
    }

private:
    static constexpr std::uint32_t most_settled = std::uint32_t{1} << 30;
    static constexpr std::int32_t most_value = most_vote << vote_bits;

    int shift_;
    std::vector<Weight> weights_;
};

/// Counts how often each relative value escapes.
struct CountedEscapes {
    static void candidates(const ListedCandidates&) {}
    static void candidate(const Contexts<candidate_votes>&, bool) {}
    static void row(std::size_t, const Contexts<row_votes>&, bool) {}
    static void escape(std::size_t, const Contexts<escape_votes>&, bool) {}
    void escaped(bool above, RelativeValue relative_value) { ++counts[above ? 1 : 0][relative_value]; }

    std::array<std::array<std::uint32_t, 256>, 2> counts{};
};

/// Decisions to learn from.
struct LearntDecisions {
    LearntDecisions(Coding coding, int bits)
        : of_candidates{bits},
          of_rows{coding == Coding::Results ? bits : 0},
          of_escapes{coding == Coding::Distances ? bits : 0} {}

    void candidates(const ListedCandidates& listed) {
        listed.for_each(
            [&](std::size_t, const Contexts<candidate_votes>& contexts, bool yes) { candidate(contexts, yes); });
    }
    void candidate(const Contexts<candidate_votes>& contexts, bool yes) { of_candidates.learn(contexts, yes, pass); }
    void row(std::size_t, const Contexts<row_votes>& contexts, bool yes) { of_rows.learn(contexts, yes, pass); }
    void escape(std::size_t, const Contexts<escape_votes>& contexts, bool yes) {
        of_escapes.learn(contexts, yes, pass);
    }
    static void escaped(bool, RelativeValue) {}

    int pass = 0;
    Weights<candidate_votes> of_candidates;
    Weights<row_votes> of_rows;
    Weights<escape_votes> of_escapes;
};

/// Sorts the relative values of results by frequency.
inline RelativeValuesByFrequency by_frequency(std::span<const BlockCodes> sample, const RelativeValueMap& map) {
    std::array<std::uint64_t, 256> counts{};
    for (const BlockCodes& block : sample) {
        for (const std::uint8_t code : block.codes) {
            ++counts[code];
        }
    }
    RelativeValuesByFrequency relative_values{1, 2, 3};
    std::ranges::sort(relative_values, [&](RelativeValue a, RelativeValue b) {
        return std::pair{counts[map.code_of[b]], a} < std::pair{counts[map.code_of[a]], b};
    });
    return relative_values;
}

/// Makes the trees of distances from the escapes in a part of the sample. The trees contain all relative values.
template <class GoThrough>
void make_trees(SideModel& model, const GoThrough& go_through) {
    constexpr std::size_t part = 8;
    CountedEscapes escapes;
    go_through(escapes, part);
    for (std::size_t above = 0; above < 2; ++above) {
        auto& counts = escapes.counts[above];
        for (unsigned relative_value = 0; relative_value < counts.size(); ++relative_value) {
            counts[relative_value] =
                is_decided_relative_value(relative_value, above == 1) ? 64 * counts[relative_value] + 1 : 0;
        }
        model.escape_trees[above] = EscapeTree::of(EscapeTree::lengths_for(counts)).value();
    }
}

/// Fills a model whose votes are all 0. go_through(decisions, step) passes to `decisions` all decisions of every
/// step-th block of the sample, as BlockListing does. `map`: for the coding and side to move.
template <Coding coding, class GoThrough>
void learn(SideModel& model, std::span<const BlockCodes> sample, const RelativeValueMap& map,
           const TrainingEffort& effort, const GoThrough& go_through) {
    if constexpr (coding == Coding::Results) {
        model.by_frequency = by_frequency(sample, map);
    } else {
        make_trees(model, go_through);
    }
    LearntDecisions decisions{coding, effort.table_bits};
    for (decisions.pass = 0; decisions.pass < effort.passes; ++decisions.pass) {
        go_through(decisions, std::size_t{1});
        decisions.of_candidates.end_pass();
        decisions.of_rows.end_pass();
        decisions.of_escapes.end_pass();
    }
    decisions.of_candidates.write(model.candidates);
    decisions.of_rows.write(model.rows);
    decisions.of_escapes.write(model.escapes);
}

}  // namespace dameotb::table
