#include "commands/answers.hpp"

#include <algorithm>
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
#include <dameotb/web/answers/json_writer.hpp>

#include "commands/command_line.hpp"
#include "messages/error_messages.hpp"

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

template <class T>
T AskedTables::value_of(probe::Answer<T> answer, std::optional<table::Metric> metric) const {
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw_missing(missing->material, metric);
    }
    return std::get<T>(std::move(answer));
}

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

web::Known AskedTables::known_if_any(const rules::Fen& fen) const {
    web::Known known = web::known_of(fen.under_way ? tablebase_.probe_outcome(fen.position, *fen.under_way)
                                                   : tablebase_.probe_outcome(fen.position));
    if (!known.is_exact()) {
        web::add_bounds(known, fen.under_way ? tablebase_.probe_bounds(fen.position, *fen.under_way)
                                             : tablebase_.probe_bounds(fen.position));
    }
    return known;
}

web::Known AskedTables::known(const rules::Fen& fen) const {
    web::Known known = known_if_any(fen);
    if (!known.outcome && known.bounds->at_least.wdl == Wdl::Loss) {
        throw_missing(known.missing.value(), std::nullopt);
    }
    return known;
}

probe::Outcome AskedTables::outcome(const rules::Fen& fen) const {
    const web::Known found = known(fen);
    if (!found.outcome) {
        throw_missing(found.missing.value(), std::nullopt);
    }
    return *found.outcome;
}

web::UnderRule AskedTables::under(const rules::Fen& fen, const rules::SiteRules& site) const {
    web::UnderRule under{.site = site};
    if (fen.under_way) {
        under.outcome = probe::probe_site(tablebase_, fen.position, *fen.under_way, site);
    } else {
        under = web::under_rule(
            site, fen, [&](int counter) { return probe::probe_site(tablebase_, fen.position, site, counter); });
        if (!under.outcome.wdl) {
            web::add_proof(under, moves(fen, site, under.counter));
        }
    }
    if (!under.outcome.wdl) {
        static_cast<void>(outcome(fen));  // throws an error that names the class
    }
    if (under.outcome.wdl != Wdl::Draw && !under.outcome.plies) {
        without_rule_table_ = under.outcome.missing.value_or(index::Material::of(fen.position).canonical());
    }
    return under;
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

std::vector<probe::RankedMove> AskedTables::moves(const rules::Fen& fen) const {
    return fen.under_way ? tablebase_.known_ends(fen.position, *fen.under_way) : tablebase_.known_moves(fen.position);
}

std::vector<probe::RuleMove> AskedTables::moves(const rules::Fen& fen, const rules::SiteRules& site,
                                                int counter) const {
    return fen.under_way ? probe::known_ends_at(tablebase_, fen.position, *fen.under_way, site)
                         : probe::known_moves_at(tablebase_, fen.position, site, counter);
}

std::vector<Move> AskedTables::line(const Position& position, const rules::SiteRules& site, int counter) const {
    const auto answer = probe::best_line_at(tablebase_, position, site, counter);
    const auto* none = std::get_if<probe::NoTable>(&answer);
    if (none == nullptr) {
        return std::get<std::vector<Move>>(answer);
    }
    if (!index::is_supported(none->material)) {
        throw terminal::UserError{unsupported_text(none->material)};
    }
    require_in_use(none->material);
    if (const DrawRule there = tablebase_.draw_rule(); there.exists() && there != site.draw_rule) {
        throw terminal::UserError{fmt::format(
            "the .dtz files in {} hold under a rule of {} plies, and the game takes too long to say without "
            "them who wins under one of {}",
            directories_.string(), there.plies, site.draw_rule.plies)};
    }
    throw terminal::UserError{
        fmt::format("the game takes too long to say without {}.dtz who wins (make it with: {} --metrics "
                    "wdl,dtm,dtz --plies {})",
                    none->material.name(), command_that_makes(directories_.first().string(), {none->material}),
                    site.draw_rule.plies)};
}

std::vector<Move> AskedTables::line(const Position& position) const {
    return value_of(tablebase_.best_line(position), table::Metric::Dtm);
}

std::string tab_separated(const probe::Outcome& outcome) {
    return fmt::format("{}\t{}", terminal::coloured(to_string(outcome.wdl), terminal::tone_of(outcome.wdl)),
                       outcome.plies ? std::to_string(*outcome.plies) : "-");
}

std::string tab_separated(const web::Known& known) {
    if (!known.outcome) {
        return "at least a draw\t-";
    }
    const bool is_by_moves = known.missing && known.bounds;  // with no table missing, it is a .wdl that has the result
    if (!is_by_moves || !known.bounds->at_least.plies) {
        return tab_separated(*known.outcome);
    }
    const auto& [wdl, plies] = known.bounds->at_least;
    return fmt::format("{}\t{} {}", terminal::coloured(to_string(wdl), terminal::tone_of(wdl)),
                       wdl == Wdl::Win ? "at most" : "at least", plies.value());
}

std::string tab_separated(const probe::RuleOutcome& outcome) {
    return fmt::format(
        "{}\t{}",
        outcome.wdl ? terminal::coloured(to_string(*outcome.wdl), terminal::tone_of(*outcome.wdl)) : "unknown",
        outcome.plies ? std::to_string(*outcome.plies) : "-");
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

int answer_positions(const PositionInput& input, AnswerForm form, const Answerer& answer) {
    if (!input.is_stdin()) {
        std::cout << answer(read_position(input.text, input.takes_under_way));
        return exit_done;
    }
    if (isatty(STDIN_FILENO) != 0) {
        terminal::print_notice("reading positions, one per line, as in W:WKa7,Kh8:BKa1; Ctrl-D ends");
    }
    std::uint64_t lines = 0;
    std::uint64_t bad_lines = 0;
    terminal::BoundedLines input_lines{std::cin};
    while (std::cout && input_lines.next()) {
        ++lines;
        const std::string_view line = trimmed(input_lines.line());
        if (line.empty() && !input_lines.is_too_long()) {
            std::cout << (form == AnswerForm::Text ? "\n" : error_line(line, "the line is empty", form));
        } else {
            try {
                if (input_lines.is_too_long()) {
                    throw terminal::UserError{terminal::BoundedLines::too_long_text()};
                }
                std::cout << answer(parse(line, input.takes_under_way ? rules::parse_fen_under_way : rules::parse_fen));
            } catch (const std::runtime_error& error) {
                ++bad_lines;
                std::cout << error_line(line, words_for(error), form);
            }
        }
        // A program that waits for the answer before writing the next line gets it now. Reading a file is not slowed
        // down.
        if (std::cin.rdbuf()->in_avail() <= 0) {
            std::cout.flush();
        }
    }
    if (std::cin.bad()) {
        throw terminal::UserError{"standard input: cannot be read"};
    }
    if (bad_lines != 0) {
        terminal::print_notice(fmt::format("{} of {} lines could not be answered", bad_lines, lines));
        return exit_failed;
    }
    return exit_done;
}

}  // namespace dameotb::tools
