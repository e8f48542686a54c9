// The file by which a report is known: it lists the files of it. Nothing else is ever removed from a directory.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace dameotb::tools {

/// The name of the list. It is not among the names that it lists.
inline constexpr auto site_list_name = "dameotb-report.txt";

[[nodiscard]] std::string site_list(const std::set<std::string>& names);

/// Nothing that a user put there may get lost: throws UserError unless the directory is missing, empty, or a report
/// with nothing else in it. `named`: what the error calls it.
void require_replaceable(const std::filesystem::path& directory, const std::filesystem::path& named);

/// Removes the files of the report, and the directory if nothing else is in it. Returns whether it is gone.
[[nodiscard]] bool remove_report(const std::filesystem::path& directory);

}  // namespace dameotb::tools
