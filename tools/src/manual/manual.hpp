// Manual pages and completions, as files.
#pragma once

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

namespace dameotb::tools {

/// Writes a manual page for the command and one for each subcommand, and completions for bash, zsh and fish, below a
/// directory with the layout of /usr/local/share. Makes the directories, and replaces files that have these names.
/// `version`: stands at the foot of the pages. Throws UserError or std::filesystem::filesystem_error.
void write_manual(const CLI::App& app, const std::string& version, const std::filesystem::path& directory);

}  // namespace dameotb::tools
