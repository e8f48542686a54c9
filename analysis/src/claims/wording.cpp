// The wording depends on the kind of statement. The counts of one line ("3 wins, 2 draws") are merged.
#include <dameotb/analysis/claims/wording.hpp>

namespace dameotb::claims {

using probe::Outcome;

namespace {

std::string out_of(const std::string& part, const Tally& tally) {
    return part + " of " + std::to_string(tally.in_scope);
}

std::string words_of(const Count& count, const Finding& finding) {
    const Tally& tally = finding.tally;
    if (count.quantity != Quantity::All && count.quantity != Quantity::AllBut) {
        return out_of(std::to_string(tally.holding), tally);
    }
    const std::uint64_t exceptions = tally.in_scope - tally.holding;
    return exceptions == 0 ? out_of("all", tally) : out_of("all but " + std::to_string(exceptions), tally);
}

std::string words_of(const Longest& longest, const Finding& finding) {
    return finding.tally.most_rule_plies ? probe::plies_text(*finding.tally.most_rule_plies)
           : finding.tally.longest       ? probe::plies_text(finding.tally.longest->dtm().plies())
                                         : "there is no " + std::string{to_string(longest.result)};
}

std::string words_of(const PositionIs& /*position*/, const Finding& finding) {
    return value_text(finding.examples.front());
}

std::string words_of(const LineIs& line, const Finding& finding) {
    if (!finding.failure) {
        return std::to_string(line.moves.size()) + (line.moves.size() == 1 ? " move" : " moves");
    }
    const LineFailure& failure = *finding.failure;
    if (failure.move == line.moves.size()) {
        return "the game goes on after the last move";
    }
    const std::string move = "move " + std::to_string(failure.move + 1) + ", " + line.moves[failure.move];
    if (!failure.best) {
        return move + ": " + failure.why_illegal;
    }
    return move + ": " + to_string(Outcome::of(*failure.best)) + " becomes " + to_string(Outcome::of(*failure.left));
}

std::string words_of(const Statement& statement, const Finding& finding) {
    return std::visit([&](const auto& what) { return words_of(what, finding); }, statement.what);
}

}  // namespace

std::string finding_text(const Statement& statement, const Finding& finding) {
    return words_of(statement, finding);
}

bool is_as_expected(const Claim& claim, const Answer& answer) {
    return answer.verdict == (claim.refuted ? Verdict::False : Verdict::True);
}

std::string_view verdict_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::True:
            return "confirmed";
        case Verdict::False:
            return "refuted";
        case Verdict::Undecided:
            return "undecided";
        case Verdict::Skipped:
            break;
    }
    return "skipped";
}

std::string value_text(const Example& example) {
    const auto outcome = outcome_of(example);
    return outcome ? to_string(*outcome) : "its value is not known";
}

std::optional<Outcome> outcome_of(const Example& example) {
    return example.value        ? std::optional{Outcome::of(*example.value)}
           : example.rule_value ? std::optional{Outcome::of(*example.rule_value)}
           : example.result     ? std::optional{Outcome::of(*example.result)}
                                : std::nullopt;
}

std::vector<AnsweredLine> answered_lines(const Claim& claim, const Answer& answer) {
    std::vector<AnsweredLine> lines;
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
        const Finding& finding = answer.findings[i];
        if (i == 0 || claim.statements[i].line != claim.statements[i - 1].line) {
            lines.push_back({claim.statements[i].text, true, {}, {}});
        }
        AnsweredLine& line = lines.back();
        line.is_true = line.is_true && finding.is_true;
        line.found += (line.found.empty() ? "" : ", ") + words_of(claim.statements[i], finding);
        if (!finding.is_true) {
            line.examples.insert(line.examples.end(), finding.examples.begin(), finding.examples.end());
        }
    }
    return lines;
}

}  // namespace dameotb::claims
