// Answers to claims in words, for programs that display them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/probe/outcome.hpp>

namespace dameotb::claims {

/// Returns whether the verdict agrees with the file: true, or false for a refuted claim. Skipped and undecided never
/// agree.
[[nodiscard]] bool is_as_expected(const Claim& claim, const Answer& answer);

/// Returns "confirmed", "refuted", "skipped" or "undecided".
[[nodiscard]] std::string_view verdict_word(Verdict verdict);

/// Returns the finding on one statement: "160 of 124992".
[[nodiscard]] std::string finding_text(const Statement& statement, const Finding& finding);

/// The statements of one line, with their findings.
struct AnsweredLine {
    std::string_view text;  ///< As in the file; valid as long as the claim.
    bool is_true = true;
    std::string found;              ///< "160 of 124992".
    std::vector<Example> examples;  ///< Counterexamples; none if it is true.
};

/// Returns the lines of the claim with their findings; none if the claim was skipped or is undecided.
[[nodiscard]] std::vector<AnsweredLine> answered_lines(const Claim& claim, const Answer& answer);

/// Returns the value, with a draw rule that under it, or the result; nothing if neither is known.
[[nodiscard]] std::optional<probe::Outcome> outcome_of(const Example& example);

/// Returns the value in words, as "win in 5", or that it is not known.
[[nodiscard]] std::string value_text(const Example& example);

}  // namespace dameotb::claims
