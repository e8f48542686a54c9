// Options that several subcommands share, and their checks.
#include "options/command_line.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "manual/manual.hpp"
#include "messages/error_messages.hpp"

namespace dameotb::tools {

namespace {

/// Returns what is wrong with a text that is not the name of a class.
std::string no_class_text(const std::string& text) {
    try {
        const Position position = rules::parse_pasted_fen(text).position;
        const index::Material material = index::Material::of(position);
        return fmt::format("'{}' is a position, not a class{}", text,
                           material.is_bare() ? "" : "; its class is " + material.canonical().name());
    } catch (const rules::NotationError&) {
        const auto meant = class_meant_by(text);
        return fmt::format("'{}' is no class{}", text,
                           meant ? fmt::format("; did you mean {}?", meant->name())
                                 : ": write the kings K and the men M of White, then v, then Black's, as in KKMvKM");
    }
}

index::Material parse_class(const std::string& name, Wanted wanted) {
    const auto material = index::Material::parse(name);
    if (!material) {
        throw terminal::UserError{no_class_text(name)};
    }
    // Later steps enumerate parts of the class, which would take very long for very many pieces.
    if (wanted == Wanted::Sizes && !index::has_size(*material)) {
        throw terminal::UserError{fmt::format("{}: {} pieces are too many for an estimate; {} is the most", name,
                                              material->pieces(), index::most_sized_pieces)};
    }
    if (wanted == Wanted::Tables && !index::is_supported(*material)) {
        throw terminal::UserError{fmt::format("{}: {}", name, unsupported_text(*material))};
    }
    if (!material->is_canonical()) {
        terminal::print_notice(fmt::format("{} is {} with colours swapped; the files are {}'s", name,
                                           material->canonical().name(), material->canonical().name()));
    }
    return material->canonical();
}

/// Adds --dir. `read` returns what is wrong with its value, or nothing. It is not called for a subcommand that was not
/// chosen, although CLI11 gives those their values from the environment, too.
CLI::Option* add_dir(CLI::App* subcommand, const std::function<std::string(const std::string&)>& read,
                     const std::string& description) {
    const auto read_chosen = [subcommand, read](const std::string& text) {
        const std::string why = subcommand->parsed() ? read(text) : "";
        const char* const in_environment = std::getenv(directory_variable);
        const bool may_come_from_there = in_environment != nullptr && text == in_environment;
        return why.empty() || !may_come_from_there ? why : fmt::format("{} ({})", why, directory_variable);
    };
    return add_read_option(subcommand, "--dir", read_chosen, description)->type_name("DIR")->required()->check(named);
}

}  // namespace

CLI::App* add_subcommand(CLI::App& app, const std::string& name, const std::string& summary, const std::string& details,
                         const std::string& examples) {
    CLI::App* subcommand = app.add_subcommand(name, summary);
    subcommand->footer(fmt::format("{}{}{}{}{}", details, examples_heading, examples, exit_status_heading,
                                   "0 done; 1 bad input, or a table that is missing, damaged or cannot be written;\n"
                                   "2 wrong usage; 129, 130 or 143 stopped by SIGHUP, SIGINT or SIGTERM."));
    return subcommand;
}

std::string named(const std::string& path) {
    return path.empty() ? "write a name, not ''" : "";
}

bool is_web_address(const std::string& text, const char* barred) {
    return (text.starts_with("http://") || text.starts_with("https://")) &&
           text.find_first_of(barred) == std::string::npos;
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto read = [least, most](std::string& text) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
            return most == std::numeric_limits<std::uint64_t>::max()
                       ? fmt::format("write a whole number, {} or more, not '{}'", least, text)
                       : fmt::format("write a whole number from {} to {}, not '{}'", least, most, text);
        }
        text = std::to_string(number);
        return std::string{};
    };
    return CLI::Validator{read, ""};
}

std::string choice_text(const std::vector<std::string>& words, const std::string& text) {
    const auto last = words.end() - 1;
    return fmt::format("write {} or {}, not '{}'", fmt::join(words.begin(), last, ", "), *last, text);
}

CLI::Option* add_read_option(CLI::App* subcommand, const std::string& name,
                             const std::function<std::string(const std::string&)>& read,
                             const std::string& description) {
    const auto require = [name, read](const std::string& text) {
        if (const std::string instead = read(text); !instead.empty()) {
            throw CLI::ValidationError{name, instead};
        }
    };
    return subcommand->add_option_function<std::string>(name, require, description);
}

