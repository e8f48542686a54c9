// dameotb claims: checks which claims about endings are true.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/cursor.hpp>
#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/analysis/claims/wording.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/input.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/terminal/numbers.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "messages/error_messages.hpp"
#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

using claims::Answer;
using claims::Claim;
using claims::Example;
using claims::Finding;
using claims::Statement;
using claims::Verdict;

struct ClaimsOptions : ReadingOptions {
    std::vector<std::string> files;
    bool available = false;
    bool json = false;
    std::chrono::milliseconds time_to_prove{};  ///< For each position; 0: none is proved.
};

/// Returns the whole text. Throws claims::SyntaxError for a line that is too long, and UserError for a file too large
/// to contain claims.
std::string read_text(std::istream& from, const std::string& name) {
    constexpr std::size_t most_bytes = 16 << 20;
    std::string text;
    terminal::BoundedLines lines{from};
    for (int number = 1; lines.next(); ++number) {
        if (lines.is_too_long()) {
            throw claims::SyntaxError{number, terminal::BoundedLines::most_bytes + 1,
                                      terminal::BoundedLines::too_long_text()};
        }
        if (text.append(lines.line()).append("\n").size() > most_bytes) {
            throw terminal::UserError{
                fmt::format("{}: is larger than {} bytes, which no file of claims is", name, most_bytes)};
        }
    }
    return text;
}

/// Returns an error that names missing tables, the first of very many, and a command that makes all.
terminal::UserError missing_tables(const table::TableDirectories& directories,
                                   const std::vector<index::Material>& missing, DrawRule rule) {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> files;
    std::vector<index::Material> to_make;
    for (const index::Material& material : missing) {
        const bool has_dtm = table::has_table(directories, {material, table::Metric::Dtm});
        const table::Metric metric = has_dtm ? table::distances_under(rule) : table::Metric::Dtm;
        files.push_back(table::TableName{material, metric}.file_name());
        const bool is_made_anyway = std::ranges::any_of(missing, [&](const index::Material& other) {
            return other != material && index::is_supported(other) &&
                   std::ranges::count(index::with_dependencies({other}), material) > 0;
        });
        if (!is_made_anyway) {
            to_make.push_back(material);
        }
    }
    std::string named = fmt::to_string(fmt::join(
        files.begin(), files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), most_named)), ", "));
    if (files.size() > most_named) {
        named += fmt::format(" and {} more", files.size() - most_named);
    }
    return terminal::UserError{fmt::format(
        "the claims need tables that are not in {}: {} ({}; or check only the other claims, with --available)",
        directories.string(), named, way_to_make("them", directories.first().string(), to_make, rule))};
}

/// Judges the claims, and displays progress.
std::vector<claims::Answer> find_answers(const std::vector<claims::Claim>& all, const ClaimsOptions& options) {
    const terminal::Interrupts interrupts;
    terminal::ProgressDisplay display;
    const analysis::RunOptions work{.directory = options.directory,
                                    .threads = options.threads,
                                    .memory_bytes = terminal::bound_memory(options.memory_bytes),
                                    .on_progress = [&](const auto& at) { display.show(class_progress_text(at)); },
                                    .stop = &interrupts.flag()};
    claims::Judge judge{all, work};
    judge.answer_positions({.time = options.time_to_prove, .on_search = [&](const Position& position) {
                                display.show("proving " + rules::to_fen(position));
                            }});
    if (const auto missing = judge.missing(); !options.available && !missing.empty()) {
        const DrawRule rule = judge.missing_rule();
        if (rule.exists() && judge.draw_rule().exists() && rule != judge.draw_rule()) {
            throw terminal::UserError{
                fmt::format("the claims are about a draw rule of {} plies, and the .dtz files in {} hold under one of "
                            "{} (make others "
                            "in another directory, or check only the other claims, with --available)",
                            rule.plies, options.directory.string(), judge.draw_rule().plies)};
        }
        throw missing_tables(options.directory, missing, rule);
    }
    if (!judge.answer_classes()) {
        throw interrupts.stopped("no claim was decided");
    }
    return judge.answers();
}

