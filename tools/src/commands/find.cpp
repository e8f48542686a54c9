// dameotb find: prints the positions of whole classes that answer a query.
#include <algorithm>
#include <iostream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <dameotb/analysis/query/search.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/scores/slice/score.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "commands/answers.hpp"
#include "files/position_output.hpp"
#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

enum class FoundFormat : std::uint8_t { Fen, Jsonl, Pdn };

struct FindOptions : ReadingOptions {
    query::Query query;
    std::optional<query::Order> order;  ///< Empty: search order.
    std::uint64_t limit = 0;            ///< 0: no limit.
    FoundFormat format = FoundFormat::Fen;
    std::string file;  ///< Empty: standard output.
};

std::string stored_class_name(const Position& position) {
    return index::Material::of(position).canonical().name();
}

/// Returns FEN<TAB>win|draw|loss<TAB>plies, as `dameotb probe` prints it.
std::string as_fen_line(const query::Found& found) {
    std::string line = rules::to_fen(found.position);
    fmt::format_to(std::back_inserter(line), "\t{}\t{}\n", to_string(found.value.wdl()), found.value.dtm().plies());
    return line;
}

/// Returns a one-line JSON object: fen, class (as stored), result, plies.
std::string as_json_line(const query::Found& found) {
    web::JsonWriter json;
    json.begin_object().member("fen", rules::to_fen(found.position));
    json.member("class", stored_class_name(found.position));
    web::write_outcome(json, probe::Outcome::of(found.value));
    return json.end_object().text() + '\n';
}

/// Returns a game in PDN that ends with an empty line. It has the seven tags that PDN requires, then Variant, SetUp and
/// FEN; then the value as a comment, then best play. `number`: the game's in its file, from 1. `line`: best play from
/// the position, empty for a draw.
std::string as_pdn_game(const query::Found& found, const std::vector<Move>& line, std::uint64_t number) {
    rules::GameRecord game =
        rules::make_record(stored_class_name(found.position), found.position, found.value.wdl(), line);
    std::ranges::find(game.tags, "Round", &std::pair<std::string, std::string>::first)->second = std::to_string(number);
    game.comment = to_string(probe::Outcome::of(found.value));
    return rules::to_pdn(game) + "\n";
}

/// Writes the matches in their format.
class FoundWriter {
public:
    FoundWriter(const FindOptions& options, PositionOutput& output)
        : format_{options.format}, tables_{options.directory}, output_{output} {}

    void write(const query::Found& found) { output_.write(text_of(found)); }

private:
    [[nodiscard]] std::string text_of(const query::Found& found) const {
        switch (format_) {
            case FoundFormat::Fen:
                return as_fen_line(found);
            case FoundFormat::Jsonl:
                return as_json_line(found);
            case FoundFormat::Pdn:
                break;
        }
        return as_pdn_game(found, tables_.line({{found.position}}), output_.written() + 1);
    }

    FoundFormat format_;
    AskedTables tables_;
    PositionOutput& output_;
};

int run_find(const FindOptions& options) {
    const std::vector<index::Material> classes = classes_to_read(options.directory, options.classes);
    const terminal::Interrupts interrupts;
    PositionOutput output{options.file, interrupts};
    FoundWriter writer{options, output};
    const analysis::RunOptions work{
        .directory = options.directory,
        .threads = options.threads,
        .memory_bytes = terminal::bound_memory(options.memory_bytes),
        .on_progress = [&](const auto& at) { output.show(class_progress_text(at), "found"); },
        .stop = &interrupts.flag()};
    query::SearchEnd end{};
    if (options.order) {
        query::Selection selection{*options.order, options.limit};
        end = query::search(options.query, classes, work, selection);
        for (const query::Found& found : selection.take()) {
            if (interrupts.flag()) {
                end = query::SearchEnd::Stopped;
                break;
            }
            writer.write(found);
        }
    } else {
        end = query::search(options.query, classes, work, [&](const query::Found& found) {
            writer.write(found);
            return output.written() != options.limit;
        });
    }
    if (end == query::SearchEnd::Stopped) {
        throw interrupts.stopped("the search is not complete, " + output.left_behind());
    }
    output.finish(classes.size());
    return exit_done;
}

void add_range(CLI::App* subcommand, const std::string& name, std::optional<query::IntRange>& range,
               const std::string& description) {
    const auto read = [&range](const std::string& text) {
        range = query::IntRange::parse(text);
        return range ? "" : fmt::format("write {}, not '{}'", query::IntRange::expected_instead(text), text);
    };
    add_read_option(subcommand, name, read, description)->type_name("N|N-M");
}

/// Adds an option for squares such as "a1,b2".
void add_squares(CLI::App* subcommand, const std::string& name, Bitboard& set, const std::string& description) {
    const auto read = [&set](const std::string& text) {
        std::istringstream squares{text};
        for (std::string square; std::getline(squares, square, ',');) {
            if (square.size() != 2 || square[0] < 'a' || square[0] > 'h' || square[1] < '1' || square[1] > '8') {
                return fmt::format("write squares from a1 to h8, as in c3,d4, not '{}'", square);
            }
            set |= Square{square[0] - 'a', square[1] - '1'};
        }
        return std::string{};
    };
    add_read_option(subcommand, name, read, description)->type_name("SQUARES");
}

