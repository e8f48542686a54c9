// Answers to claims as text: for reading, or a JSON object a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/checker.hpp"

namespace dameotb::tools {

/// Whether the claim is as it is on record: true, or refuted. A skipped one is neither.
[[nodiscard]] bool is_as_expected(const claims::Claim& claim, const claims::Answer& answer);

/// "true" or "FALSE"; of one that is on record as false "refuted" or "NOT REFUTED"; "skipped".
[[nodiscard]] std::string_view verdict_word(const claims::Claim& claim, const claims::Answer& answer);

/// The statements of one line, and what was found.
struct AnsweredLine {
    std::string_view text;  ///< As it was written; lives as long as the claim.
    bool is_true = true;
    std::string found;                      ///< "160 of 124992".
    std::vector<claims::Example> examples;  ///< What speaks against it; none if it is true.
};

/// None if the claim is skipped.
[[nodiscard]] std::vector<AnsweredLine> answered_lines(const claims::Claim& claim, const claims::Answer& answer);

/// "win in 5"; or that no table tells.
[[nodiscard]] std::string value_text(const claims::Example& example);

/// The claim with its verdict, then its statements with what was found, each on a line; then counterexamples.
[[nodiscard]] std::string as_text(const claims::Claim& claim, const claims::Answer& answer);

/// One line; docs/claims.md names the fields.
[[nodiscard]] std::string as_json_line(const claims::Claim& claim, const claims::Answer& answer);

}  // namespace dameotb::tools
