// The scores of a class from its codes. Codes have no value where a capture is forced; these captures are resolved
// again.
#pragma once

#include <memory>

#include <dameotb/memory/work_count.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::store {

/// Returns the solved class with these codes, DTM or by the rule DTZ, in the memory of `solved_classes`. Ignores the
/// codes where a capture is forced. If one side to move of two is stored, the values of the other one follow from the
/// moves. Returns null if the code of a quiet position is a distance above longest_plies. Throws StopRequested, and
/// what `codes` throws. Requires: codes of the stored sides; `solved_classes` has all of index::direct_dependencies
/// with fewer pieces, and those with as many, too, if a side is not stored. `on_share`: may be empty. `results`: null,
/// or the codes of the .wdl, by which draws under a rule that are wins or losses without it are marked in a side that
/// is not stored (BeyondRule::Kept).
[[nodiscard]] std::unique_ptr<scores::ClassScores> scores_from_codes(
    const index::ClassIndex& index, table::StoredSides stored, DrawRule rule, const CodeSource& codes,
    const scores::SolvedClasses& solved_classes, const memory::Team& team, const memory::OnShare& on_share = {},
    const CodeSource* results = nullptr);

/// Returns the working set of a task of scores_from_codes. `leader`: of the index, if the class has no men.
[[nodiscard]] memory::WorkingSet working_set_to_read(const index::Material& material, DistanceSides sides,
                                                     Colour leader);
[[nodiscard]] inline memory::WorkingSet working_set_to_read(const index::Material& material, DistanceSides sides) {
    return working_set_to_read(material, sides, index::leader(material));
}

}  // namespace dameotb::store
