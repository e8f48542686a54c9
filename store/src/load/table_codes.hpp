// The DTM codes of a class by placement number, taken from and put into the solver's rows.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/files/block_codes.hpp>
#include <dameotb/store/slice/class_scores.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// One DTM code (format::Metric::Dtm) a stored position: White to move, then Black unless the class is symmetric.
using TableCodes = std::vector<std::uint8_t>;

/// The codes of a solved class, files::open_code at forced captures. Throws StopRequested.
[[nodiscard]] TableCodes to_codes(const ClassScores& solved, const Team& team);

/// The solved class that `codes` were taken from; forced captures are resolved from `finished`, and what their codes
/// say is ignored. Null if a quiet position's code is a distance above longest_plies.
/// Throws StopRequested. Requires: codes of that class in full; in `finished` all of index::direct_dependencies that
/// have fewer pieces.
[[nodiscard]] std::unique_ptr<ClassScores> from_codes(const index::Material& material, const TableCodes& codes,
                                                      const FinishedClasses& finished, const Team& team);

}  // namespace dameotb::store
