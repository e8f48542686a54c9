// Reads the command line, and says what is wrong with it.
// CLI11's own messages begin with the option's name; it also keeps what it parsed. The messages here are made from
// that.
#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

bool is_option(std::string_view word) {
    return word.starts_with('-');
}

std::string_view without_dashes(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

/// Returns how many letters must be added, left out, changed or swapped with a neighbour to turn one word into the
/// other (the optimal string alignment distance).
std::size_t distance(std::string_view a, std::string_view b) {
    // row[j]: the distance of the first i letters of a to the first j of b; `above` and `above_that`: for i - 1 and i -
    // 2.
    std::vector<std::size_t> above_that;
    std::vector<std::size_t> above;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        above_that = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], above_that[j - 2] + 1);
            }
        }
    }
    return row.back();
}

/// Returns the word most likely meant by `typed`: the one at the least `distance`, otherwise one that begins with
/// `typed`. Empty if none is near, that is, if more than a third of the letters would be wrong. Leading dashes do not
/// count.
std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words) {
    const std::string_view letters = without_dashes(typed);
    std::optional<std::string> nearest;
    std::size_t least = letters.size() / 3 + 1;
    for (const std::string& word : words) {
        if (const std::size_t wrong = distance(letters, without_dashes(word)); wrong < least) {
            least = wrong;
            nearest = word;
        }
    }
    const auto begun = std::ranges::find_if(words, [letters](const std::string& word) {
        return letters.size() > 1 && without_dashes(word).starts_with(letters);
    });
    return nearest || begun == words.end() ? nearest : *begun;
}

/// Returns "; did you mean WORD?", or nothing if no word is near.
std::string guess(std::string_view typed, const std::vector<std::string>& words) {
    const auto nearest = nearest_word(typed, words);
    return nearest ? fmt::format("; did you mean {}?", *nearest) : "";
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

/// Returns the words that may come first: subcommands, and options such as --help.
std::vector<std::string> first_words(const CLI::App& app) {
    std::vector<std::string> words = option_names(app);
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
        words.push_back(subcommand->get_name());
    }
    return words;
}

std::vector<std::string> argument_names(const CLI::App& subcommand) {
    std::vector<std::string> names;
    for (const CLI::Option* option : subcommand.get_options()) {
        if (option->get_positional()) {
            names.push_back(option->get_name());
        }
    }
    return names;
}

std::string no_option_words(const std::string& word, const CLI::App& subcommand) {
    const std::string option = word.substr(0, word.find('='));
    return fmt::format("{} has no option {}{}", subcommand.get_name(), option, guess(option, option_names(subcommand)));
}

/// Returns what is wrong with a command line without a subcommand.
std::string words_without_subcommand(const CLI::App& app, const std::vector<std::string>& words) {
    return words.empty()
               ? "write a subcommand, such as gen, probe or serve"
               : fmt::format("'{}' is no subcommand{}", words.front(), guess(words.front(), first_words(app)));
}

/// Returns what is wrong with a word before a subcommand.
std::string misplaced_words(const std::string& program, const std::string& word, const std::string& subcommand) {
    return is_option(word) ? fmt::format("write {} after the subcommand: {} {} {}", word, program, subcommand, word)
                           : fmt::format("'{}' is one word too many before {}", word, subcommand);
}

std::string too_many_words(const std::string& word, const CLI::App& subcommand) {
    const std::vector<std::string> arguments = argument_names(subcommand);
    return fmt::format("'{}' is one word too many: {} takes {}", word, subcommand.get_name(),
                       arguments.empty() ? "options alone" : fmt::to_string(fmt::join(arguments, " ")));
}

/// Returns the option as written: "--dir DIR", "--json", "FEN".
std::string written(const CLI::Option& option) {
    const std::string value = option.get_positional() ? "" : option.get_type_name();
    return option.get_name() + (value.empty() ? "" : " " + value);
}

/// Returns the first line of the description, to continue a sentence with.
std::string described(const CLI::Option& option) {
    std::string line = option.get_description();
    line.resize(std::min(line.find('\n'), line.size()));
    line[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(line[0])));
    return line;
}

/// Returns the option that the error is about: its name, without dashes for a flag, is the error's first word. Null if
/// there is none.
const CLI::Option* option_of(const CLI::ParseError& error, const CLI::App& subcommand) {
    const std::string_view text = error.what();
    const std::string_view first = text.substr(0, text.find_first_of(": "));
    const auto options = subcommand.get_options();
    const auto found = std::ranges::find_if(options, [first](const CLI::Option* option) {
        return option->get_name() == first || std::ranges::count(option->get_lnames(), first) > 0;
    });
    return found == options.end() ? nullptr : *found;
}

std::string mismatch_words(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) {
        return fmt::format("{} takes no value: write {} alone", option.get_name(), option.get_name());
    }
    if (option.count() > 1) {
        return fmt::format("{} is given {} times: give it once", option.get_name(), option.count());
    }
    return fmt::format("{} needs a value: {}", option.get_name(), written(option));
}

std::string needs_words(const CLI::Option& option) {
    const auto needs = option.get_needs();
    const auto missing = std::ranges::find_if(needs, [](const CLI::Option* needed) { return needed->count() == 0; });
    return fmt::format("{} works only with {}: add that, or leave {} out", option.get_name(), written(**missing),
                       option.get_name());
}

std::string excludes_words(const CLI::Option& option) {
    const auto excludes = option.get_excludes();
    const auto other =
        std::ranges::find_if(excludes, [](const CLI::Option* excluded) { return excluded->count() > 0; });
    return fmt::format("{} does not go with {}: leave one of them out", option.get_name(), (*other)->get_name());
}

}  // namespace

void parse_command_line(CLI::App& app, int argc, const char* const* argv) {
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        const auto is_named = [&words](const CLI::App* subcommand) { return subcommand->get_name() == words.front(); };
        if (words.empty()) {
            words = {"--help"};
        } else if (!std::as_const(app).get_subcommands(is_named).empty()) {
            words = {words.front(), "--help"};
        }
    }
    std::ranges::reverse(words);  // as CLI11 takes them
    app.parse(std::move(words));
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const auto unknown = app.remaining();
    if (chosen.empty()) {
        return words_without_subcommand(app, unknown);
    }
    const CLI::App& subcommand = *chosen.front();
    if (!unknown.empty()) {
        return misplaced_words(app.get_name(), unknown.front(), subcommand.get_name());
    }
    // What CLI11 misses may be present under a misspelt name: report that first.
    auto not_taken = subcommand.remaining();
    std::erase(not_taken, "--");  // ends the options; CLI11 does not count it either
    if (const auto option = std::ranges::find_if(not_taken, is_option); option != not_taken.end()) {
        return no_option_words(*option, subcommand);
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        return too_many_words(not_taken.front(), subcommand);
    }
    if (const CLI::Option* option = option_of(error, subcommand)) {
        if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
            return fmt::format("{} is missing: {}", written(*option), described(*option));
        }
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
            return mismatch_words(*option);
        }
        if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
            return needs_words(*option);
        }
        if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
            return excludes_words(*option);
        }
    }
    return error.what();
}

}  // namespace dameotb::tools
