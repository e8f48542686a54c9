// Removes what killed runs left behind in a directory of tables.
#pragma once

#include <filesystem>

namespace dameotb::files {

/// Removes the temporary files of tables. A file that cannot be removed stays, and does no harm.
/// Requires: no run is writing into the directory (DirectoryLock::is_exclusive).
void remove_leftovers(const std::filesystem::path& directory);

}  // namespace dameotb::files
