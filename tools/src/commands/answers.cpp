#include "commands/answers.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <iostream>
#include <iterator>
#include <string_view>
#include <utility>
#include <variant>

#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/input.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/web/answers/json_writer.hpp>

#include "messages/error_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

std::string_view trimmed(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

/// Replaces control characters by ?: an echoed line must not add tabs or line ends.
std::string printable(std::string_view text) {
    std::string echo{text};
    std::replace_if(
        echo.begin(), echo.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
    return echo;
}

/// Returns only the beginning of a long line, which cannot be a position.
std::string shortened(std::string_view line) {
    constexpr std::size_t most_bytes = 1000;
    return line.size() <= most_bytes ? std::string{line} : std::string{line.substr(0, most_bytes)} + "...";
}

/// Returns the line printed in place of an answer.
std::string error_line(std::string_view line, const std::string& why, AnswerForm form) {
    if (form == AnswerForm::Text) {
        return fmt::format("{}\t{}\t{}\n", printable(shortened(line)), terminal::coloured("error", terminal::Tone::Bad),
                           printable(why));
    }
    web::JsonWriter error;
    error.begin_object().member("input", shortened(line)).member("error", why).end_object();
    return error.text() + '\n';
}

/// `read`: reads a FEN. Throws what it throws, and UserError for a class.
rules::Fen parse(std::string_view text, rules::Fen (*read)(std::string_view)) {
    if (text == "start") {
        return {initial_position()};
    }
    if (const auto material = class_meant_by(text)) {
        throw terminal::UserError{fmt::format(
            "'{}' is a class, not a position: `dameotb stats {}` counts its positions, `dameotb find {}` lists them",
            text, material->name(), material->name())};
    }
    return read(text);
}

}  // namespace

AskedTables::AskedTables(table::TableDirectories directories, int most_pieces)
    : directories_{std::move(directories)},
      most_pieces_{most_pieces},
      tablebase_{directories_, {.most_pieces = most_pieces}} {}

void AskedTables::throw_missing(const index::Material& material, std::optional<table::Metric> metric) const {
    require_in_use(material);
    throw table::MissingTableError{directories_, material, metric};
}

void AskedTables::require_in_use(const index::Material& material) const {
    if (index::is_supported(material) && material.pieces() > most_pieces_) {
        throw terminal::UserError{
            fmt::format("{} has {} pieces, and tables of more than {} are not used (--most-pieces)", material.name(),
                        material.pieces(), most_pieces_)};
    }
}

void AskedTables::prove_for(std::chrono::milliseconds time) {
    time_to_prove_ = time;
    prover_.emplace(tablebase_);
}

void AskedTables::search(web::Answered& answered, std::vector<probe::RankedMove>* moves) const {
    const probe::Question& question = answered.question;
    if (!prover_ || answered.asked().outcome || question.fen.under_way) {
        return;
    }
    const terminal::Interrupts interrupts;
    probe::WorkBudget budget{time_to_prove_, [&] { return interrupts.flag().load(); }};
    const proof::Addition added =
        proof::prove_unknown(*prover_, question, {.budget = &budget}, answered.known, answered.under);
    answered.proved = added.is_any;
    if (moves != nullptr) {
        proof::add_proof(*moves, question, added.proof);
    }
}

probe::Known AskedTables::known(const probe::Question& question) const {
    if (prover_) {
        return answer_to(question).asked();
    }
    probe::Known known = tablebase_.prove(question);
    require_known(question, known);
    return known;
}

void AskedTables::require_known(const probe::Question& question, const probe::Known& known) const {
    if (question.has_rule()) {
        if (!known.outcome && !prover_) {
            static_cast<void>(result(question.without_rule()));  // throws an error that names the class
        }
        if (known.wdl() != Wdl::Draw && !known.plies()) {
            without_rule_table_ = known.missing.value_or(index::Material::of(question.fen.position).canonical());
        }
    } else if (!prover_ && !known.outcome && known.bounds->at_least.wdl == Wdl::Loss) {
        throw_missing(known.missing.value(), std::nullopt);
    }
}

probe::Known AskedTables::result(const probe::Question& question) const {
    probe::Known found = known(question);
    if (!question.has_rule() && !found.outcome) {
        throw_missing(found.missing.value(), std::nullopt);
    }
    found.bounds.reset();
    return found;
}

web::Answered AskedTables::answer_to(const probe::Question& question, std::vector<probe::RankedMove>* moves) const {
    web::Answered answered{question};
    probe::Known& asked = question.has_rule() ? answered.under.emplace() : answered.known;
    if (moves != nullptr) {
        *moves = tablebase_.known_moves(question, nullptr, &asked, &answered.known);
    } else {
        answered.known = tablebase_.prove(question.without_rule());
        asked = question.has_rule() ? tablebase_.prove(question) : answered.known;
    }
    search(answered, moves);
    require_known(question, asked);
    return answered;
}

std::string AskedTables::unknown_plies_text(DrawRule rule) const {
    if (!without_rule_table_) {
        return "";
    }
    const DrawRule there = tablebase_.draw_rule();
    const std::string remedy = there.exists() && there != rule
                                   ? fmt::format("those in {} are for {} plies", directories_.string(), there.plies)
                                   : way_to_make("them", directories_.first().string(), {*without_rule_table_}, rule);
    return fmt::format("-: how many plies of the rule a result needs is in .dtz files for {} plies ({})", rule.plies,
                       remedy);
}

std::vector<Move> AskedTables::line(const probe::Question& question) const {
    auto answer = tablebase_.best_line(question);
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        if (!question.has_rule()) {
            throw_missing(none->material, table::Metric::Dtm);
        }
        throw_unknown_line(none->material, question.site.draw_rule);
    }
    return std::get<std::vector<Move>>(std::move(answer));
}

