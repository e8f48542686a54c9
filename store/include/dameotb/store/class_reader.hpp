// Reads a class from its files, and reports how far it is. Memory holds scores by row; files hold codes by position,
// and have no values for positions with a forced capture (docs/format.md). Reading a class resolves these captures
// again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <dameotb/index/material.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/work_count.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::store {

/// A class that is being read from its file.
struct ReadProgress {
    index::Material material;
    double share = 0;  ///< How much of it is read, 0 to 1.
};

/// Called at the beginning of each class, then as OnShare is (work_count.hpp).
using OnRead = std::function<void(const ReadProgress&)>;

/// What is known of draws under a rule.
enum class BeyondRule : std::uint8_t {
    Draws,  ///< That they are draws: enough to solve and to verify.
    Kept,   ///< Also which ones are wins and losses without the rule (is_beyond_rule), forced captures included.
};

/// Under a draw rule, replaces each score by after_reset of it, which is all that other classes need; with
/// BeyondRule::Kept one beyond the rule stays so. Throws StopRequested, and table::TablebaseError if the scratch fails.
void reduce_to_results(scores::ClassScores& solved, const memory::Team& team, BeyondRule beyond = BeyondRule::Draws);

/// Reads the class from its open .dtm or .dtz. Requires: `solved_classes` has the classes of needed_to_read.
/// Throws table::TablebaseError and StopRequested. `on_share`: may be empty.
[[nodiscard]] std::unique_ptr<scores::ClassScores> read_class(const table::OpenTable& distances,
                                                              const scores::SolvedClasses& solved_classes,
                                                              const memory::Team& team,
                                                              const memory::OnShare& on_share = {});
/// Opens the class's .dtm, or its .dtz if there is a rule, and does the same. Throws table::TablebaseError if the .dtz
/// has another rule, too. With BeyondRule::Kept the classes in `solved_classes` must have been read so, too.
[[nodiscard]] std::unique_ptr<scores::ClassScores> read_class(const table::TableDirectories& directory,
                                                              const index::Material& material, DrawRule rule,
                                                              const scores::SolvedClasses& solved_classes,
                                                              const memory::Team& team,
                                                              const memory::OnShare& on_share = {},
                                                              BeyondRule beyond = BeyondRule::Draws);

}  // namespace dameotb::store
