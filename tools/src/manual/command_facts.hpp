// What the parser knows of the command and its subcommands, as manual pages and completions need it: all of them are
// made from the descriptions that --help prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace dameotb::tools {

/// How the footer of a subcommand's help is divided: details, then these headings, each with its text.
inline constexpr std::string_view examples_heading = "\nExamples:\n";
inline constexpr std::string_view exit_status_heading = "\nExit status: ";

/// What a shell can offer as the value of an argument.
enum class Offer { Nothing, Words, Directories, Files };

/// An option, or an argument that is known by its place.
struct ArgumentFacts {
    std::vector<std::string> names;  ///< With their dashes: "-h", "--help". Empty for an argument known by its place.
    std::string value;               ///< What it takes, as in "DIR" or "any|full". Empty for a flag.
    std::string description;         ///< One line without an end.
    bool required = false;
    bool repeated = false;  ///< Takes several values.
    Offer offer = Offer::Nothing;
    std::vector<std::string> words;  ///< All values that there are, for Offer::Words.
};

/// The command, or one of its subcommands. The texts keep their lines.
struct CommandFacts {
    std::string name;
    std::string summary;  ///< One line without an end.
    std::string details;
    std::string examples;
    std::string exit_status;
    std::vector<ArgumentFacts> options;
    std::vector<ArgumentFacts> places;  ///< Arguments known by their place, first to last.
    std::vector<CommandFacts> subcommands;
};

/// Returns the facts of the command, and of its subcommands within.
[[nodiscard]] CommandFacts facts_of(const CLI::App& app);

}  // namespace dameotb::tools
