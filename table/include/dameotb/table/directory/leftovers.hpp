// Names what runs keep in a directory beside tables, and removes what killed runs left behind there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::table {

/// The beginning of a scratch file, and of its journal.
constexpr std::string_view scratch_magic = "dameotb scratch\n";
constexpr std::string_view journal_magic = "dameotb journal\n";

/// Returns where what is solved of a class lies while it is being made: ".KKMvKM.scratch", or under a draw rule
/// ".KKMvKM.dtz.scratch".
[[nodiscard]] std::filesystem::path scratch_path(const std::filesystem::path& directory,
                                                 const index::Material& material, bool has_rule = false);

/// Returns the path of the journal that belongs to a scratch file: its own, followed by "-journal".
[[nodiscard]] std::filesystem::path journal_of(const std::filesystem::path& scratch);

/// What a scratch file is of.
struct ScratchName {
    index::Material material;
    bool has_rule;
    bool operator==(const ScratchName&) const = default;
};

/// Returns what a scratch file or its journal is of, by the name without directories; nothing for other names.
[[nodiscard]] std::optional<ScratchName> parse_scratch(const std::string& name);

/// Returns the scratch files in the directory, without their journals, in order.
[[nodiscard]] std::vector<std::filesystem::path> scratch_in(const std::filesystem::path& directory);

/// Returns where what was counted of a class is kept: "KKMvKM.stats".
[[nodiscard]] std::filesystem::path counts_path(const std::filesystem::path& directory,
                                                const index::Material& material);

/// Returns where the processes of one run share what is solved: ".dameotb-run".
[[nodiscard]] std::filesystem::path shared_run_path(const std::filesystem::path& directory);

/// Returns where the processes of one run share what they read to verify it: ".dameotb-verify".
[[nodiscard]] std::filesystem::path shared_verification_path(const std::filesystem::path& directory);

/// Returns the scratch files, and their journals, of classes of which `tables` has all files: a run was killed before
/// it could remove them. `directory`: where to look for them. Files that this program did not make (own_file.hpp) do
/// not count.
[[nodiscard]] std::vector<std::filesystem::path> scratch_of_finished_classes(const std::filesystem::path& directory,
                                                                             const std::filesystem::path& tables);

// A file that cannot be removed stays, and does no harm. Requires: no run is writing into the directory that files are
// removed from (DirectoryLock::is_exclusive).

/// Removes what scratch_of_finished_classes returns.
void remove_scratch_of_finished_classes(const std::filesystem::path& directory, const std::filesystem::path& tables);
/// Removes the temporary files of tables and of kept counts, and the scratch of classes that have all files.
void remove_leftovers(const std::filesystem::path& directory);

}  // namespace dameotb::table
