// The subcommands of dameotb, and the options they share.
// Each subcommand adds itself to the parser. The chosen one sets an action, which main runs after parsing the whole
// command line. So errors in the command line and errors in the work arise in different places.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::tools {

// Exit statuses. A run that a signal ends early exits with 128 + the signal's number.
inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_usage = 2;

/// Does a subcommand's work and returns the exit status. Throws std::exception, which main prints in one line.
using Action = std::function<int()>;

void add_moves(CLI::App& app, Action& chosen);
void add_perft(CLI::App& app, Action& chosen);
void add_gen(CLI::App& app, Action& chosen);
void add_probe(CLI::App& app, Action& chosen);
void add_line(CLI::App& app, Action& chosen);
void add_prove(CLI::App& app, Action& chosen);
void add_annotate(CLI::App& app, Action& chosen);
void add_find(CLI::App& app, Action& chosen);
void add_export(CLI::App& app, Action& chosen);
void add_claims(CLI::App& app, Action& chosen);
void add_stats(CLI::App& app, Action& chosen);
void add_verify(CLI::App& app, Action& chosen);
void add_check(CLI::App& app, Action& chosen);
void add_manifest(CLI::App& app, Action& chosen);
void add_compress(CLI::App& app, Action& chosen);
void add_report(CLI::App& app, Action& chosen);
void add_site(CLI::App& app, Action& chosen);
void add_serve(CLI::App& app, Action& chosen);

/// Parses the command line. `help SUBCOMMAND` is another way to write `SUBCOMMAND --help`. Throws CLI::ParseError.
void parse_command_line(CLI::App& app, int argc, const char* const* argv);

/// Returns one line that says why the command line was refused, and what to write instead. `app`: the parser that threw
/// `error`.
[[nodiscard]] std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

/// Adds a subcommand. `summary` is one line. Its --help ends with `details`, `examples` and the exit statuses.
CLI::App* add_subcommand(CLI::App& app, const std::string& name, const std::string& summary, const std::string& details,
                         const std::string& examples);

/// Makes `run(options)` the action if this subcommand is chosen. `options` lives as long as the parser.
template <class Options, class Run>
void on_chosen(CLI::App* subcommand, Action& chosen, std::shared_ptr<Options> options, Run run) {
    subcommand->callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
}

// Checks of values, for CLI::Option::check and CLI::Option::transform. Their errors say what to write.

/// Refuses an empty name, as from an unset shell variable.
[[nodiscard]] std::string named(const std::string& path);
/// Returns whether the text is an http or https address without the characters in `barred`.
[[nodiscard]] bool is_web_address(const std::string& text, const char* barred);
/// Refuses anything but a decimal integer from `least` to `most`. Use it as a transform: CLI11 reads digits after a 0
/// as octal.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
/// Returns why the text is refused: "write draw, loss or win, not 'lost'".
[[nodiscard]] std::string choice_text(const std::vector<std::string>& words, const std::string& text);

/// Adds the names of classes that a command works on; without any it works on all in the directory. `what` says what it
/// does with them: "The classes to count".
CLI::Option* add_classes_option(CLI::App* subcommand, std::vector<std::string>& classes, const std::string& what);

/// Adds an option whose value `read` parses. It returns what to write instead, or nothing if the value is valid.
CLI::Option* add_read_option(CLI::App* subcommand, const std::string& name,
                             const std::function<std::string(const std::string&)>& read,
                             const std::string& description);

/// Adds an option whose value is one of some words; `set` receives the word's meaning. `synonyms`: further accepted
/// words, mentioned nowhere.
template <class Value>
CLI::Option* add_choice(CLI::App* subcommand, const std::string& name, const std::map<std::string, Value>& choices,
                        const std::function<void(Value)>& set, const std::string& description,
                        const std::map<std::string, Value>& synonyms = {}) {
    std::vector<std::string> words;
    for (const auto& choice : choices) {
        words.push_back(choice.first);
    }
    const auto read = [choices, synonyms, set, words](const std::string& word) {
        const auto& taken = synonyms.contains(word) ? synonyms : choices;
        const auto choice = taken.find(word);
        if (choice == taken.end()) {
            return choice_text(words, word);
        }
        set(choice->second);
        return std::string{};
    };
    return add_read_option(subcommand, name, read, description)->type_name(fmt::to_string(fmt::join(words, "|")));
}

/// Returns "w" or "b".
[[nodiscard]] std::string side_letter(Colour side);
/// Adds --stm, a side's letter. `side` stays empty if the option is not given.
CLI::Option* add_stm_option(CLI::App* subcommand, std::optional<Colour>& side);

/// Options of most subcommands. Each subcommand adds those that it accepts.
struct TableOptions {
    std::vector<std::string> classes;  ///< By name. Empty: all in the directory.
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes;
};

/// Options of subcommands that only read tables.
struct ReadingOptions : TableOptions {
    table::TableDirectories directory;
};

