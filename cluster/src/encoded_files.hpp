// The files of a class while several processes encode them: the plan that all follow, and parts of the block groups.
// Besides its block groups a part has the codes they were made from; the digests of the whole files are computed from
// these at the end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/directory/table_encoding.hpp>

namespace dameotb::cluster {

/// How the files of a class are encoded, and the number of parts, of nearly equal size in positions.
struct EncodingPlan {
    std::vector<table::TablePlan> files;
    store::PositionRange positions{};  ///< Of the class.
    std::uint32_t parts = 1;

    [[nodiscard]] store::PositionRange positions_of(std::uint32_t part) const;
};

/// Writes the plan. Throws table::TablebaseError.
void write_plan(const SharedDirectory& directory, const index::Material& material, const EncodingPlan& plan);
/// Returns the number of parts; nothing if there is no plan, or it is truncated. Throws table::TablebaseError.
[[nodiscard]] std::optional<std::uint32_t> parts_of_plan(const SharedDirectory& directory,
                                                         const index::Material& material);
/// Reads the plan. Keeps the reference to the class's index. Throws table::TablebaseError if the plan is missing or
/// damaged.
[[nodiscard]] EncodingPlan read_plan(const SharedDirectory& directory, const index::ClassIndex& index);

/// Encodes and writes the block groups of a part. `codes`: those that the plan was made from. Returns their size in
/// bytes. Throws table::TablebaseError and StopRequested.
std::uint64_t encode_part(const SharedDirectory& directory, const index::Material& material,
                          const store::CodeSource& codes, const EncodingPlan& plan, std::uint32_t part,
                          const memory::Team& team);
/// Returns whether a part exists and is complete. A crash of the machine can truncate it.
[[nodiscard]] bool has_part(const SharedDirectory& directory, const index::Material& material, std::uint32_t part);
/// Makes the files of the class from all parts. Throws table::TablebaseError, also if the .wdl contradicts a .dtz, and
/// StopRequested. Requires: all parts are written.
void join_parts(const SharedDirectory& directory, const std::filesystem::path& tables, const index::Material& material,
                const EncodingPlan& plan, const memory::Team& team);

}  // namespace dameotb::cluster