void AskedTables::throw_unknown_line(const index::Material& material, DrawRule rule) const {
    if (!index::is_supported(material)) {
        throw terminal::UserError{unsupported_text(material)};
    }
    require_in_use(material);
    if (const DrawRule there = tablebase_.draw_rule(); there.exists() && there != rule) {
        throw terminal::UserError{fmt::format(
            "the .dtz files in {} hold under a rule of {} plies, and the game takes too long to say without "
            "them who wins under one of {}",
            directories_.string(), there.plies, rule.plies)};
    }
    throw terminal::UserError{
        fmt::format("the game takes too long to say without {}.dtz who wins (make it with: {} --metrics "
                    "wdl,dtm,dtz --plies {})",
                    material.name(), command_that_makes(directories_.first().string(), {material}), rule.plies)};
}

std::string tab_separated(const probe::Known& known) {
    if (!known.outcome) {
        const bool has_draw = known.bounds && known.bounds->at_least.wdl == Wdl::Draw;
        const bool has_no_win = known.bounds && known.bounds->at_most.wdl == Wdl::Draw;
        return has_draw ? "at least a draw\t-" : has_no_win ? "at most a draw\t-" : "unknown\t-";
    }
    const bool is_by_moves = known.missing && known.bounds;  // with no table missing, it is a .wdl that has the result
    const auto bound = [&](const probe::Outcome& of, std::string_view words) {
        return fmt::format("{}\t{} {}", terminal::coloured(to_string(of.wdl), terminal::tone_of(of.wdl)), words,
                           of.plies.value());
    };
    if (is_by_moves && known.bounds->at_least.plies && known.wdl() != Wdl::Draw) {
        return bound(known.bounds->at_least, known.wdl() == Wdl::Win ? "at most" : "at least");
    }
    if (is_by_moves && known.bounds->at_most.plies && known.wdl() == Wdl::Loss) {
        return bound(known.bounds->at_most, "at most");
    }
    const auto& [wdl, plies] = *known.outcome;
    return fmt::format("{}\t{}", terminal::coloured(to_string(wdl), terminal::tone_of(wdl)),
                       plies ? std::to_string(*plies) : "-");
}

void PositionInput::add_to(CLI::App* subcommand) {
    option = subcommand->add_option("FEN", text,
                                    "The position, as in W:WKa1,b2:Bg7,Kh8, or `start` for the start of a game;\n"
                                    "without it, one position per line from standard input");
    option->type_name("");
}

void add_site_rules_option(CLI::App* subcommand, rules::SiteRules& site) {
    const auto read = [&site](const std::string& word) {
        const std::optional<rules::SiteRules> named = rules::parse_site_rules(word);
        if (!named) {
            std::vector<std::string> words{fmt::format("a whole number from 1 to {}", most_rule_plies)};
            std::ranges::transform(rules::all_site_rules, std::back_inserter(words),
                                   [](const rules::SiteRules& known) { return std::string{known.name}; });
            return choice_text(words, word);
        }
        site = *named;
        return std::string{};
    };
    add_read_option(subcommand, "--rule", read,
                    "The plies of a draw rule: result and plies under it; or the site whose rules decide:\n"
                    "playstrategy, abstractplay, or freeling for no draw rule")
        ->type_name("N|SITE");
}

