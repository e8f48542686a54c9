// Plans in advance what a run holds, so that a bound is accepted or refused at once. What each step takes is known
// beforehand. A class is held from its first use to its last. Under a bound its pages are loaded and
// evicted (memory/); little must then be in memory at any time, and the plan says whether it fits. Reads and
// solves nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::gen {

/// The memory that one class takes, in bytes. Upper bounds.
struct ClassMemory {
    std::uint64_t scores = 0;    ///< All of its scores.
    std::uint64_t metadata = 0;  ///< As long as the class is held, whatever part of it is in memory.
    std::uint64_t solver = 0;    ///< Besides scores, while the class is solved, for all threads.
    /// The least memory for scores, own and others', while the class is read from its file, while it is solved, and
    /// while its files are written: with no more, only one thread works.
    std::uint64_t working_set_to_read = 0;
    std::uint64_t working_set_to_solve = 0;
    std::uint64_t working_set_to_write = 0;

    /// Returns the least memory besides metadata while the class is made. The solver is gone before files are written.
    [[nodiscard]] std::uint64_t least_to_make() const {
        return std::max(solver + working_set_to_solve, working_set_to_write);
    }
};

/// Returns the memory that the class takes, solved under that rule. Requires: a canonical class, not bare.
[[nodiscard]] ClassMemory class_memory(const index::Material& material, store::DistanceSides sides, int threads,
                                       DrawRule rule = {});

/// Plans a run. Classes are given by their indices in the planner's list.
class MemoryPlanner {
public:
    enum class Action : std::uint8_t { Read, Make, Drop };
    struct Step {
        Action action;
        std::size_t class_index;
        bool operator==(const Step&) const = default;
    };
    /// The steps for one class; none if its files are present. Before the step Make all direct dependencies of the
    /// class are held, before the step Read those of store::needed_to_read. A class is dropped as soon as no later
    /// step needs it.
    struct ClassPlan {
        std::vector<Step> steps;
        std::uint64_t peak_bytes = 0;   ///< The most memory that the steps take without a bound.
        std::uint64_t least_bytes = 0;  ///< The least bound that makes them possible with pages evicted.
    };
    struct Need {
        std::size_t class_index;
        std::uint64_t bytes;
    };
    struct IsolatedNeed {
        std::uint64_t peak_bytes;   ///< Without a bound.
        std::uint64_t least_bytes;  ///< The least bound.
    };

    /// A class of the run.
    struct Class {
        index::Material material;
        store::DistanceSides sides = store::DistanceSides::All;  ///< What its .dtm stores, or will store.
        bool is_present = false;                                 ///< Whether its files exist.
    };

    /// `classes`: closed under dependencies, each class after those that it depends on. `rule`: under which they are
    /// made.
    MemoryPlanner(std::vector<Class> classes, int threads, DrawRule rule = {});

    /// Returns the plan for each class.
    [[nodiscard]] const std::vector<ClassPlan>& plans() const { return plans_; }
    /// Returns the most memory that the run takes without a bound.
    [[nodiscard]] std::uint64_t peak_bytes() const;
    /// Returns whether a run with this bound may reach it. Without one, it may not.
    [[nodiscard]] bool may_reach(std::optional<std::uint64_t> bound) const { return bound && peak_bytes() > *bound; }
    /// Returns whether the class is made with checkpoints: making it takes minutes, and its solver has them.
    [[nodiscard]] bool makes_checkpoints(std::size_t class_index) const;
    /// Returns whether a run with this bound, or with none, keeps scores in pages: it may reach the bound, or makes
    /// checkpoints.
    [[nodiscard]] bool uses_pages(std::optional<std::uint64_t> bound) const;
    /// Returns the class that needs the greatest bound, and the least bound that makes the run possible. Returns
    /// nothing if all classes are present.
    [[nodiscard]] std::optional<Need> greatest_need() const;

    [[nodiscard]] const ClassMemory& memory(std::size_t class_index) const { return memory_[class_index]; }
    /// Returns the classes that must be held to make this one.
    [[nodiscard]] const std::vector<std::size_t>& needed_to_make(std::size_t class_index) const {
        return make_needs_[class_index];
    }
    /// Returns the classes that must be held to read this one.
    [[nodiscard]] const std::vector<std::size_t>& needed_to_read(std::size_t class_index) const {
        return read_needs_[class_index];
    }
    [[nodiscard]] std::uint64_t fixed_bytes() const { return fixed_bytes_; }
    /// Returns what making this class takes if only the classes it needs are held.
    [[nodiscard]] IsolatedNeed alone(std::size_t class_index) const;

private:
    void plan();
    /// Returns for each class the first one still to be made that needs its scores, itself included; or nobody. `made`:
    /// whether its files exist; `loaded`: whether its scores were read or solved.
    [[nodiscard]] std::vector<std::size_t> first_users(const std::vector<bool>& made,
                                                       const std::vector<bool>& loaded) const;

    std::vector<Class> classes_;
    std::map<index::Material, std::size_t> class_indices_;
    std::vector<std::vector<std::size_t>> make_needs_;
    std::vector<std::vector<std::size_t>> read_needs_;
    std::vector<ClassMemory> memory_;
    std::uint64_t fixed_bytes_;
    std::vector<ClassPlan> plans_;
};

/// Returns the classes of a run for the planner, according to the files in the directory; for a class with files, with
/// the sides to move that they store. Reads only headers. Throws table::TablebaseError for a damaged file, or one of
/// another rule, and table::MissingTableError if the .wdl of a class is missing whose .dtz is to be made.
[[nodiscard]] std::vector<MemoryPlanner::Class> planned_classes(const std::filesystem::path& directory,
                                                                const std::vector<index::Material>& classes,
                                                                std::uint64_t one_side_from, DrawRule rule = {});

}  // namespace dameotb::gen
