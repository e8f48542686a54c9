// The worth of a position in answers: for people, for spreadsheets, and in JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <dameotb/probe/outcome.hpp>

namespace dameotb::tools {

/// Returns win|draw|loss<TAB>plies for standard output, with - for plies that are unknown.
[[nodiscard]] std::string tab_separated(const probe::Outcome& outcome);

/// Adds `result` and `plies` to an object. `plies` is null if they are unknown.
void add_outcome(nlohmann::ordered_json& object, const probe::Outcome& outcome);

}  // namespace dameotb::tools
