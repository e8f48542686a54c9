// Learns a model from a sample of units: online logistic regression, each vote with a step of its own that shrinks as
// the vote settles. Integers alone, so that all machines learn the same.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include <dameotb/codec/model.hpp>

#include "unit_coding.hpp"

namespace dameotb::codec {

/// A vote while it is learnt.
struct Weight {
    std::int32_t value = 0;         ///< In units of a logit / 2^20.
    std::uint32_t settled = 0;      ///< The sum of p (1 - p) over all decisions so far, in units of 1 / 2^16.
    std::uint32_t occurrences = 0;  ///< In the first pass.
};

inline constexpr int unit_bits = 20;
inline constexpr int vote_bits = unit_bits - 4;  ///< A vote is a sixteenth of a logit.
/// Votes of contexts that occur less often are not kept: they say more of the sample than of the table.
inline constexpr std::uint32_t least_occurrences = 8;

template <std::size_t votes>
class Weights {
public:
    explicit Weights(int bits) : shift_{64 - bits}, weights_(votes << bits) {}

    void learn(const Contexts<votes>& contexts, bool actual, int pass) {
        std::array<Weight*, votes> used;
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < votes; ++i) {
            used[i] = &weights_[(i << (64 - shift_)) + static_cast<std::size_t>(contexts[i] >> shift_)];
            sum += used[i]->value;
        }
        const auto yes = static_cast<std::int32_t>(probability_of((sum + (1 << (vote_bits - 1))) >> vote_bits));
        const std::int32_t error = (actual ? 65536 : 0) - yes;
        const auto uncertainty =
            static_cast<std::uint32_t>(static_cast<std::uint64_t>(yes) * static_cast<std::uint64_t>(65536 - yes) >> 16);
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

    /// Makes votes settled half as much, and forgets those that are not to be kept.
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
    static constexpr std::int32_t most_value = 127 << vote_bits;

    int shift_;
    std::vector<Weight> weights_;
};

/// Counts how often each grade escapes.
struct CountedEscapes {
    static constexpr bool decodes = false;
    static bool candidate(const Contexts<candidate_votes>&, bool actual) { return actual; }
    static bool row(const Contexts<row_votes>&, bool actual) { return actual; }
    static bool escape(const Contexts<escape_votes>&, bool actual) { return actual; }
    void escaped(bool above, Grade grade) { ++counts[above ? 1 : 0][grade]; }

    std::array<std::array<std::uint32_t, 256>, 2> counts{};
};

/// Decisions to learn from.
struct LearntDecisions {
    static constexpr bool decodes = false;
    LearntDecisions(format::Metric metric, int bits)
        : candidates{bits},
          rows{metric == format::Metric::Wdl ? bits : 0},
          escapes{metric == format::Metric::Dtm ? bits : 0} {}

    bool candidate(const Contexts<candidate_votes>& contexts, bool actual) {
        candidates.learn(contexts, actual, pass);
        return actual;
    }
    bool row(const Contexts<row_votes>& contexts, bool actual) {
        rows.learn(contexts, actual, pass);
        return actual;
    }
    bool escape(const Contexts<escape_votes>& contexts, bool actual) {
        escapes.learn(contexts, actual, pass);
        return actual;
    }
    void escaped(bool, Grade) {}

    int pass = 0;
    Weights<candidate_votes> candidates;
    Weights<row_votes> rows;
    Weights<escape_votes> escapes;
};

template <format::Metric metric, class Parts, class Decisions>
void go_through(CodingSpace& space, const SideModel& model, Decisions& decisions, std::span<const UnitCodes> sample,
                std::size_t step = 1) {
    for (std::size_t i = 0; i < sample.size(); i += step) {
        const UnitCodes& unit = sample[i];
        UnitCoding<metric, Decisions, Parts>{space, model, decisions}.run(
            unit.first, unit.codes, unit.results, static_cast<std::uint32_t>(unit.codes.size() - 1));
    }
}

/// Sorts the grades of a .wdl by how often they occur.
inline GradesByFrequency by_frequency(std::span<const UnitCodes> sample, const GradeMap& map) {
    std::array<std::uint64_t, 256> counts{};
    for (const UnitCodes& unit : sample) {
        for (const std::uint8_t code : unit.codes) {
            ++counts[code];
        }
    }
    GradesByFrequency grades{1, 2, 3};
    std::ranges::sort(grades, [&](Grade a, Grade b) {
        return std::pair{counts[map.code_of[b]], a} < std::pair{counts[map.code_of[a]], b};
    });
    return grades;
}

/// Makes the trees of a .dtm from the escapes in a part of the sample. All grades are in the trees.
template <class Parts>
void make_trees(CodingSpace& space, SideModel& model, std::span<const UnitCodes> sample) {
    constexpr std::size_t part = 8;
    CountedEscapes escapes;
    go_through<format::Metric::Dtm, Parts>(space, model, escapes, sample, part);
    for (std::size_t above = 0; above < 2; ++above) {
        auto& counts = escapes.counts[above];
        for (unsigned grade = 0; grade < counts.size(); ++grade) {
            counts[grade] = is_decided_grade(grade, above == 1) ? 64 * counts[grade] + 1 : 0;
        }
        model.escape_trees[above] = EscapeTree::of(EscapeTree::lengths_for(counts)).value();
    }
}

/// Fills a model whose votes are all 0. `Parts`: what units are coded with.
template <format::Metric metric, class Parts>
void learn(CodingSpace& space, SideModel& model, std::span<const UnitCodes> sample, const TrainingEffort& effort) {
    if constexpr (metric == format::Metric::Wdl) {
        model.by_frequency = by_frequency(sample, grade_map(metric, space.rows.runner_waits()));
    } else {
        make_trees<Parts>(space, model, sample);
    }
    LearntDecisions decisions{metric, effort.table_bits};
    for (decisions.pass = 0; decisions.pass < effort.passes; ++decisions.pass) {
        go_through<metric, Parts>(space, model, decisions, sample);
        decisions.candidates.end_pass();
        decisions.rows.end_pass();
        decisions.escapes.end_pass();
    }
    decisions.candidates.write(model.candidates);
    decisions.rows.write(model.rows);
    decisions.escapes.write(model.escapes);
}

}  // namespace dameotb::codec
