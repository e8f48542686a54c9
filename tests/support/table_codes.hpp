// All codes of a class at once, made from its scores and turned back into them. For small classes.
#pragma once

#include <vector>

#include <dameotb/store/load/codes_of.hpp>
#include <dameotb/store/load/scores_from_codes.hpp>

namespace dameotb::tests {

/// One DTM code for each place: White to move, then Black to move unless the class is symmetric.
using TableCodes = std::vector<std::uint8_t>;

/// Returns the codes of a finished class, with codec::open_code where a capture is forced.
inline TableCodes to_codes(const store::ClassScores& solved, const store::Team& team) {
    const index::ClassIndex index{solved.material()};
    TableCodes codes;
    store::for_each_codes(
        store::codes_of_scores(solved, index, team.threads), index.material(), index.size(), team,
        [&](std::span<const std::uint8_t> batch) { codes.insert(codes.end(), batch.begin(), batch.end()); });
    return codes;
}

/// Returns the finished class that the codes of the stored sides were made from; null for codes that no class has.
inline std::unique_ptr<store::ClassScores> from_codes(const index::Material& material, format::StoredSides stored,
                                                      const TableCodes& codes, const store::FinishedClasses& finished,
                                                      const store::Team& team) {
    const index::ClassIndex index{material};
    return store::scores_from_codes(index, stored, store::codes_in_memory(codes, index.size(), stored), finished, team);
}

}  // namespace dameotb::tests
