// Answers to claims as text: for reading, or a JSON object a line.
#pragma once

#include <string>

#include "claims/checker.hpp"

namespace dameotb::tools {

/// Whether the claim is as it is on record: true, or refuted. A skipped one is neither.
[[nodiscard]] bool is_as_expected(const claims::Claim& claim, const claims::Answer& answer);

/// The claim with its verdict, then its statements with what was found, each on a line; then counterexamples.
[[nodiscard]] std::string as_text(const claims::Claim& claim, const claims::Answer& answer);

/// One line; docs/claims.md names the fields.
[[nodiscard]] std::string as_json_line(const claims::Claim& claim, const claims::Answer& answer);

}  // namespace dameotb::tools
