// Answers to claims as text: for people to read, or as one JSON object a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>

namespace dameotb::tools {

/// Returns text for standard output: the claim with its verdict, then its statements with what was found, each on a
/// line, then counterexamples. The verdict is in capitals if it is not what the file says. directory: of the tables.
[[nodiscard]] std::string as_text(const claims::Claim& claim, const claims::Answer& answer,
                                  const std::string& directory);

/// Returns one line of JSON. docs/claims.md names the fields.
[[nodiscard]] std::string as_json_line(const claims::Claim& claim, const claims::Answer& answer);

}  // namespace dameotb::tools
