// Which sides to move the distances of a class are stored for, and what reading them needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::store {

/// The sides to move stored by the tables that need the class's .wdl. The .wdl has all.
enum class DistanceSides : std::uint8_t {
    All,  ///< Those of the class's index.
    One,  ///< The one of two that takes less space. The values of the other follow from the moves.
};

// The number of positions from which a class's .dtm stores only one side to move.
inline constexpr std::uint64_t never_one_side = ~std::uint64_t{0};
/// For small files. All classes of up to 4 pieces have fewer: together they take little space, and captures lead to
/// them from everywhere. If a side were missing there, each such capture would need a search of its own.
inline constexpr std::uint64_t one_side_for_space = std::uint64_t{1} << 23;

/// Returns what a class's .dtm stores: all sides if the class has fewer positions than `one_side_from`, or one side to
/// move in its index.
[[nodiscard]] DistanceSides sides_to_store(const index::Material& material, std::uint64_t one_side_from);
/// Returns which sides a .dtm with this header stores.
[[nodiscard]] DistanceSides sides_of(const table::Header& dtm);

/// Returns what the class's .dtm, or its .dtz if there is a rule, stores if that file and the .wdl are there; their
/// headers are sound and of this class then. Throws table::TablebaseError if both are there, and one is damaged, or of
/// another class, version or rule.
[[nodiscard]] std::optional<DistanceSides> sides_of_class_files(const std::filesystem::path& directory,
                                                                const index::Material& material, DrawRule rule = {});

/// Returns the classes that read_class needs for a class whose .dtm stores these sides: those that forced captures lead
/// to and, with DistanceSides::One, all that moves lead to.
[[nodiscard]] std::vector<index::Material> needed_to_read(const index::Material& material, DistanceSides sides);

}  // namespace dameotb::store