void add_predicates(CLI::App* subcommand, query::Query& query) {
    using query::Zugzwang;
    add_choice<Wdl>(
        subcommand, "--result", {{"win", Wdl::Win}, {"draw", Wdl::Draw}, {"loss", Wdl::Loss}},
        [&query](Wdl result) { query.result = result; }, "The result for the side to move");
    add_range(subcommand, "--plies", query.plies, "Won or lost, with this many plies to the end of the game");
    subcommand->add_flag("--longest", query.longest,
                         "Won or lost, and no win (or no loss) of the class with that side to move takes longer");
    add_stm_option(subcommand, query.side_to_move);
    add_choice<Zugzwang>(
        subcommand, "--zugzwang", {{"any", Zugzwang::Any}, {"mutual", Zugzwang::Mutual}},
        [&query](Zugzwang zugzwang) { query.zugzwang = zugzwang; },
        "any: the side to move has a worse result than if the other side were to move;\n"
        "mutual: whoever is to move loses");
    add_choice<bool>(
        subcommand, "--capture", {{"forced", true}, {"none", false}}, [&query](bool forced) { query.capture = forced; },
        "Whether the side to move must capture");
    add_range(subcommand, "--winning-moves", query.winning_moves, "How many moves win");
    add_range(subcommand, "--best-moves", query.best_moves,
              "How many moves are best: win fastest, draw if that is the best, or lose slowest");
    subcommand->add_flag("--unique-solution", query.unique_solution,
                         "Won or lost, and against every longest defence only one move wins whenever it is the\n"
                         "winner's turn, except for the last move of the game");
    add_squares(subcommand, "--white-men", query.placed[0].men, "White men stand on these squares, as in c3,d4");
    add_squares(subcommand, "--white-kings", query.placed[0].kings, "White kings stand on these squares");
    add_squares(subcommand, "--black-men", query.placed[1].men, "Black men stand on these squares");
    add_squares(subcommand, "--black-kings", query.placed[1].kings, "Black kings stand on these squares");
}

/// Refuses a query that no position, or no position with that result, can satisfy.
void require_possible(const query::Query& query) {
    if (const auto defect = dameotb::defect({query.placed, Colour::White})) {
        throw CLI::ValidationError{"the squares", *defect};
    }
    if (query.result == Wdl::Draw && (query.plies || query.longest || query.unique_solution)) {
        throw CLI::ValidationError{"--result draw",
                                   "leave out --plies, --longest and --unique-solution, which are for wins and losses"};
    }
    if (query::value_ranges({.result = query.result, .plies = query.plies}).empty()) {
        throw CLI::ValidationError{
            "--plies", fmt::format("{} takes that many plies: wins take an odd number, losses an even one, at most {}",
                                   query.result ? fmt::format("no {}", to_string(*query.result)) : "no win and no loss",
                                   scores::longest_plies)};
    }
}

void add_output_options(CLI::App* subcommand, const std::shared_ptr<FindOptions>& options) {
    CLI::Option* limit = subcommand->add_option("--limit", options->limit, "At most N positions")
                             ->type_name("N")
                             ->transform(whole_number(1, 1'000'000'000));
    add_choice<std::optional<query::Order>>(
        subcommand, "--sort",
        {{"class", std::nullopt}, {"shortest", query::Order::Shortest}, {"longest", query::Order::Longest}},
        [options](std::optional<query::Order> order) { options->order = order; },
        "By class, in the order found; or by plies, which needs --limit; default: class");
    add_choice<FoundFormat>(
        subcommand, "--format", {{"fen", FoundFormat::Fen}, {"jsonl", FoundFormat::Jsonl}, {"pdn", FoundFormat::Pdn}},
        [options](FoundFormat format) { options->format = format; },
        "fen: FEN<TAB>result<TAB>plies; jsonl: one JSON object per line with fen, class, result, plies;\n"
        "pdn: games with best play; default: fen");
    add_out_option(subcommand, options->file);
    subcommand->parse_complete_callback([limit, options] {
        if (options->order && limit->count() == 0) {
            throw CLI::ValidationError{"--sort shortest and --sort longest need --limit N, for example --limit 10"};
        }
        require_possible(options->query);
    });
}

}  // namespace

void add_find(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<FindOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "find", "Find positions",
        R"(Searches whole classes and prints every position that meets all conditions, but only one of those that are
symmetric to each other. Ranges are 5, 5-9, 5- or -9. Classes are as stored, with more pieces for White; in
a class with the same pieces for both sides White is to move, unless --stm b asks for Black. The number of
positions found is printed on standard error; finding none is an answer too, with exit status 0. Needs .dtm
files. docs/find.md defines each option.
)",
        R"(  dameotb find --dir tables --result win --longest
  dameotb find --dir tables KKMvK --plies 9-15 --winning-moves 1 --limit 10
  dameotb find --dir tables --zugzwang mutual --format jsonl
  dameotb find --dir tables --unique-solution --sort longest --limit 100 --format pdn --out puzzles.pdn
  dameotb find --dir tables KMvM --white-men c4 --stm w --winning-moves 1
)");
    add_directories_option(subcommand, options->directory);
    add_classes_option(subcommand, options->classes, "The classes to search");
    add_predicates(subcommand, options->query);
    add_output_options(subcommand, options);
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_find);
}

}  // namespace dameotb::tools
