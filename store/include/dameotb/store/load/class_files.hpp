// Between the solver's memory and the files: scores by row there, codes by placement number here.
// The files leave positions with a forced capture open (docs/format.md); reading a class back resolves them again.
#pragma once

#include <filesystem>
#include <memory>

#include <dameotb/files/compression.hpp>
#include <dameotb/store/slice/class_scores.hpp>
#include <dameotb/store/threads/team.hpp>

namespace dameotb::store {

/// Returns whether both files of the class are there; if so, their headers are sound and of this class.
/// Throws format::TablebaseError if both are there, and one is damaged or of another class or version.
[[nodiscard]] bool has_class_files(const std::filesystem::path& directory, const index::Material& material);

/// Writes both files of a class. The bytes do not depend on the threads. Throws format::TablebaseError, and
/// StopRequested: a file that is not whole then leaves nothing behind.
void write_class_files(const std::filesystem::path& directory, const ClassScores& solved,
                       files::Compression compression, const Team& team);

/// Reads the class back from its .dtm file.
/// Requires: in `finished` all of index::direct_dependencies that have fewer pieces, for its forced captures.
/// Throws format::TablebaseError and StopRequested.
[[nodiscard]] std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory,
                                                      const index::Material& material, const FinishedClasses& finished,
                                                      const Team& team);

}  // namespace dameotb::store