void write_statement(web::JsonWriter& json, const Statement& statement, const Finding& finding) {
    json.begin_object().member("line", statement.line).member("text", statement.text);
    json.member("true", finding.is_true).member("found", claims::finding_text(statement, finding));
    if (std::holds_alternative<claims::Count>(statement.what)) {
        json.member("in_scope", finding.tally.in_scope).member("holding", finding.tally.holding);
    }
    json.key("examples").begin_array();
    for (const Example& example : finding.examples) {
        json.begin_object().member("fen", rules::to_fen(example.position));
        web::write_outcome(json, claims::outcome_of(example));
        json.end_object();
    }
    json.end_array().end_object();
}

bool is_decided(const Answer& answer) {
    return answer.verdict == Verdict::True || answer.verdict == Verdict::False;
}

terminal::Tone verdict_tone(const Claim& claim, const Answer& answer) {
    if (!is_decided(answer)) {
        return terminal::Tone::Even;
    }
    return claims::is_as_expected(claim, answer) ? terminal::Tone::Good : terminal::Tone::Bad;
}

std::string verdict_text(const Claim& claim, const Answer& answer) {
    std::string word{claims::verdict_word(answer.verdict)};
    if (is_decided(answer) && !claims::is_as_expected(claim, answer)) {
        std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
    }
    return terminal::coloured(fmt::format("{:<9}", word), verdict_tone(claim, answer));
}

std::string coloured_value(const Example& example) {
    const std::string text = claims::value_text(example);
    const auto outcome = claims::outcome_of(example);
    return outcome ? terminal::coloured(text, terminal::tone_of(outcome->wdl)) : text;
}

/// Returns the claim with its verdict, then its statements with their findings, one per line, then counterexamples. The
/// verdict is in capitals if it disagrees with the file.
std::string as_text(const Claim& claim, const Answer& answer, const ClaimsOptions& options) {
    std::string text = fmt::format("{} {} ({}:{}, {})\n", verdict_text(claim, answer), claim.name, claim.file,
                                   claim.line, claim.source);
    if (answer.verdict == Verdict::Skipped) {
        return text + fmt::format("    {}\n", way_to_make("its tables", options.directory.first().string(),
                                                          answer.missing, answer.missing_rule));
    }
    if (answer.verdict == Verdict::Undecided) {
        return text + fmt::format("    not proved in {}: {}\n", terminal::seconds_text(options.time_to_prove),
                                  rules::to_fen(*answer.not_proved));
    }
    for (const claims::AnsweredLine& line : claims::answered_lines(claim, answer)) {
        const std::string truth = line.is_true ? terminal::coloured("true ", terminal::Tone::Good)
                                               : terminal::coloured("false", terminal::Tone::Bad);
        text += fmt::format("    {}  {}  [{}]\n", truth, line.text, line.found);
        for (const Example& example : line.examples) {
            text += fmt::format("             {}  {}\n", rules::to_fen(example.position), coloured_value(example));
        }
    }
    return text;
}

/// Returns one line of JSON. docs/claims.md lists the fields.
std::string as_json_line(const Claim& claim, const Answer& answer) {
    web::JsonWriter json;
    json.begin_object().member("file", claim.file).member("line", claim.line).member("claim", claim.name);
    json.member("source", claim.source).member("refuted", claim.refuted);
    json.member("verdict", claims::verdict_word(answer.verdict));
    json.member("as_expected",
                is_decided(answer) ? std::optional{claims::is_as_expected(claim, answer)} : std::nullopt);
    json.key("missing").begin_array();
    for (const index::Material& material : answer.missing) {
        json.value(material.name());
    }
    json.end_array();
    json.member("not_proved", answer.not_proved ? std::optional{rules::to_fen(*answer.not_proved)} : std::nullopt);
    json.key("statements").begin_array();
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
        write_statement(json, claim.statements[i], answer.findings[i]);
    }
    return json.end_array().end_object().text() + '\n';
}

