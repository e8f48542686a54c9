// Writes finished classes to their files and reads them back. Memory holds scores by row; files hold codes by place.
// The files leave positions with a forced capture open (docs/format.md). Reading a class resolves these captures again.
#pragma once

#include <filesystem>
#include <memory>

#include <dameotb/store/slice/class_scores.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// Returns whether both files of the class are there. If so, their headers are sound and of this class.
/// Throws format::TablebaseError if both are there, and one is damaged or of another class or version.
[[nodiscard]] bool has_class_files(const std::filesystem::path& directory, const index::Material& material);

/// Writes both files of a class. The bytes do not depend on the number of threads. Throws format::TablebaseError, and
/// StopRequested: nothing is left then of a file that was not yet whole.
void write_class_files(const std::filesystem::path& directory, const ClassScores& solved, const Team& team);

/// Reads the class from its .dtm file.
/// Requires: `finished` has all of index::direct_dependencies with fewer pieces, for the forced captures.
/// Throws format::TablebaseError and StopRequested.
[[nodiscard]] std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory,
                                                      const index::Material& material, const FinishedClasses& finished,
                                                      const Team& team);

}  // namespace dameotb::store