/// The environment variable with the default of --dir.
inline constexpr auto directory_variable = "DAMEOTB_DIR";

/// Adds --dir, which is required, for a program that writes tables: one directory. Refuses several.
CLI::Option* add_directory_option(CLI::App* subcommand, std::string& directory,
                                  const std::string& description = "Directory of the table files");
/// Adds --dir for a subcommand that reads tables: one directory or several, also from `directory_variable`.
void add_directories_option(CLI::App* subcommand, table::TableDirectories& directories);
/// Adds --most-pieces. `most_pieces` keeps its value if the option is not given.
void add_most_pieces_option(CLI::App* subcommand, int& most_pieces);
/// Adds --stats-dir, the directory of kept counts. `directory` stays empty, which means that of the tables, if the
/// option is not given.
CLI::Option* add_stats_directory_option(CLI::App* subcommand, std::string& directory);
/// Returns where kept counts are: in the `given` directory or, if it is empty, beside the tables.
[[nodiscard]] table::TableDirectories kept_directories(const std::string& given, const table::TableDirectories& tables);
inline constexpr int most_threads = 1024;

/// Adds --threads. `threads` becomes the number of cores that the process may use if the option is not
/// given.
void add_threads_option(CLI::App* subcommand, int& threads);
/// Adds an option whose value is a size such as 8G. `bytes` stays empty if the option is not given.
CLI::Option* add_size_option(CLI::App* subcommand, const std::string& name, std::optional<std::uint64_t>& bytes,
                             const std::string& description);
/// Adds --out for a file that appears when complete. `file` stays empty for standard output: without the option, and
/// for "-".
void add_out_option(CLI::App* subcommand, std::string& file);
/// Adds an option whose value is a time such as 0.5 or 200ms. `time` keeps its value if the option is not given.
CLI::Option* add_time_option(CLI::App* subcommand, const std::string& name, std::chrono::milliseconds& time,
                             const std::string& description);
/// Adds --memory, the limit on the process's memory. `bytes` stays empty if the option is not given (bound_memory).
void add_memory_option(CLI::App* subcommand, std::optional<std::uint64_t>& bytes);
/// Adds --sides, "one" or "two". `sides` stays empty if the option is not given.
void add_sides_option(CLI::App* subcommand, std::optional<store::DistanceSides>& sides, const std::string& description);

/// Which tables are made.
struct MetricOptions {
    std::vector<std::string> metrics{"wdl", "dtm"};
    int rule_plies = 50;
};
/// Adds --metrics and --plies.
void add_metric_options(CLI::App* subcommand, MetricOptions& options);
/// Throws CLI::ValidationError unless these metrics are made together. Sorts them.
void require_makeable(MetricOptions& options);
/// Returns the runs that make the metrics, by their rules: the one without a rule makes the .wdl and the .dtm.
/// Requires: require_makeable.
[[nodiscard]] std::vector<DrawRule> rules_of(const MetricOptions& options);

/// Returns the classes with these names as stored: canonical, in build order, without duplicates. If a name means the
/// files of its colour-flipped twin, says so on standard error. Throws UserError for a name that is no class, and for a
/// class of too many pieces for tables or, with Wanted::Sizes, for computing its size.
enum class Wanted : std::uint8_t { Tables, Sizes };
[[nodiscard]] std::vector<index::Material> parse_classes(const std::vector<std::string>& names,
                                                         Wanted wanted = Wanted::Tables);

/// Returns the claims of all files, in order. Throws UsageError for a file that breaks the language's rules, and
/// UserError for one that cannot be read.
[[nodiscard]] std::vector<claims::Claim> read_claims(const std::vector<std::string>& files);

/// Returns the classes that have a table in the directories, in build order. Throws UserError if there are none, and
/// what probe::Tablebase throws.
[[nodiscard]] std::vector<index::Material> classes_in(const table::TableDirectories& directories);

/// Returns the classes with these names like parse_classes, or all of `classes_in` if `names` is empty. Throws what
/// both throw, and table::MissingTableError if a named class has no table in the directories.
[[nodiscard]] std::vector<index::Material> classes_with_tables(const table::TableDirectories& directories,
                                                               const std::vector<std::string>& names);

/// Returns the classes with these names like parse_classes, or all classes in the directories if `names` is empty; with
/// a rule, all those with a .dtz. Throws UserError if the directories have none, or lack a .dtm file, with a rule a
/// .dtz file, that these classes depend on; and what table::list_tables throws, if there are several.
[[nodiscard]] std::vector<index::Material> classes_to_read(const table::TableDirectories& directories,
                                                           const std::vector<std::string>& names, DrawRule rule = {});
/// Adds --rule, the plies of a draw rule. `rule` stays without one if the option is not given.
CLI::Option* add_rule_option(CLI::App* subcommand, DrawRule& rule, const std::string& description);

}  // namespace dameotb::tools
