// Writes diagrams. The script finds a line's positions in data-fen and its game in data-pdn.
#include <algorithm>

#include <fmt/format.h>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "report/drawings.hpp"
#include "report/html.hpp"

namespace dameotb::web::report {

namespace {

/// Returns the identifier of the winner's picture.
std::string_view winner_picture(const Position& position, Wdl result) {
    if (result == Wdl::Draw) {
        return "outcome-draw";
    }
    return (position.side_to_move == Colour::White) == (result == Wdl::Win) ? "wk" : "bk";
}

/// Returns the moves as a list. Each item has what the script needs to show the position after the move.
std::string moves_list(Position position, const std::vector<Move>& moves) {
    std::string items;
    int number = 1;
    for (const Move& move : moves) {
        const bool white = position.side_to_move == Colour::White;
        std::string before;
        if (white || items.empty()) {
            before = fmt::format("<span class=\"number\">{}{}</span> ", number, white ? "." : "…");
        }
        number += white ? 0 : 1;
        const Position next = rules::after(position, move);
        items += fmt::format(
            "<li>{}<span class=\"ply\" data-fen=\"{}\" data-from=\"{}\" data-to=\"{}\">{}</span></li>\n", before,
            rules::to_fen(next), move.from.to_string(), move.to.to_string(), rules::to_text(position, move));
        position = next;
    }
    return items.empty() ? "" : fmt::format("<ol class=\"track\" aria-label=\"Moves\">\n{}</ol>\n", items);
}

std::string pdn(const Line& line) {
    const std::optional wdl = line.value ? std::optional{line.value->wdl()} : std::nullopt;
    rules::GameRecord game =
        rules::make_record(index::Material::of(line.start).canonical().name(), line.start, wdl, line.moves);
    game.comment = line.value ? to_string(probe::Outcome::of(*line.value)) : "";
    return rules::to_pdn(game);
}

std::string line_section(const Line& line, bool is_one_of_several) {
    return fmt::format("<div class=\"line\" data-fen=\"{}\" data-pdn=\"{}\">\n{}{}</div>\n", rules::to_fen(line.start),
                       escaped(pdn(line)),
                       is_one_of_several ? fmt::format("<p class=\"line-name\">{}</p>\n", value_heading(line)) : "",
                       moves_list(line.start, line.moves));
}

std::string transport_button(std::string_view name, std::string_view icon) {
    return fmt::format(
        "<button type=\"button\" data-go=\"{}\" aria-label=\"{}\"><svg aria-hidden=\"true\"><use "
        "href=\"#icon-{}\"/></svg></button>",
        icon, name, icon);
}

std::string transport() {
    return "<div class=\"transport\" role=\"group\" aria-label=\"Go through the moves\" hidden>" +
           transport_button("First position", "first") + transport_button("Back", "back") +
           transport_button("Forward", "forward") + transport_button("Last position", "last") + "</div>\n";
}

std::string explorer_link(const Position& position, const std::string& explorer) {
    return explorer.empty() ? ""
                            : fmt::format("<a class=\"explore\" href=\"{}?fen={}\">Open in the explorer</a>\n",
                                          escaped(explorer), rules::to_fen(position));
}

}  // namespace

std::string value_heading(const Line& line) {
    const std::string_view side = colour_name(line.start.side_to_move);
    if (!line.value) {
        return fmt::format("{} to move: no table has its value", side);
    }
    const Wdl result = line.value->wdl();
    return fmt::format(
        "<svg class=\"winner\" aria-hidden=\"true\"><use href=\"#{}\"/></svg><span>{} to move: <b "
        "class=\"{}\">{}</b></span>",
        winner_picture(line.start, result), side, to_string(result), to_string(probe::Outcome::of(*line.value)));
}

std::string diagram(const std::vector<Line>& lines, const Pages& pages) {
    const Position& first = lines.front().start;
    std::string sections;
    for (const Line& line : lines) {
        sections += line_section(line, lines.size() > 1);
    }
    const bool has_moves = std::ranges::any_of(lines, [](const Line& line) { return !line.moves.empty(); });
    return fmt::format(
        "<div class=\"diagram\">\n{}{}{}<p class=\"fen\"><code>{}</code></p>\n<div class=\"actions\">\n{}<button "
        "type=\"button\" data-copy=\"fen\" hidden>Copy FEN</button><button type=\"button\" data-copy=\"pdn\" "
        "hidden>Copy PDN</button></div>\n</div>\n",
        board(first), has_moves ? transport() : "", sections, rules::to_fen(first),
        explorer_link(first, pages.explorer));
}

}  // namespace dameotb::web::report
