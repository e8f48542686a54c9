// dameotb stats: counts how many placements of a class are won, drawn and lost, and finds the longest wins and losses.
#include <dameotb/analysis/figures/figures.hpp>

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/web/answers/json_writer.hpp>
#include <dameotb/web/answers/kept_counts.hpp>

#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct StatsOptions : ReadingOptions {
    bool json = false;
    bool keep = false;
    std::string kept;  ///< Directory; empty: that of the tables.
    DrawRule rule;
};

/// The counts for one line of the answer.
struct Counted {
    index::Material material;
    DrawRule rule;
    Colour side_to_move = Colour::White;
    analysis::SideStatistics statistics;
    std::uint64_t stored = 0;  ///< Positions in the file for this side to move.
    // Of the class, whoever is to move.
    std::uint64_t zugzwangs = 0;
    std::uint64_t mutual_zugzwangs = 0;

    [[nodiscard]] int longest_win_plies() const { return statistics.longest_win_plies().value_or(0); }
    [[nodiscard]] int longest_loss_plies() const { return statistics.longest_loss_plies().value_or(0); }
};

std::string fen_or_nothing(const std::optional<Position>& position) {
    return position ? rules::to_fen(*position) : "";
}

void write_histogram(web::JsonWriter& json, std::string_view name, const std::vector<std::uint64_t>& by_plies) {
    json.key(name).begin_array();
    for (const std::uint64_t count : by_plies) {
        json.value(count);
    }
    json.end_array();
}

std::string as_json(const Counted& counted) {
    const analysis::SideStatistics& statistics = counted.statistics;
    const bool under_rule = counted.rule.exists();
    web::JsonWriter json;
    json.begin_object();
    json.member("class", counted.material.name());
    json.member("stm", side_letter(counted.side_to_move));
    if (under_rule) {
        json.member("rule", counted.rule.plies);
    }
    json.member("all", statistics.all());
    json.member("win", statistics.wins);
    json.member("draw", statistics.draws);
    json.member("loss", statistics.losses);
    if (under_rule) {
        json.member("drawnwin", statistics.drawn_wins);
        json.member("drawnloss", statistics.drawn_losses);
    }
    json.member("maxwin", counted.longest_win_plies());
    json.member("maxloss", counted.longest_loss_plies());
    json.member("longwin", fen_or_nothing(statistics.longest_win));
    json.member("longloss", fen_or_nothing(statistics.longest_loss));
    if (!under_rule) {
        json.member("stored", counted.stored);
        json.member("zugzwang", counted.zugzwangs);
        json.member("mutual", counted.mutual_zugzwangs);
        json.member("quiet", statistics.quiet.all());
        json.member("quietwin", statistics.quiet.wins);
        json.member("quietdraw", statistics.quiet.draws);
        json.member("quietloss", statistics.quiet.losses);
    }
    write_histogram(json, "wins_by_plies", statistics.wins_by_plies);
    write_histogram(json, "losses_by_plies", statistics.losses_by_plies);
    return json.end_object().text();
}

/// A line of the table.
struct Line {
    std::string name;
    std::string side;
    std::vector<std::uint64_t> numbers;
    std::string longest_win;
    std::string longest_loss;
};

/// Prints the lines, and one with the sum of each column; with the greatest number where its title begins with "max".
/// `titles`: of the numbers.
void print_table(const std::vector<std::string>& titles, std::vector<Line> lines) {
    Line all{"all", "", std::vector<std::uint64_t>(titles.size()), "", ""};
    for (const Line& line : lines) {
        for (std::size_t i = 0; i < titles.size(); ++i) {
            all.numbers[i] = titles[i].starts_with("max") ? std::max(all.numbers[i], line.numbers[i])
                                                          : all.numbers[i] + line.numbers[i];
        }
    }
    lines.push_back(all);
    std::vector<std::vector<std::string>> rows{{"class", "stm"}};
    rows.front().insert(rows.front().end(), titles.begin(), titles.end());
    rows.front().insert(rows.front().end(), {"longest win", "longest loss"});
    for (const Line& line : lines) {
        std::vector<std::string>& row = rows.emplace_back(std::vector{line.name, line.side});
        for (const std::uint64_t number : line.numbers) {
            row.push_back(std::to_string(number));
        }
        row.insert(row.end(), {line.longest_win, line.longest_loss});
    }
    std::cout << terminal::table_text(rows, 2, 1 + titles.size());
}

void print_table(const std::vector<Counted>& all, DrawRule rule) {
    std::vector<std::string> titles{"all", "win", "draw", "loss", "maxwin", "maxloss", "stored"};
    if (rule.exists()) {
        titles = {"all", "win", "draw", "loss", "drawnwin", "drawnloss", "maxwin", "maxloss"};
    }
    std::vector<Line> lines;
    for (const Counted& counted : all) {
        const analysis::SideStatistics& statistics = counted.statistics;
        std::vector<std::uint64_t> numbers{statistics.all(), statistics.wins, statistics.draws, statistics.losses};
        if (rule.exists()) {
            numbers.insert(numbers.end(), {statistics.drawn_wins, statistics.drawn_losses});
        }
        numbers.insert(numbers.end(), {static_cast<std::uint64_t>(counted.longest_win_plies()),
                                       static_cast<std::uint64_t>(counted.longest_loss_plies())});
        if (!rule.exists()) {
            numbers.push_back(counted.stored);
        }
        lines.push_back({counted.material.name(), side_letter(counted.side_to_move), std::move(numbers),
                         fen_or_nothing(statistics.longest_win), fen_or_nothing(statistics.longest_loss)});
    }
    print_table(titles, std::move(lines));
}

