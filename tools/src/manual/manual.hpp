// Manual pages and completions, made from the descriptions that --help prints.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace dameotb::tools {

/// Writes a manual page for the command and one for each subcommand, and completions for bash, zsh and fish, below a
/// directory with the layout of /usr/local/share. Makes the directories, and replaces files that have these names.
/// `version`: stands at the foot of the pages. Throws UserError or std::filesystem::filesystem_error.
void write_manual(const CLI::App& app, const std::string& version, const std::filesystem::path& directory);

/// How the footer of a subcommand's help is divided: details, then these headings, each with its text.
inline constexpr std::string_view examples_heading = "\nExamples:\n";
inline constexpr std::string_view exit_status_heading = "\nExit status: ";

/// An option, or an argument that is known by its place.
struct ArgumentFacts {
    std::vector<std::string> names;  ///< With their dashes: "-h", "--help". Empty for an argument known by its place.
    std::string value;               ///< What it takes, as in "DIR" or "any|full". Empty for a flag.
    std::string description;         ///< One line without an end.
    bool required = false;
    bool repeated = false;  ///< Takes several values.
};

/// What the parser knows of the command, or of one of its subcommands. The texts keep their lines.
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

/// Each returns a file that the shell reads by itself from the directory for such files: subcommands, options, and the
/// words, directories or files that an option takes. `program`: the facts of the whole command.
[[nodiscard]] std::string bash_completion(const CommandFacts& program);
[[nodiscard]] std::string zsh_completion(const CommandFacts& program);
[[nodiscard]] std::string fish_completion(const CommandFacts& program);

}  // namespace dameotb::tools
