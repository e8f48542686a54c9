// Writes SVG by hand. Lengths are in units of the view box, which the page scales.
#include "report/drawings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <dameotb/probe/outcome.hpp>

#include "report/html.hpp"

namespace dameotb::web::report {

namespace {

std::string kind_words(Bitboard squares, std::string_view one, std::string_view many) {
    std::string names;
    for (const Square square : squares) {
        names += (names.empty() ? " " : ", ") + square.to_string();
    }
    return squares.empty() ? "" : std::string{squares.count() == 1 ? one : many} + names;
}

std::string side_words(const Pieces& pieces) {
    const std::string kings = kind_words(pieces.kings, "king", "kings");
    const std::string men = kind_words(pieces.men, "man", "men");
    return pieces.all().empty() ? "no piece" : kings + (kings.empty() || men.empty() ? "" : ", ") + men;
}

std::string pieces_drawn(const Pieces& pieces, char colour) {
    std::string text;
    for (const Square square : pieces.all()) {
        const char kind = pieces.kings.contains(square) ? 'k' : 'm';
        text += fmt::format(R"(<use href="#{}{}" x="{}" y="{}" width="100" height="100"/>)", colour, kind,
                            100 * square.file(), 100 * (7 - square.rank()));
    }
    return text;
}

/// Computes the layout of a chart. Counts use a logarithmic scale, so that one placement among millions is visible.
class Chart {
public:
    explicit Chart(const analysis::SideStatistics& figures)
        : longest_{static_cast<int>(figures.by_plies().size()) - 1},
          decades_{std::floor(std::log10(static_cast<double>(std::ranges::max(figures.by_plies())))) + 1},
          has_wins_{figures.wins > 0},
          has_losses_{figures.losses > 0} {}

    static constexpr double width = 480;
    static constexpr double left = 40;
    static constexpr double right = 10;
    static constexpr double top = 12;
    static constexpr double foot = 40;
    static constexpr double half = 92;  ///< Of the part for wins, or for losses.

    [[nodiscard]] double height() const { return bottom() + foot; }
    [[nodiscard]] double axis() const { return top + (has_wins_ ? half : 0); }
    [[nodiscard]] double bottom() const { return axis() + (has_losses_ ? half : 0); }
    [[nodiscard]] double x(int plies) const { return left + (plies + 0.5) * step(); }
    [[nodiscard]] double bar_width() const { return std::min(1.6 * step(), 14.0); }
    /// The scale begins 0.35 decades below 1, so that a single placement is visible.
    [[nodiscard]] double length(double count) const { return half * (std::log10(count) + 0.35) / (decades_ + 0.35); }
    [[nodiscard]] int decades() const { return static_cast<int>(decades_); }
    [[nodiscard]] int longest() const { return longest_; }
    [[nodiscard]] bool has_wins() const { return has_wins_; }
    [[nodiscard]] bool has_losses() const { return has_losses_; }

private:
    [[nodiscard]] double step() const { return (width - left - right) / (longest_ + 1); }

