// The file that marks a directory as a report, or as a site, which has reports' pages in it. It lists all files.
// Nothing else is ever removed from a directory.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace dameotb::tools {

/// The name of the list. The list does not name itself.
inline constexpr auto site_list_name = "dameotb-report.txt";

/// Returns the list. The names may have directories: "answers/classes.json".
[[nodiscard]] std::string site_list(const std::set<std::string>& names);

/// Makes sure that nothing a user put there gets lost. Throws UserError unless the directory is missing, empty, or a
/// report or site with nothing else in it. `named`: the name for the directory in the error.
void require_replaceable(const std::filesystem::path& directory, const std::filesystem::path& named);

/// Removes the files of the report or site, and the directory if nothing else is in it. Returns whether the directory
/// is gone.
[[nodiscard]] bool remove_report(const std::filesystem::path& directory);

}  // namespace dameotb::tools
