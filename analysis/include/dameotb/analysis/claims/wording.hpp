// Answers to claims in words, for whoever shows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>

namespace dameotb::claims {

/// Whether the claim is as it is on record: true, or refuted. A skipped one is neither.
[[nodiscard]] bool is_as_expected(const Claim& claim, const Answer& answer);

/// "true" or "FALSE"; of one that is on record as false "refuted" or "NOT REFUTED"; "skipped".
[[nodiscard]] std::string_view verdict_word(const Claim& claim, const Answer& answer);

/// What was found of one statement: "160 of 124992".
[[nodiscard]] std::string finding_text(const Statement& statement, const Finding& finding);

/// The statements of one line, and what was found.
struct AnsweredLine {
    std::string_view text;  ///< As it was written; lives as long as the claim.
    bool is_true = true;
    std::string found;              ///< "160 of 124992".
    std::vector<Example> examples;  ///< What speaks against it; none if it is true.
};

/// None if the claim is skipped.
[[nodiscard]] std::vector<AnsweredLine> answered_lines(const Claim& claim, const Answer& answer);

/// "win in 5"; or that no table tells.
[[nodiscard]] std::string value_text(const Example& example);

}  // namespace dameotb::claims
