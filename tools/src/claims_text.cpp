// What is printed of a statement depends on its kind; counts of one line ("3 wins, 2 draws") are printed together.
#include "claims_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/rules/notation.hpp>

#include "answers.hpp"

namespace dameotb::tools {

namespace {

using claims::Answer;
using claims::Claim;
using claims::Example;
using claims::Finding;
using claims::Statement;
using claims::Verdict;
using nlohmann::ordered_json;

std::string found_text(const claims::Count& count, const Finding& finding) {
    const claims::Tally& tally = finding.tally;
    if (count.quantity != claims::Quantity::All && count.quantity != claims::Quantity::AllBut) {
        return fmt::format("{} of {}", tally.holding, tally.in_scope);
    }
    const std::uint64_t exceptions = tally.in_scope - tally.holding;
    return exceptions == 0 ? fmt::format("all of {}", tally.in_scope)
                           : fmt::format("all but {} of {}", exceptions, tally.in_scope);
}

std::string found_text(const claims::Longest& longest, const Finding& finding) {
    return finding.tally.longest ? plies_text(finding.tally.longest->dtm().plies())
                                 : fmt::format("there is no {}", rules::to_string(longest.result));
}

std::string found_text(const claims::PositionIs& /*position*/, const Finding& finding) {
    return value_text(finding.examples.front());
}

std::string found_text(const claims::LineIs& line, const Finding& finding) {
    if (!finding.failure) {
        return fmt::format("{} move{}", line.moves.size(), line.moves.size() == 1 ? "" : "s");
    }
    const claims::LineFailure& failure = *finding.failure;
    if (failure.move == line.moves.size()) {
        return "the game goes on after the last move";
    }
    const std::string move = fmt::format("move {}, {}", failure.move + 1, line.moves[failure.move]);
    if (!failure.best) {
        return fmt::format("{}: {}", move, failure.why_illegal);
    }
    return fmt::format("{}: {} becomes {}", move, to_string(Outcome::of(*failure.best)),
                       to_string(Outcome::of(*failure.left)));
}

std::string found_text(const Statement& statement, const Finding& finding) {
    return std::visit([&](const auto& what) { return found_text(what, finding); }, statement.what);
}

ordered_json as_json(const Example& example) {
    ordered_json object;
    object["fen"] = rules::to_fen(example.position);
    object["result"] = example.value ? ordered_json(rules::to_string(example.value->wdl())) : ordered_json();
    object["plies"] = example.value ? ordered_json(example.value->dtm().plies()) : ordered_json();
    return object;
}

ordered_json as_json(const Statement& statement, const Finding& finding) {
    ordered_json object;
    object["line"] = statement.line;
    object["text"] = statement.text;
    object["true"] = finding.is_true;
    object["found"] = found_text(statement, finding);
    if (std::holds_alternative<claims::Count>(statement.what)) {
        object["in_scope"] = finding.tally.in_scope;
        object["holding"] = finding.tally.holding;
    }
    object["examples"] = ordered_json::array();
    for (const Example& example : finding.examples) {
        object["examples"].push_back(as_json(example));
    }
    return object;
}

}  // namespace

bool is_as_expected(const Claim& claim, const Answer& answer) {
    return answer.verdict == (claim.refuted ? Verdict::False : Verdict::True);
}

std::string_view verdict_word(const Claim& claim, const Answer& answer) {
    if (answer.verdict == Verdict::Skipped) {
        return "skipped";
    }
    if (claim.refuted) {
        return answer.verdict == Verdict::False ? "refuted" : "NOT REFUTED";
    }
    return answer.verdict == Verdict::True ? "true" : "FALSE";
}

std::string value_text(const Example& example) {
    return example.value ? to_string(Outcome::of(*example.value)) : "no table tells its value";
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
        line.found += (line.found.empty() ? "" : ", ") + found_text(claim.statements[i], finding);
        if (!finding.is_true) {
            line.examples.insert(line.examples.end(), finding.examples.begin(), finding.examples.end());
        }
    }
    return lines;
}

std::string as_text(const Claim& claim, const Answer& answer) {
    std::string text = fmt::format("{:<8} {} ({}:{}, {})\n", verdict_word(claim, answer), claim.name, claim.file,
                                   claim.line, claim.source);
    if (answer.verdict == Verdict::Skipped) {
        std::string names;
        for (const index::Material& material : answer.missing) {
            names += " " + material.name();
        }
        return text + fmt::format("         no tables:{}\n", names);
    }
    for (const AnsweredLine& line : answered_lines(claim, answer)) {
        text += fmt::format("    {:<5}  {}  [{}]\n", line.is_true ? "true" : "false", line.text, line.found);
        for (const Example& example : line.examples) {
            text += fmt::format("             {}  {}\n", rules::to_fen(example.position), value_text(example));
        }
    }
    return text;
}

std::string as_json_line(const Claim& claim, const Answer& answer) {
    const bool skipped = answer.verdict == Verdict::Skipped;
    ordered_json object;
    object["file"] = claim.file;
    object["line"] = claim.line;
    object["claim"] = claim.name;
    object["source"] = claim.source;
    object["refuted"] = claim.refuted;
    object["verdict"] = skipped ? "skipped" : answer.verdict == Verdict::True ? "true" : "false";
    object["as_expected"] = skipped ? ordered_json() : ordered_json(is_as_expected(claim, answer));
    object["missing"] = ordered_json::array();
    for (const index::Material& material : answer.missing) {
        object["missing"].push_back(material.name());
    }
    object["statements"] = ordered_json::array();
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
        object["statements"].push_back(as_json(claim.statements[i], answer.findings[i]));
    }
    return object.dump() + '\n';
}

}  // namespace dameotb::tools
