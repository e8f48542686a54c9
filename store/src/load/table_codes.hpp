// The DTM codes of a class by place, made from the rows in memory and turned back into rows.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/store/slice/class_scores.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// One DTM code (format::Metric::Dtm) for each place: White to move, then Black to move unless the class is symmetric.
using TableCodes = std::vector<std::uint8_t>;

/// Returns the codes of a finished class, with codec::open_code where a capture is forced. Throws StopRequested.
[[nodiscard]] TableCodes to_codes(const ClassScores& solved, const Team& team);

/// Returns the finished class that `codes` were made from. Resolves forced captures from `finished` and ignores their
/// codes. Returns null if the code of a quiet position is a distance above longest_plies.
/// Throws StopRequested. Requires: all codes of that class; `finished` has all of index::direct_dependencies with fewer
/// pieces.
[[nodiscard]] std::unique_ptr<ClassScores> from_codes(const index::Material& material, const TableCodes& codes,
                                                      const FinishedClasses& finished, const Team& team);

}  // namespace dameotb::store