rules::Fen read_position(const std::string& text, bool takes_under_way) {
    try {
        try {
            return parse(text, rules::parse_pasted_fen);
        } catch (const rules::NotationError&) {
            if (!takes_under_way || text.find('/') != std::string::npos) {  // no FEN has a slash: it is an address
                throw;
            }
            return parse(text, rules::parse_fen_under_way);
        }
    } catch (const rules::NotationError& error) {
        throw terminal::UserError{fmt::format("position '{}': {}", printable(text), error.what())};
    }
}

std::string lines_help() {
    return "Each line of standard input gives one line. A line that cannot be answered gives\n"
           "LINE<TAB>error<TAB>reason, or in JSON an object with input and error, and the exit status is 1. An empty\n"
           "line gives an empty line, or in JSON such an object, and does not change the exit status.\n";
}

namespace {

/// Positions from standard input, one per line.
class PositionLines {
public:
    PositionLines(const PositionInput& input, AnswerForm form)
        : parse_fen_{input.takes_under_way ? rules::parse_fen_under_way : rules::parse_fen}, form_{form} {
        if (isatty(STDIN_FILENO) != 0) {
            terminal::print_notice("reading positions, one per line, as in W:WKa7,Kh8:BKa1; Ctrl-D ends");
        }
    }

    [[nodiscard]] bool next() {
        const bool has_line = input_.next();
        lines_ += has_line;
        return has_line;
    }
    /// Returns the line, valid until the next one.
    [[nodiscard]] std::string_view line() const { return trimmed(input_.line()); }
    /// Returns what is printed for the line: what answer(FEN) returns, or why it has no answer.
    [[nodiscard]] std::string answered(const auto& answer) {
        if (line().empty() && !input_.is_too_long()) {
            return form_ == AnswerForm::Text ? "\n" : error_line(line(), "the line is empty", form_);
        }
        try {
            if (input_.is_too_long()) {
                throw terminal::UserError{terminal::BoundedLines::too_long_text()};
            }
            return answer(parse(line(), parse_fen_));
        } catch (const std::runtime_error& error) {
            return not_answered(line(), error);
        }
    }
    /// Returns what is printed for a line that has no answer.
    [[nodiscard]] std::string not_answered(std::string_view line, const std::runtime_error& error) {
        ++bad_lines_;
        return error_line(line, words_for(error), form_);
    }
    /// Returns whether a program may wait for the answer before it writes the next line. Reading a file is not slowed
    /// down.
    [[nodiscard]] static bool is_awaited() { return std::cin.rdbuf()->in_avail() <= 0; }
    /// Returns the exit status, after the last line.
    [[nodiscard]] int status() const {
        if (std::cin.bad()) {
            throw terminal::UserError{"standard input: cannot be read"};
        }
        if (bad_lines_ != 0) {
            terminal::print_notice(fmt::format("{} of {} lines could not be answered", bad_lines_, lines_));
            return exit_failed;
        }
        return exit_done;
    }

private:
    rules::Fen (*parse_fen_)(std::string_view);
    AnswerForm form_;
    terminal::BoundedLines input_{std::cin};
    std::uint64_t lines_ = 0;
    std::uint64_t bad_lines_ = 0;
};

}  // namespace

int answer_positions(const PositionInput& input, AnswerForm form, const Answerer& answer) {
    if (!input.is_stdin()) {
        std::cout << answer(read_position(input.text, input.takes_under_way));
        return exit_done;
    }
    PositionLines lines{input, form};
    while (std::cout && lines.next()) {
        std::cout << lines.answered(answer);
        if (PositionLines::is_awaited()) {
            std::cout.flush();
        }
    }
    return lines.status();
}

int answer_lines(const PositionInput& input, AnswerForm form, std::size_t most, const BeginAnswer& begin) {
    struct UnderWay {
        std::string line;
        std::string text;                 ///< If the line has none to wait for.
        std::future<std::string> answer;  ///< Otherwise.
    };
    PositionLines lines{input, form};
    std::deque<UnderWay> under_way;
    const auto print_first = [&] {
        UnderWay& first = under_way.front();
        try {
            std::cout << (first.answer.valid() ? first.answer.get() : first.text);
        } catch (const std::runtime_error& error) {
            std::cout << lines.not_answered(first.line, error);
        }
        under_way.pop_front();
    };
    while (std::cout && lines.next()) {
        std::future<std::string> answer;
        std::string text = lines.answered([&](const rules::Fen& fen) {
            answer = begin(fen);
            return std::string{};
        });
        under_way.push_back({std::string{lines.line()}, std::move(text), std::move(answer)});
        const bool is_awaited = PositionLines::is_awaited();
        while (!under_way.empty() && (is_awaited || under_way.size() >= most)) {
            print_first();
        }
        std::cout.flush();
    }
    while (!under_way.empty()) {
        print_first();
    }
    return lines.status();
}

}  // namespace dameotb::tools
