// Manual pages and completions, generated from the descriptions that --help prints.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace dameotb::tools {

/// Writes manual pages for the command and each subcommand, and completions for bash, zsh and fish, below a directory
/// with the layout of /usr/local/share. Creates the directories, and replaces existing files. `version`: shown at the
/// foot of the pages. Throws UserError or std::filesystem::filesystem_error.
void write_manual(const CLI::App& app, const std::string& version, const std::filesystem::path& directory);

/// The sections of a subcommand's help footer: details, then these headings, each with its text.
inline constexpr std::string_view examples_heading = "\nExamples:\n";
inline constexpr std::string_view exit_status_heading = "\nExit status: ";

/// An option or positional argument.
struct ArgumentFacts {
    std::vector<std::string> names;  ///< With their dashes: "-h", "--help". Empty for a positional argument.
    std::string value;               ///< Its value, as "DIR" or "any|full". Empty for a flag.
    std::string description;         ///< One line without an end.
    bool required = false;
    bool repeated = false;  ///< Takes several values.
};

/// What the parser knows about the command or a subcommand. Texts keep their line breaks.
struct CommandFacts {
    std::string name;
    std::string summary;  ///< One line without an end.
    std::string details;
    std::string examples;
    std::string exit_status;
    std::vector<ArgumentFacts> options;
    std::vector<ArgumentFacts> places;  ///< Positional arguments, in order.
    std::vector<CommandFacts> subcommands;
};

/// Each returns a file that the shell loads automatically from its completion directory: subcommands, options, and the
/// words, directories or files that an option takes. `program`: the facts of the whole command.
[[nodiscard]] std::string bash_completion(const CommandFacts& program);
[[nodiscard]] std::string zsh_completion(const CommandFacts& program);
[[nodiscard]] std::string fish_completion(const CommandFacts& program);

}  // namespace dameotb::tools
