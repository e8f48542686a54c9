// The messages for errors that stop a command.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::tools {

/// Returns the class that a text probably means: in small letters, in another order, with blanks, or as a file's name.
[[nodiscard]] std::optional<index::Material> class_meant_by(std::string_view text);

/// Returns why the class cannot have a table: "tables of 8 pieces are not supported yet; 7 is the most". Requires: not
/// index::is_supported(material).
[[nodiscard]] std::string unsupported_text(const index::Material& material);

/// Returns the one-line message for an error. It suggests a command that helps, if there is one.
[[nodiscard]] std::string words_for(const std::exception& error);

/// Returns the message for a missing table, with the command that makes it. `rule`: of a .dtz.
[[nodiscard]] std::string missing_table_text(const table::MissingTableError& error, DrawRule rule = {});

/// Returns the command that makes the tables, with a rule also its .dtz files: "dameotb gen --dir DIRECTORY --class
/// KKvK KMvM".
[[nodiscard]] std::string command_that_makes(const std::string& directory,
                                             const std::vector<index::Material>& materials, DrawRule rule = {});

/// Returns what to do about missing tables: "make `them` with: dameotb gen ...", or that they cannot be made.
[[nodiscard]] std::string way_to_make(const std::string& them, const std::string& directory,
                                      const std::vector<index::Material>& materials, DrawRule rule = {});

/// Returns a message that the directories have no tables, with a command that makes some.
[[nodiscard]] std::string no_tables_text(const table::TableDirectories& directories);

}  // namespace dameotb::tools
