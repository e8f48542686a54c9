// The DTM codes of a class by place, made from the rows in memory and turned back into rows.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/header.hpp>
#include <dameotb/store/slice/class_scores.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// One DTM code (format::Metric::Dtm) for each place: White to move, then Black to move unless the class is symmetric.
using TableCodes = std::vector<std::uint8_t>;

/// Returns the codes of a finished class, with codec::open_code where a capture is forced. Throws StopRequested.
[[nodiscard]] TableCodes to_codes(const ClassScores& solved, const Team& team);

/// Returns the finished class that `codes` were made from. Resolves forced captures from `finished` and ignores their
/// codes. If one side to move of two is stored, the values of the other one follow from the moves. Returns null if the
/// code of a quiet position is a distance above longest_plies.
/// Throws StopRequested. Requires: the codes of the stored sides, as to_codes gives them; `finished` has all of
/// index::direct_dependencies with fewer pieces, and those with as many, too, if a side is not stored.
[[nodiscard]] std::unique_ptr<ClassScores> from_codes(const index::Material& material, format::StoredSides stored,
                                                      const TableCodes& codes, const FinishedClasses& finished,
                                                      const Team& team);

}  // namespace dameotb::store
