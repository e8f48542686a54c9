// Plans what a run holds, before the run begins, so that a bound is kept or refused at once. What each step takes is
// known beforehand (class_memory.hpp). A class is held from its first use to its last. With a bound its pages come and
// go (scores/memory/); what has to be in memory at a time is then little, and the plan says whether it fits. It reads
// and solves nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/scores/load/class_io.hpp>

#include <dameotb/gen/class_memory.hpp>

namespace dameotb::gen {

/// Plans a run. A class is named by its index in the list that the planner was made with.
class MemoryPlanner {
public:
    enum class Action : std::uint8_t { Read, Make, Drop };
    struct Step {
        Action action;
        std::size_t class_index;
        bool operator==(const Step&) const = default;
    };
    /// The steps for one class; none if its files are present. Before the step Make all direct dependencies of the
    /// class are held, before the step Read those of scores::needed_to_read. A class goes as soon as no later step
    /// needs it.
    struct ClassPlan {
        std::vector<Step> steps;
        std::uint64_t peak_bytes = 0;   ///< The most memory that the steps take without a bound.
        std::uint64_t least_bytes = 0;  ///< The least bound with which they can be done if pages come and go.
    };
    struct Need {
        std::size_t class_index;
        std::uint64_t bytes;
    };
    struct Alone {
        std::uint64_t peak_bytes;   ///< Without a bound.
        std::uint64_t least_bytes;  ///< The least bound.
    };

    /// A class of the run.
    struct Class {
        index::Material material;
        scores::DistanceSides sides = scores::DistanceSides::All;  ///< What its .dtm stores, or will store.
        bool is_present = false;                                   ///< Whether its files are there.
    };

    /// `classes`: in build order and closed under dependencies.
    MemoryPlanner(std::vector<Class> classes, int threads);

    /// Returns the plan for each class.
    [[nodiscard]] const std::vector<ClassPlan>& plans() const { return plans_; }
    /// Returns the most memory that the run takes without a bound.
    [[nodiscard]] std::uint64_t peak_bytes() const;
    /// Returns the class for which the bound must be greatest, and the least bound with which the run is possible.
    /// Returns nothing if all classes are present.
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
    /// Returns what making this class takes if nothing else is held than what that needs.
    [[nodiscard]] Alone alone(std::size_t class_index) const;

private:
    void plan();
    /// Returns for each class the first one still to be made that needs its scores, itself included; or nobody.
    /// `made`: whether its files are there; `loaded`: whether its scores were read or solved.
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

/// Returns the classes of a run as the planner takes them, by what it finds in its directory. Of a class whose files
/// are there, they say which sides to move are stored. Reads headers alone. Throws table::TablebaseError for a damaged
/// file.
[[nodiscard]] std::vector<MemoryPlanner::Class> planned_classes(const std::filesystem::path& directory,
                                                                const std::vector<index::Material>& classes,
                                                                std::uint64_t one_side_from);

}  // namespace dameotb::gen
