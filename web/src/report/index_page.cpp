// Writes the first page of a report. The script sorts the table. A cell not sorted by its text has the attribute
// data-value.
#include <algorithm>

#include <fmt/format.h>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>

#include "report/drawings.hpp"
#include "report/html.hpp"

namespace dameotb::web::report {

namespace {

struct Totals {
    analysis::SideStatistics results;  ///< Of both sides to move together.
    std::uint64_t mutual = 0;
    std::uint64_t zugzwangs = 0;
    std::uint64_t bytes = 0;
    std::uint64_t stored = 0;
    int longest_win = 0;
    index::Material longest_class;

    void add(const analysis::ClassFigures& figures);
};

void Totals::add(const analysis::ClassFigures& figures) {
    for (const analysis::SideStatistics& side : figures.sides) {
        results.add(side);
        results.quiet.add(side.quiet);
        if (const int plies = side.longest_win_plies().value_or(0); plies > longest_win) {
            longest_win = plies;
            longest_class = figures.material;
        }
    }
    mutual += figures.zugzwang(analysis::ZugzwangKind::Mutual).placements;
    zugzwangs += figures.zugzwang_placements();
    for (const auto& file_bytes : figures.file_bytes.all) {
        bytes += file_bytes.value_or(0);
    }
    stored += figures.stored;
}

std::string tile(std::string_view label, const std::string& number, const std::string& note) {
    return fmt::format("<div class=\"card\"><dt>{}</dt><dd>{} <span class=\"share\">{}</span></dd></div>\n", label,
                       number, note);
}

std::string tiles(const Totals& totals, std::size_t classes) {
    const analysis::SideStatistics& results = totals.results;
    const auto result_tile = [&](std::string_view name, std::uint64_t quiet, std::uint64_t all) {
        return tile(name, share_text(quiet, results.quiet.all()),
                    fmt::format("without a forced capture; of all {}", share_text(all, results.all())));
    };
    std::string longest;
    if (totals.longest_win > 0) {
        longest = tile(
            "Longest win", probe::plies_text(totals.longest_win),
            fmt::format("<a href=\"{}#longest\">{}</a>", page_name(totals.longest_class), totals.longest_class.name()));
    }
    return "<dl class=\"tiles\">\n" +
           tile("Classes", std::to_string(classes), fmt::format("{} stored positions", grouped(totals.stored))) +
           tile("Placements", grouped(results.all()), "both sides to move") +
           result_tile("<span class=\"win\">Wins</span>", results.quiet.wins, results.wins) +
           result_tile("<span class=\"draw\">Draws</span>", results.quiet.draws, results.draws) +
           result_tile("<span class=\"loss\">Losses</span>", results.quiet.losses, results.losses) + longest +
           tile("Mutual zugzwangs", grouped(totals.mutual), fmt::format("of {} zugzwangs", grouped(totals.zugzwangs))) +
           tile("Files", bytes_text(totals.bytes), "results and distances") + "</dl>\n";
}

std::string shares_words(const analysis::ResultCounts& counts) {
    return fmt::format("{} win, {} draw, {} loss", share_text(counts.wins, counts.all()),
                       share_text(counts.draws, counts.all()), share_text(counts.losses, counts.all()));
}

std::string side_cells(const analysis::SideStatistics& side) {
    const analysis::ResultCounts& quiet = side.quiet;
    const std::string words =
        fmt::format("without a forced capture: {}; of all: {}", shares_words(quiet), shares_words(side));
    const auto longest = side.longest_win_plies();
    return fmt::format(
        "<td class=\"results\" data-value=\"{:.6f}\" title=\"{}\">{}<span aria-hidden=\"true\">{} <small>all "
        "{}</small></span><span class=\"visually-hidden\">{}</span></td><td data-value=\"{}\">{}</td>",
        static_cast<double>(quiet.wins) / static_cast<double>(quiet.all()), words, result_bar(quiet),
        share_text(quiet.wins, quiet.all()), share_text(side.wins, side.all()), words, longest.value_or(0),
        longest ? std::to_string(*longest) : "–");
}

std::string number_cell(std::uint64_t number) {
    return fmt::format("<td data-value=\"{}\">{}</td>", number, grouped(number));
}

/// Returns the table row of a class. `number`: the class's place in the order of all classes.
std::string row(const analysis::ClassFigures& figures, std::size_t number) {
    const index::Material& material = figures.material;
    return fmt::format(
        "<tr><th scope=\"row\" data-value=\"{}\"><a href=\"{}\">{}</a> <span "
        "class=\"class-words\">{}</span></th>{}{}{}{}{}</tr>\n",
        number, page_name(material), material.name(), index::class_words(material),
        number_cell(figures.side(Colour::White).all()), side_cells(figures.side(Colour::White)),
        side_cells(figures.side(Colour::Black)),
        number_cell(figures.zugzwang(analysis::ZugzwangKind::Mutual).placements),
        number_cell(figures.zugzwang_placements()));
}

std::string head() {
    std::string columns;
    for (const auto& [name, title] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"Class", "kings and men of White, then of Black"},
             {"Placements", "for each side to move"},
             {"White to move", "where no capture is forced: wins, draws and losses, and the share of wins"},
             {"Longest win", "in plies, White to move"},
             {"Black to move", "where no capture is forced: wins, draws and losses, and the share of wins"},
             {"Longest win", "in plies, Black to move"},
             {"Mutual zugzwangs", "placements in which whoever is to move loses"},
             {"All zugzwangs",
              "placements in which whoever is to move has a worse result than if the other side were to move"}}) {
        columns += fmt::format("<th scope=\"col\" title=\"{}\">{}</th>", title, name);
    }
    return columns;
}

}  // namespace

std::string index_page(const std::vector<analysis::ClassFigures>& all, const Pages& pages) {
    Totals totals;
    std::string rows;
    std::uint64_t placements = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        totals.add(all[i]);
        placements += all[i].side(Colour::White).all();
        rows += row(all[i], i);
    }
    Page page;
    page.title = "Dameo endgame report";
    page.description = fmt::format("Dameo endings of {} classes: results, distances, zugzwangs.", all.size());
    page.is_index = true;
    page.contents = fmt::format(
        "<div class=\"heading\"><div><h1>All classes</h1>\n<p>Each class has its page: results, distances, longest "
        "wins, "
        "zugzwangs.</p></div></div>\n{}<section class=\"card\">\n<p class=\"hint\">Bars: <span "
        "class=\"win\">wins</span>, "
        "<span class=\"draw\">draws</span>, <span class=\"loss\">losses</span> of the side to move where no capture is "
        "forced; the number is the share of wins, and below it that of all placements. A capture at once often shows "
        "no "
        "more than that a piece was left hanging.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"All classes\"><table class=\"classes\" data-sortable>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}"
        "</tbody>\n<tfoot><tr><th scope=\"row\">all</th><td>{}</td><td></td><td></td><td></td><td></td><td>{}</td>"
        "<td>{}</td></tr></tfoot>\n</table></div>\n<p class=\"hint\">K is a king, M a man; "
        "White's "
        "pieces stand before the v, Black's behind it.</p>\n</section>\n",
        tiles(totals, all.size()), head(), rows, grouped(placements), grouped(totals.mutual),
        grouped(totals.zugzwangs));
    return framed(page, pages);
}

}  // namespace dameotb::web::report