CLI::Option* add_directory_option(CLI::App* subcommand, std::string& directory, const std::string& description) {
    return add_dir(
        subcommand,
        [subcommand, &directory](const std::string& text) {
            const auto directories = table::TableDirectories::parse(text);
            const std::size_t count = directories ? directories->all().size() : 0;
            directory = text;
            return count == 1 ? ""
                              : fmt::format(
                                    "'{}' names several directories, and {} takes one; if it is the name of "
                                    "one with a colon, make that first",
                                    text, subcommand->get_name());
        },
        description);
}

void add_directories_option(CLI::App* subcommand, table::TableDirectories& directories) {
    add_dir(
        subcommand,
        [&directories](const std::string& text) {
            const auto named = table::TableDirectories::parse(text);
            directories = named.value_or(directories);
            return named ? "" : fmt::format("write names of directories with one : between them, not '{}'", text);
        },
        "Directory of the table files\nor several, as in DIR:DIR: each file is taken from the first that has one of "
        "its name")
        ->envname(directory_variable);
}

void add_most_pieces_option(CLI::App* subcommand, int& most_pieces) {
    subcommand
        ->add_option("--most-pieces", most_pieces,
                     "Use the tables of up to N pieces alone, as if there were no others; default: all")
        ->type_name("N")
        ->transform(whole_number(2, index::most_pieces));
}

CLI::Option* add_classes_option(CLI::App* subcommand, std::vector<std::string>& classes, const std::string& what) {
    return subcommand
        ->add_option("CLASS", classes,
                     what + ", as in KKMvK: two kings and a man against a king; default: all in the directory")
        ->type_name("");
}

CLI::Option* add_stats_directory_option(CLI::App* subcommand, std::string& directory) {
    return subcommand
        ->add_option("--stats-dir", directory,
                     "Directory of the counts that `dameotb stats --keep` keeps; default: that of the tables")
        ->type_name("DIR")
        ->check(named);
}

table::TableDirectories kept_directories(const std::string& given, const table::TableDirectories& tables) {
    return given.empty() ? tables : table::TableDirectories{given};
}

void add_threads_option(CLI::App* subcommand, int& threads) {
    static const int cores = std::min(terminal::usable_cores(), most_threads);  // the same for all subcommands
    threads = cores;
    subcommand->add_option("--threads", threads, "Number of threads; default: one per core that the process may use")
        ->type_name("T")
        ->transform(whole_number(1, most_threads));
}

CLI::Option* add_size_option(CLI::App* subcommand, const std::string& name, std::optional<std::uint64_t>& bytes,
                             const std::string& description) {
    const auto read = [&bytes](const std::string& text) {
        bytes = terminal::parse_size(text);
        return bytes ? "" : fmt::format("write a number of bytes, as in 8G or 500M, not '{}'", text);
    };
    return add_read_option(subcommand, name, read, description)->type_name("SIZE");
}

CLI::Option* add_time_option(CLI::App* subcommand, const std::string& name, std::chrono::milliseconds& time,
                             const std::string& description) {
    const auto read = [&time](const std::string& text) {
        const auto parsed = terminal::parse_duration(text);
        time = parsed.value_or(time);
        return parsed ? "" : fmt::format("write a time, as in 10, 0.5 or 200ms, not '{}'", text);
    };
    return add_read_option(subcommand, name, read, description)->type_name("TIME");
}

void add_out_option(CLI::App* subcommand, std::string& file) {
    const auto read = [&file](const std::string& text) {
        file = text == "-" ? "" : text;
        return named(text);
    };
    add_read_option(subcommand, "--out", read,
                    "Write to this file, which appears when complete; default, and for -: standard output")
        ->type_name("FILE");
}

void add_memory_option(CLI::App* subcommand, std::optional<std::uint64_t>& bytes) {
    add_size_option(subcommand, "--memory", bytes,
                    "Keep the memory of the process below SIZE bytes; K, M, G and T are powers of 1024; default: nine\n"
                    "tenths of what the process may use");
}

std::string side_letter(Colour side) {
    return side == Colour::White ? "w" : "b";
}

