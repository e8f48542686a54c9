// Between the solver's memory and the files: scores by row there, codes by placement number here.
// The files leave positions with a forced capture open (docs/format.md); reading a class back resolves them again.
#pragma once

#include <filesystem>
#include <memory>

#include <dameotb/gen/compression.hpp>

#include "solved_class.hpp"
#include "team.hpp"

namespace dameotb::gen {

/// True if both files of the class are there and their headers are sound and of this class.
/// Throws format::TablebaseError if a file is there and damaged, or of another class or version.
[[nodiscard]] bool has_table_files(const std::filesystem::path& directory, const index::Material& material);

/// Writes both files. The bytes do not depend on the threads. Throws format::TablebaseError, and StopRequested: a file
/// that is not whole then leaves nothing behind.
void write_table_files(const std::filesystem::path& directory, const SolvedClass& solved, Compression compression,
                       const Team& team);

/// Reads the class back from its .dtm file.
/// Requires: in `finished` all of index::direct_dependencies that have fewer pieces, for its forced captures.
/// Throws format::TablebaseError and StopRequested.
[[nodiscard]] std::unique_ptr<SolvedClass> read_table_file(const std::filesystem::path& directory,
                                                           const index::Material& material,
                                                           const SolvedClasses& finished, const Team& team);

}  // namespace dameotb::gen
