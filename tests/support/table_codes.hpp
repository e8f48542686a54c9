// All codes of a class at once, made from its scores and turned back into them. For small classes.
#pragma once

#include <vector>

#include <dameotb/store/code_source.hpp>
#include <dameotb/store/scores_from_codes.hpp>

namespace dameotb::tests {

/// One DTM code for each place: White to move, then Black to move unless the class is symmetric.
using TableCodes = std::vector<std::uint8_t>;

/// Returns the codes of a solved class, with table::dont_care_code where a capture is forced.
inline TableCodes to_codes(const scores::ClassScores& solved, const index::ClassIndex& index,
                           const memory::Team& team) {
    TableCodes codes;
    store::for_each_codes(
        store::codes_of_scores(solved, index, team.threads), index.material(), index.size(), team,
        [&](std::span<const std::uint8_t> batch) { codes.insert(codes.end(), batch.begin(), batch.end()); });
    return codes;
}

/// As above, in the order of the class's files.
inline TableCodes to_codes(const scores::ClassScores& solved, const memory::Team& team) {
    return to_codes(solved, index::ClassIndex{solved.material()}, team);
}

/// Returns the solved class that the codes of the stored sides were made from; null for codes that no class has.
inline std::unique_ptr<scores::ClassScores> from_codes(const index::ClassIndex& index, table::StoredSides stored,
                                                       const TableCodes& codes,
                                                       const scores::SolvedClasses& solved_classes,
                                                       const memory::Team& team) {
    return store::scores_from_codes(index, stored, {}, store::codes_in_memory(codes, index.size(), stored),
                                    solved_classes, team);
}

/// As above, in the order of the class's files.
inline std::unique_ptr<scores::ClassScores> from_codes(const index::Material& material, table::StoredSides stored,
                                                       const TableCodes& codes,
                                                       const scores::SolvedClasses& solved_classes,
                                                       const memory::Team& team) {
    return from_codes(index::ClassIndex{material}, stored, codes, solved_classes, team);
}

}  // namespace dameotb::tests