int print_answers(const std::vector<claims::Claim>& all, const std::vector<claims::Answer>& answers,
                  const ClaimsOptions& options) {
    std::size_t expected = 0;
    std::size_t refuted = 0;
    std::size_t skipped = 0;
    std::size_t undecided = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::cout << (options.json ? as_json_line(all[i], answers[i]) : as_text(all[i], answers[i], options));
        const bool as_expected = claims::is_as_expected(all[i], answers[i]);
        expected += as_expected ? 1 : 0;
        refuted += as_expected && all[i].refuted ? 1 : 0;
        skipped += answers[i].verdict == Verdict::Skipped ? 1 : 0;
        undecided += answers[i].verdict == Verdict::Undecided ? 1 : 0;
    }
    terminal::flush_output();
    const std::size_t wrong = all.size() - expected - skipped - undecided;
    terminal::print_notice(
        fmt::format("{} claim{}: {} confirmed, {} refuted as stated, {} NOT as stated, {} skipped for lack of tables{}",
                    all.size(), all.size() == 1 ? "" : "s", expected - refuted, refuted, wrong, skipped,
                    options.time_to_prove.count() > 0 ? fmt::format(", {} undecided", undecided) : ""));
    return wrong == 0 && (undecided == 0 || options.available) ? exit_done : exit_failed;
}

int run_claims(const ClaimsOptions& options) {
    const std::vector<claims::Claim> all = read_claims(options.files);
    return print_answers(all, find_answers(all, options), options);
}

}  // namespace

std::vector<claims::Claim> read_claims(const std::vector<std::string>& files) {
    std::vector<claims::Claim> all;
    for (const std::string& file : files) {
        std::ifstream stream = terminal::open_to_read(file);
        try {
            std::ranges::move(claims::parse_claims(read_text(stream, file), file), std::back_inserter(all));
        } catch (const claims::SyntaxError& error) {
            throw terminal::UsageError{fmt::format("{}:{}", file, error.what())};
        }
    }
    return all;
}

void add_claims(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ClaimsOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "claims", "Check claims about endings",
        R"(Reads files of claims and decides for each, over all positions that it is about, whether it is true:
confirmed or refuted, in capitals where the file says otherwise. False statements get counterexamples, the
shortest ones first. Needs .dtm files, and for claims under a draw rule .dtz files of that rule. docs/claims.md
defines the language; in short:
  source "Where the claims are from"
  claim "Two kings win, but for 160 placements, in 13 plies at most"
    all but 160 placements of KKvK, white to move: win
    longest win of KKvK, white to move: 13 plies
    position W:WKa7,Kh8:BKa1: win in 5
    no placements of KKvK, either to move, under the rule of 50 plies: draw by the rule
    line a7-g7 a1-b1 g7-b7 b1xb8 h8xa8 from W:WKa7,Kh8:BKa1: optimal, ends the game
  refuted "Two kings always win"
    all placements of KKvK, white to move: win
With --prove TIME, positions that no table has are searched, as dameotb prove does; so claims about one position may be
about any number of pieces. What is not proved in time is undecided.
The exit status is also 1 if a claim is not as stated or, without --available, undecided, and 2 for a file that breaks
the language's rules.
)",
        R"(  dameotb claims --dir tables my.claims
  dameotb claims --dir tables --available data/claims/*.claims
  dameotb claims --dir tables --prove 10 combinations.claims
  dameotb claims --dir tables --json my.claims
)");
    add_directories_option(subcommand, options->directory);
    subcommand->add_option("FILE", options->files, "Files of claims")->type_name("")->required();
    subcommand->add_flag("--available", options->available,
                         "Skip claims whose tables are missing; their number is printed on standard error");
    add_time_option(subcommand, "--prove", options->time_to_prove,
                    "Prove positions that no table has, in so much processor time for each, as 2, 0.5 or 200ms");
    subcommand->add_flag("--json", options->json,
                         "One JSON object per line: file, line, claim, source, refuted, verdict (confirmed, refuted,\n"
                         "skipped, undecided), as_expected, missing, not_proved, statements");
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_claims);
}

}  // namespace dameotb::tools
