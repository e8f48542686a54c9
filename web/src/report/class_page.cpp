// Writes the page of a class: results of each side, longest games, zugzwangs and files.
#include <algorithm>

#include <fmt/format.h>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "report/drawings.hpp"
#include "report/html.hpp"

namespace dameotb::web::report {

namespace {

std::string link(const index::Material& material) {
    return fmt::format("<a href=\"{}\">{}</a>", page_name(material), material.name());
}

std::string neighbours(const index::Material& material, const std::vector<index::Material>& classes) {
    const auto at = std::ranges::find(classes, material);
    std::string text;
    if (at != classes.begin()) {
        text += fmt::format("<a href=\"{}\" rel=\"prev\">← {}</a>", page_name(at[-1]), at[-1].name());
    }
    if (at + 1 != classes.end()) {
        text += fmt::format("<a href=\"{}\" rel=\"next\">{} →</a>", page_name(at[1]), at[1].name());
    }
    return text;
}

/// Returns links to the direct dependencies that have a page.
std::string dependencies(const index::Material& material, const std::vector<index::Material>& classes) {
    std::string text;
    for (const index::Material& other : index::direct_dependencies(material)) {
        if (std::ranges::count(classes, other) > 0) {
            text += (text.empty() ? "" : ", ") + link(other);
        }
    }
    return text.empty() ? "" : fmt::format("<p class=\"hint\">Captures and promotions lead to {}.</p>\n", text);
}

std::string count(std::string_view result, std::uint64_t number, const analysis::ResultCounts& counts) {
    return fmt::format("<div><dt class=\"{0}\">{0}</dt><dd>{1} <span class=\"share\">{2}</span></dd></div>", result,
                       grouped(number), share_text(number, counts.all()));
}

std::string counts_section(std::string_view heading, const analysis::ResultCounts& counts) {
    return fmt::format("<h3>{}: {}</h3>\n{}\n<dl class=\"counts\">{}{}{}</dl>\n", heading, grouped(counts.all()),
                       result_bar(counts), count("win", counts.wins, counts), count("draw", counts.draws, counts),
                       count("loss", counts.losses, counts));
}

std::string side_section(const analysis::ClassFigures& figures, Colour colour) {
    const analysis::SideStatistics& side = figures.side(colour);
    const std::string heading = fmt::format("{} to move", colour_name(colour));
    const std::string id = colour == Colour::White ? "white" : "black";
    std::string text = fmt::format("<section class=\"card\" id=\"{}\">\n<h2>{}</h2>\n{}{}", id, heading,
                                   counts_section("Placements without a forced capture", side.quiet),
                                   counts_section("All placements", side));
    if (side.wins + side.losses > 0) {
        text += distance_chart(side, fmt::format("{}, {}: wins and losses by plies", figures.material.name(), heading),
                               id + "-chart");
    }
    return text + "</section>\n";
}

/// Returns a board with best play from a position.
std::string player(const Position& position, Value value, const Pages& pages) {
    const Line line{position, value, pages.best_line(position)};
    return fmt::format("<article class=\"card player\">\n<h3>{}</h3>\n{}</article>\n", value_heading(line),
                       diagram({line}, pages));
}

/// Returns the longest games. Omits a loss in 0 plies: it has no moves to show.
std::string longest_section(const analysis::ClassFigures& figures, const Pages& pages) {
    std::string players;
    for (const Colour colour : both_colours) {
        const analysis::SideStatistics& side = figures.side(colour);
        if (colour == Colour::Black && figures.material.is_symmetric()) {
            break;
        }
        if (side.longest_win) {
            players += player(*side.longest_win, Value::win_in(*side.longest_win_plies()), pages);
        }
        if (side.longest_loss && *side.longest_loss_plies() > 0) {
            players += player(*side.longest_loss, Value::loss_in(*side.longest_loss_plies()), pages);
        }
    }
    return players.empty() ? ""
                           : fmt::format(
                                 "<section id=\"longest\">\n<h2>Longest wins and losses</h2>\n<div "
                                 "class=\"boards\">\n{}</div>\n</section>\n",
                                 players);
}

std::string_view zugzwang_words(analysis::ZugzwangKind kind) {
    switch (kind) {
        case analysis::ZugzwangKind::Mutual:
            return "Whoever is to move loses";
        case analysis::ZugzwangKind::White:
            return "White wins if Black is to move; else it is a draw";
        case analysis::ZugzwangKind::Black:
            break;
    }
    return "Black wins if White is to move; else it is a draw";
}

/// Returns a sentence about captures. In most zugzwangs the side to move must capture, and would rather not.
std::string capture_words(const analysis::ZugzwangFigures& zugzwangs) {
    return zugzwangs.without_capture == 0
               ? "In each of these at least one side, if it is to move, must capture. The longest:"
               : fmt::format(
                     "In {} of these neither side, if it is to move, must capture. They come first; then the "
                     "longest:",
                     grouped(zugzwangs.without_capture));
}

/// Returns a board with best play for either side to move.
std::string zugzwang_example(const analysis::ZugzwangExample& example, const Pages& pages) {
    Position other = example.position;
    other.side_to_move = Colour::Black;
    return fmt::format("<article class=\"card player\">\n{}</article>\n",
                       diagram({{example.position, example.white_to_move, pages.best_line(example.position)},
                                {other, example.black_to_move, pages.best_line(other)}},
                               pages));
}

std::string zugzwang_section(const analysis::ClassFigures& figures, const Pages& pages) {
    const std::uint64_t placements = figures.zugzwang_placements();
    std::string text = fmt::format(
        "<section id=\"zugzwangs\">\n<h2>Zugzwangs: {}</h2>\n<p class=\"hint\">{} whoever is to move has a "
        "worse result than if the other side were to move.</p>\n",
        placements == 0 ? "none" : grouped(placements), placements == 0 ? "In no placement" : "Placements in which");
    for (const analysis::ZugzwangKind kind : analysis::zugzwang_kinds) {
        const analysis::ZugzwangFigures& zugzwangs = figures.zugzwang(kind);
        if (zugzwangs.placements == 0) {
            continue;
        }
        std::string examples;
        for (const analysis::ZugzwangExample& example : zugzwangs.examples) {
            examples += zugzwang_example(example, pages);
        }
        text += fmt::format("<h3>{}: {}</h3>\n<p class=\"hint\">{}</p>\n<div class=\"boards\">\n{}</div>\n",
                            zugzwang_words(kind), placements_text(zugzwangs.placements), capture_words(zugzwangs),
                            examples);
    }
    return text + "</section>\n";
}

std::string file_row(const analysis::ClassFigures& figures, table::Metric metric) {
    const auto bytes = figures.file_bytes[metric];
    return !bytes ? ""
                  : fmt::format(
                        "<tr><th scope=\"row\">{}</th><td class=\"words\">{}</td><td>{}</td><td>{:.4f}</td></tr>\n",
                        table::TableName{figures.material, metric}.file_name(), table::traits_of(metric).contents,
                        grouped(*bytes), 8 * static_cast<double>(*bytes) / static_cast<double>(figures.stored));
}

std::string files_section(const analysis::ClassFigures& figures) {
    std::string rows;
    for (const table::Metric metric : table::metrics) {
        rows += file_row(figures, metric);
    }
    return fmt::format(
        "<section class=\"card\" id=\"files\">\n<h2>Files</h2>\n<p class=\"hint\">{} positions stored for {}, "
        "symmetric ones together.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Files\"><table "
        "class=\"files\">\n<thead><tr><th scope=\"col\">File</th><th scope=\"col\" class=\"words\">Holds</th><th "
        "scope=\"col\">Bytes</th><th scope=\"col\">Bits a position</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>"
        "</div>\n</section>\n",
        grouped(figures.stored),
        figures.material.is_symmetric() ? "one side to move, which serves for both" : "both sides to move", rows);
}

/// Returns plies with a position that needs them.
std::string most_plies(std::optional<int> plies, const std::optional<Position>& position) {
    return position ? fmt::format("{} <code>{}</code>", plies.value_or(0), rules::to_fen(*position)) : "none";
}

std::string rule_section(const analysis::ClassFigures& figures) {
    std::string rows;
    for (const Colour colour : both_colours) {
        const analysis::SideStatistics& side = figures.side(colour);
        rows += fmt::format("<tr><th scope=\"row\">{} to move</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                            colour_name(colour), grouped(side.drawn_wins), grouped(side.drawn_losses),
                            most_plies(side.longest_win_plies(), side.longest_win),
                            most_plies(side.longest_loss_plies(), side.longest_loss));
    }
    return fmt::format(
        "<section class=\"card\" id=\"rule\">\n<h2>If {0} plies without a capture or a man's move draw</h2>\n<p "
        "class=\"hint\">For placements right after such a move: how many wins and losses the rule makes draws, and the "
        "most "
        "of the {0} plies that the others need before the next capture or man's move.</p>\n<div class=\"scroll\" "
        "tabindex=\"0\" role=\"region\" aria-label=\"Under the draw rule\"><table class=\"files\">\n<thead><tr><th "
        "scope=\"col\">Side</th><th scope=\"col\">Wins drawn</th><th scope=\"col\">Losses drawn</th><th "
        "scope=\"col\">Most "
        "plies of a win</th><th scope=\"col\">Most plies of a loss</th></tr></thead>\n<tbody>\n{1}</tbody>\n</table>"
        "</div>\n</section>\n",
        figures.rule.plies, rows);
}

}  // namespace

std::string class_page(const analysis::ClassFigures& figures, const Pages& pages,
                       const analysis::ClassFigures* under_rule) {
    const std::string name = figures.material.name();
    Page page;
    page.title = name + " – Dameo endgame report";
    page.description = fmt::format("{}: who wins, in how many plies, and how.", index::class_words(figures.material));
    page.contents = fmt::format(
        "<div class=\"heading\">\n<div><h1>{}</h1>\n<p>{}</p></div>\n<nav class=\"neighbours\" aria-label=\"Classes\">"
        "{}</nav>\n</div>\n{}<div class=\"sides\">\n{}{}</div>\n{}{}{}{}{}",
        name, index::class_words(figures.material), neighbours(figures.material, pages.classes),
        figures.material.is_symmetric()
            ? "<p class=\"hint\">Both sides have the same: Black to move is White to move with colours swapped.</p>\n"
            : "",
        side_section(figures, Colour::White), side_section(figures, Colour::Black), longest_section(figures, pages),
        zugzwang_section(figures, pages), under_rule != nullptr ? rule_section(*under_rule) : "",
        files_section(figures), dependencies(figures.material, pages.classes));
    return framed(page, pages);
}

}  // namespace dameotb::web::report
