// What is learnt from a sample of a table's units for one side to move, and frozen: votes, and paths of escapes.
#pragma once

#include <array>
#include <vector>

#include "contexts.hpp"
#include "escape_tree.hpp"
#include "votes.hpp"

namespace dameotb::table {

/// Some tables of votes of one size, all for the same decisions.
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
    std::vector<Vote> votes_;  ///< Of one table after the other.
};

/// The grades of a .wdl, the most frequent first.
using GradesByFrequency = std::array<Grade, wdl_grades>;

struct SideModel {
    /// Makes a model of tables of 2^bits votes, all 0. A .wdl has no escapes, a .dtm no constant rows.
    SideModel(Metric metric, int bits)
        : candidates{bits}, rows{metric == Metric::Wdl ? bits : 0}, escapes{metric == Metric::Dtm ? bits : 0} {}

    VoteTables<candidate_votes> candidates;
    VoteTables<row_votes> rows;
    VoteTables<escape_votes> escapes;
    std::array<EscapeTree, 2> escape_trees;  ///< Of a .dtm: of grades below a draw, and above it.
    GradesByFrequency by_frequency{1, 2, 3};
};

}  // namespace dameotb::table