void print_words(const std::vector<index::Material>& classes) {
    for (const index::Material& material : classes) {
        std::cout << material.name() << ": " << index::class_words(material) << '\n';
    }
}

int run_stats(const StatsOptions& options) {
    if (options.keep && options.rule.exists()) {
        throw terminal::UsageError{"--keep keeps counts without a draw rule: leave out --keep or --rule"};
    }
    const std::vector<index::Material> classes = classes_to_read(options.directory, options.classes, options.rule);
    const terminal::Interrupts interrupts;
    terminal::ProgressDisplay display;
    const analysis::RunOptions work{.directory = options.directory,
                                    .threads = options.threads,
                                    .memory_bytes = terminal::bound_memory(options.memory_bytes),
                                    .on_progress = [&](const auto& at) { display.show(class_progress_text(at)); },
                                    .stop = &interrupts.flag(),
                                    .rule = options.rule};
    std::vector<Counted> all;
    const auto take = [&](const analysis::ClassFigures& figures) {
        const index::Material& material = figures.material;
        for (const Colour side : both_colours) {
            const bool is_stored = static_cast<int>(side) < index::stored_sides(material);
            all.push_back({material, figures.rule, side, figures.side(side),
                           is_stored ? index::class_size(material) : 0, figures.zugzwang_placements(),
                           figures.zugzwang(analysis::ZugzwangKind::Mutual).placements});
            if (options.json) {
                display.print(as_json(all.back()));
            }
        }
    };
    const bool is_complete =
        options.keep ? web::KeptCounts{options.directory, kept_directories(options.kept, options.directory)}.figures(
                           classes, work, web::KeptCounts::Counted::Write, take)
                     : analysis::count_figures(classes, work, take);
    if (!options.json && (is_complete || !all.empty())) {
        display.wipe();
        print_table(all, options.rule);
    }
    if (!is_complete) {
        throw interrupts.stopped(fmt::format("{} of {} classes are counted{}", all.size() / 2, classes.size(),
                                             options.keep ? " and kept" : ""));
    }
    if (!options.json && !options.classes.empty()) {
        print_words(classes);
    }
    return exit_done;
}

}  // namespace

void add_stats(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<StatsOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "stats", "Count wins, draws and losses of classes",
        R"(For each class and side to move, over all placements (no symmetry removed): wins, draws and losses for the
side to move, the longest win and loss in plies with a position of each, and how many positions are stored for
that side to move (0: those of the other side serve both). Needs .dtm files.

With --rule it counts the results under a draw rule, for positions right after a capture or a man's move (counter
0): also the wins and losses that the rule makes draws, and the most plies of the counter that a win or a loss
needs before the next capture or man's move. Needs .dtz files of that rule.

With --keep it keeps the counts in files beside the tables (KKMvKM.stats), from which `dameotb serve`, `report`
and `site` take them instead of counting, and counts only the classes without such a file. A file that is
damaged, or of other tables, is made again.
)",
        R"(  dameotb stats --dir tables
  dameotb stats --dir tables --json KKvK
  dameotb stats --dir tables --rule 50
  dameotb stats --dir tables --keep
)");
    add_directories_option(subcommand, options->directory);
    add_classes_option(subcommand, options->classes, "The classes to count");
    subcommand->add_flag("--json", options->json,
                         "One JSON object per line: class, stm (w or b), all, win, draw, loss, maxwin, maxloss,\n"
                         "longwin, longloss (a FEN, or empty if there is none), stored; for the whole class, so the\n"
                         "same for w and b: zugzwang (placements in which being on move is a drawback), mutual\n"
                         "(those in which whoever is on move loses); quiet, quietwin, quietdraw, quietloss: all, win,\n"
                         "draw and loss where no capture is forced; wins_by_plies, losses_by_plies (how many take\n"
                         "0 plies, 1, and so on). With --rule: class, stm, rule, all, win, draw, loss, drawnwin,\n"
                         "drawnloss (draws that are wins or losses without the rule), maxwin, maxloss, longwin,\n"
                         "longloss, wins_by_plies, losses_by_plies (the plies of the counter that they need)");
    add_rule_option(subcommand, options->rule, "The plies of a draw rule: results under it");
    CLI::Option* keep = subcommand->add_flag("--keep", options->keep,
                                             "Keep the counts, and do not count what was kept; not with --rule");
    add_stats_directory_option(subcommand, options->kept)->needs(keep);
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_stats);
}

}  // namespace dameotb::tools
