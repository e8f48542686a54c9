// Prints claims one after the other, for people or for programs.
#include "text/claims_text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/analysis/claims/wording.hpp>
#include <dameotb/rules/notation.hpp>

#include "error_words.hpp"
#include "terminal/colours.hpp"

namespace dameotb::tools {

namespace {

using claims::Answer;
using claims::Claim;
using claims::Example;
using claims::Finding;
using claims::Statement;
using claims::Verdict;
using nlohmann::ordered_json;

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
    object["found"] = claims::finding_text(statement, finding);
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

Tone verdict_tone(const Claim& claim, const Answer& answer) {
    if (answer.verdict == Verdict::Skipped) {
        return Tone::Even;
    }
    return claims::is_as_expected(claim, answer) ? Tone::Good : Tone::Bad;
}

std::string verdict_text(const Claim& claim, const Answer& answer) {
    std::string word{claims::verdict_word(answer.verdict)};
    if (answer.verdict != Verdict::Skipped && !claims::is_as_expected(claim, answer)) {
        std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
    }
    return coloured(fmt::format("{:<9}", word), verdict_tone(claim, answer));
}

std::string coloured_value(const Example& example) {
    const std::string text = claims::value_text(example);
    return example.value ? coloured(text, tone_of(example.value->wdl())) : text;
}

}  // namespace

std::string as_text(const Claim& claim, const Answer& answer, const std::string& directory) {
    std::string text = fmt::format("{} {} ({}:{}, {})\n", verdict_text(claim, answer), claim.name, claim.file,
                                   claim.line, claim.source);
    if (answer.verdict == Verdict::Skipped) {
        return text + fmt::format("    {}\n", way_to_make("its tables", directory, answer.missing));
    }
    for (const claims::AnsweredLine& line : claims::answered_lines(claim, answer)) {
        const std::string truth = line.is_true ? coloured("true ", Tone::Good) : coloured("false", Tone::Bad);
        text += fmt::format("    {}  {}  [{}]\n", truth, line.text, line.found);
        for (const Example& example : line.examples) {
            text += fmt::format("             {}  {}\n", rules::to_fen(example.position), coloured_value(example));
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
    object["verdict"] = claims::verdict_word(answer.verdict);
    object["as_expected"] = skipped ? ordered_json() : ordered_json(claims::is_as_expected(claim, answer));
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