CLI::Option* add_stm_option(CLI::App* subcommand, std::optional<Colour>& side) {
    return add_choice<Colour>(subcommand, "--stm", {{"w", Colour::White}, {"b", Colour::Black}},
                              [&side](Colour chosen) { side = chosen; }, "The side to move",
                              {{"white", Colour::White}, {"black", Colour::Black}});  // as in claims and the HTTP API
}

void add_sides_option(CLI::App* subcommand, std::optional<store::DistanceSides>& sides,
                      const std::string& description) {
    add_choice<store::DistanceSides>(
        subcommand, "--sides", {{"one", store::DistanceSides::One}, {"two", store::DistanceSides::All}},
        [&sides](store::DistanceSides chosen) { sides = chosen; }, description);
}

void add_metric_options(CLI::App* subcommand, MetricOptions& options) {
    CLI::Option* metrics =
        subcommand
            ->add_option("--metrics", options.metrics,
                         "Tables to make: wdl,dtm (the default), wdl,dtm,dtz, or dtz alone where the .wdl are there")
            ->type_name("LIST")
            ->delimiter(',');
    subcommand->add_option("--plies", options.rule_plies, "With dtz: the plies of the draw rule; default: 50")
        ->type_name("N")
        ->transform(whole_number(1, most_rule_plies))
        ->needs(metrics);
}

void require_makeable(MetricOptions& options) {
    using Metrics = std::vector<std::string>;
    std::ranges::sort(options.metrics);
    if (options.metrics != Metrics{"dtm", "wdl"} && options.metrics != Metrics{"dtm", "dtz", "wdl"} &&
        options.metrics != Metrics{"dtz"}) {
        throw CLI::ValidationError{"--metrics", "must be wdl,dtm or wdl,dtm,dtz or dtz"};
    }
}

std::vector<DrawRule> rules_of(const MetricOptions& options) {
    std::vector<DrawRule> rules;
    if (options.metrics != std::vector<std::string>{"dtz"}) {
        rules.emplace_back();
    }
    if (std::ranges::count(options.metrics, "dtz") > 0) {
        rules.push_back({options.rule_plies});
    }
    return rules;
}

std::vector<index::Material> parse_classes(const std::vector<std::string>& names, Wanted wanted) {
    std::vector<index::Material> classes(names.size());
    std::ranges::transform(names, classes.begin(), [&](const std::string& name) { return parse_class(name, wanted); });
    return index::in_build_order(classes);
}

std::vector<index::Material> classes_in(const table::TableDirectories& directories) {
    std::vector<index::Material> classes = table::classes_of(table::list_tables(directories));
    if (classes.empty()) {
        throw terminal::UserError{no_tables_text(directories)};
    }
    return classes;
}

std::vector<index::Material> classes_with_tables(const table::TableDirectories& directories,
                                                 const std::vector<std::string>& names) {
    const std::vector<index::Material> there = classes_in(directories);
    if (names.empty()) {
        return there;
    }
    const std::vector<index::Material> named = parse_classes(names);
    for (const index::Material& material : named) {
        if (std::ranges::find(there, material) == there.end()) {
            throw table::MissingTableError{directories, material, std::nullopt};
        }
    }
    return named;
}

std::vector<index::Material> classes_to_read(const table::TableDirectories& directories,
                                             const std::vector<std::string>& names, DrawRule rule) {
    std::vector<index::Material> classes = names.empty() ? classes_in(directories) : parse_classes(names);
    if (directories.all().size() > 1) {
        static_cast<void>(table::list_tables(directories));  // throws if one cannot be read
    }
    const table::Metric metric = table::distances_under(rule);
    if (names.empty() && rule.exists()) {
        std::erase_if(classes, [&](const index::Material& material) {
            return !table::has_table(directories, {material, metric});
        });
        if (classes.empty()) {
            throw terminal::UserError{
                fmt::format("{}: no .dtz files here (make some with: dameotb gen --dir {} --pieces 3 --metrics "
                            "wdl,dtm,dtz --plies {})",
                            directories.string(), directories.first().string(), rule.plies)};
        }
    }
    if (const auto missing = table::first_missing(directories, classes, metric)) {
        throw terminal::UserError{missing_table_text({directories, *missing, metric}, rule)};
    }
    return classes;
}

CLI::Option* add_rule_option(CLI::App* subcommand, DrawRule& rule, const std::string& description) {
    return subcommand->add_option("--rule", rule.plies, description)
        ->type_name("N")
        ->transform(whole_number(1, most_rule_plies));
}

}  // namespace dameotb::tools