    int longest_;
    double decades_;
    bool has_wins_;
    bool has_losses_;
};

/// Returns the power of ten as a short text: "1", "100", "10k", "1M".
std::string power_text(int power) {
    constexpr std::string_view units = " kMGT";
    const std::string digits = power % 3 == 0 ? "1" : power % 3 == 1 ? "10" : "100";
    return power < 3 ? digits : digits + units[static_cast<std::size_t>(power / 3)];
}

std::string scale(const Chart& chart) {
    std::string text;
    const auto line = [&](double y, int power) {
        text += fmt::format(
            R"(<path class="grid" d="M{:.0f} {:.1f}H{:.0f}"/><text class="scale" x="{:.0f}" y="{:.1f}">{}</text>)",
            Chart::left, y, Chart::width - Chart::right, Chart::left - 6, y, power_text(power));
    };
    const int pace = chart.decades() > 4 ? 2 : 1;
    for (int power = 0; power <= chart.decades(); power += pace) {
        if (chart.has_wins()) {
            line(chart.axis() - chart.length(std::pow(10, power)), power);
        }
        if (chart.has_losses() && (power > 0 || !chart.has_wins())) {
            line(chart.axis() + chart.length(std::pow(10, power)), power);
        }
    }
    const int ticks = chart.longest() > 50 ? 10 : chart.longest() > 12 ? 5 : chart.longest() > 4 ? 2 : 1;
    for (int plies = 0; plies <= chart.longest(); plies += ticks) {
        text += fmt::format(R"(<text class="plies" x="{:.1f}" y="{:.1f}">{}</text>)", chart.x(plies),
                            chart.bottom() + 15, plies);
    }
    return text + fmt::format(R"(<text class="plies" x="{:.0f}" y="{:.1f}">plies to the end</text>)",
                              (Chart::left + Chart::width - Chart::right) / 2, chart.bottom() + 34);
}

std::string bars(const Chart& chart, const analysis::SideStatistics& figures) {
    std::string text;
    const std::vector<std::uint64_t> by_plies = figures.by_plies();
    for (int plies = 0; plies <= chart.longest(); ++plies) {
        const std::uint64_t count = by_plies[static_cast<std::size_t>(plies)];
        if (count == 0) {
            continue;
        }
        const bool win = plies % 2 == 1;
        const double length = chart.length(static_cast<double>(count));
        text += fmt::format(
            "<rect class=\"{0}\" x=\"{1:.1f}\" y=\"{2:.1f}\" width=\"{3:.1f}\" height=\"{4:.1f}\"><title>{0} in {5}: "
            "{6}</title></rect>",
            win ? "win" : "loss", chart.x(plies) - chart.bar_width() / 2, win ? chart.axis() - length : chart.axis(),
            chart.bar_width(), length, plies, placements_text(count));
    }
    return text;
}

std::string chart_words(const analysis::SideStatistics& figures) {
    std::string text;
    if (const auto plies = figures.longest_win_plies()) {
        text += fmt::format("{} won, in {} at most. ", placements_text(figures.wins), probe::plies_text(*plies));
    }
    if (const auto plies = figures.longest_loss_plies()) {
        text += fmt::format("{} lost, in {} at most. ", placements_text(figures.losses), probe::plies_text(*plies));
    }
    return text + "The table below has the numbers.";
}

std::string distance_table(const analysis::SideStatistics& figures) {
    std::string rows;
    const std::vector<std::uint64_t> by_plies = figures.by_plies();
    for (std::size_t plies = 0; plies < by_plies.size(); ++plies) {
        if (const std::uint64_t count = by_plies[plies]; count > 0) {
            const std::string_view result = plies % 2 == 1 ? "win" : "loss";
            rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"{}\">{}</td><td>{}</td><td>{}</td></tr>\n",
                                plies, result, result, grouped(count), share_text(count, figures.all()));
        }
    }
    return fmt::format(
        "<details><summary>The same as a table</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Placements by plies\"><table class=\"distances\">\n<thead><tr><th scope=\"col\">Plies</th>"
        "<th scope=\"col\">Result</th><th scope=\"col\">Placements</th><th scope=\"col\">Of all</th></tr></thead>\n"
        "<tbody>\n{}</tbody>\n</table></div></details>\n",
        rows);
}

}  // namespace

std::string position_words(const Position& position) {
    return fmt::format("White: {}. Black: {}. {} to move.", side_words(position.white()), side_words(position.black()),
                       colour_name(position.side_to_move));
}

std::string board(const Position& position) {
    return fmt::format(
        "<svg class=\"board\" viewBox=\"0 0 800 800\" role=\"img\" aria-label=\"{}\"><use href=\"#squares\"/>"
        "<g class=\"marks\"></g><g class=\"pieces\">{}{}</g></svg>\n",
        escaped(position_words(position)), pieces_drawn(position.white(), 'w'), pieces_drawn(position.black(), 'b'));
}

std::string result_bar(const analysis::ResultCounts& counts) {
    // Drawn, since a server may forbid styles within a page.
    constexpr double width = 1000;
    constexpr double least = 12;  // so that small shares are visible
    constexpr double gap = 6;
    const std::array<std::pair<std::string_view, std::uint64_t>, 3> all{
        {{"win", counts.wins}, {"draw", counts.draws}, {"loss", counts.losses}}};
    const auto shown = std::ranges::count_if(all, [](const auto& part) { return part.second > 0; });
    const double to_share = width - least * static_cast<double>(shown) - gap * static_cast<double>(shown - 1);
    std::string parts;
    double x = 0;
    for (const auto& [result, count] : all) {
        if (count > 0) {
            const double wide = least + to_share * static_cast<double>(count) / static_cast<double>(counts.all());
            parts += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"8\"/>", result, x, wide);
            x += wide + gap;
        }
    }
    return fmt::format(
        "<svg class=\"bar\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}</svg>", parts);
}

std::string distance_chart(const analysis::SideStatistics& figures, const std::string& title, const std::string& id) {
    const Chart chart{figures};
    std::string words;
    if (chart.has_wins()) {
        words += fmt::format(R"(<text class="kind win" x="{:.0f}" y="{:.0f}">wins</text>)", Chart::width - Chart::right,
                             Chart::top + 10);
    }
    if (chart.has_losses()) {
        words += fmt::format(R"(<text class="kind loss" x="{:.0f}" y="{:.0f}">losses</text>)",
                             Chart::width - Chart::right, chart.bottom() - 4);
    }
    return fmt::format(
        "<figure class=\"chart\">\n<figcaption>All placements by plies to the end, on a logarithmic "
        "scale</figcaption>\n"
        "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-labelledby=\"{}-title {}-desc\">"
        "<title id=\"{}-title\">{}</title><desc id=\"{}-desc\">{}</desc>{}{}<path class=\"axis\" d=\"M{:.0f} "
        "{:.1f}H{:.0f}\"/>{}</svg>\n{}</figure>\n",
        Chart::width, chart.height(), id, id, id, escaped(title), id, escaped(chart_words(figures)), scale(chart),
        bars(chart, figures), Chart::left, chart.axis(), Chart::width - Chart::right, words, distance_table(figures));
}

}  // namespace dameotb::web::report
