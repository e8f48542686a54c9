// Plans what a run holds in memory at each time, before the run begins, so that a bound is kept or refused at once.
// Sizes are known beforehand: the scores of a class from its layout, the rest from measured bounds. The plan decides
// which classes are read again from their files and which are dropped. It reads and solves nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/store/load/class_io.hpp>

namespace dameotb::gen {

/// The memory that one class takes, in bytes. Upper bounds.
struct ClassMemory {
    std::uint64_t held = 0;     ///< Its scores, as long as the class is in memory.
    std::uint64_t reading = 0;  ///< On top of `held`, while the class is read from its file.
    std::uint64_t making = 0;   ///< On top of `held`, while the class is solved and written.
};

/// Returns the memory that the class takes. Requires: a canonical class, not bare.
[[nodiscard]] ClassMemory class_memory(const index::Material& material, int threads);

/// Returns the bytes that a run over these classes takes in any case: for the program, its threads and shared lists.
[[nodiscard]] std::uint64_t fixed_memory(const std::vector<index::Material>& classes, int threads);

/// Plans a run. A class is named by its ordinal: its index in the list that the planner was made with.
class MemoryPlanner {
public:
    enum class Action : std::uint8_t { Read, Make, Drop };
    struct Step {
        Action action;
        std::size_t ordinal;
        bool operator==(const Step&) const = default;
    };
    /// The steps for one class; none if its files are present. Before the step Make all direct dependencies of the
    /// class are in memory, before the step Read those of store::needed_to_read.
    struct ClassPlan {
        std::vector<Step> steps;
        std::uint64_t peak_bytes = 0;  ///< The most memory that the steps take.
    };
    struct Need {
        std::size_t ordinal;
        std::uint64_t bytes;
    };

    /// A class of the run.
    struct Class {
        index::Material material;
        store::DtmSides sides = store::DtmSides::All;  ///< What its .dtm stores, or will store.
        bool is_present = false;                       ///< Whether its files are there.
    };

    /// `classes`: in build order and closed under dependencies.
    MemoryPlanner(std::vector<Class> classes, int threads);

    /// Returns the class that needs the most memory to be made, if it starts from the files of its dependencies and
    /// holds nothing else. Returns nothing if all classes are present. A run keeps every bound that is at least this,
    /// also if it is stopped and run again.
    [[nodiscard]] std::optional<Need> greatest_need() const;

    /// Returns the plan for each class. Without a bound a class is held from its first use to its last. With a bound
    /// the least useful classes are dropped when room is needed, and are read again later. First to go are classes that
    /// no later class needs, then those whose next use is latest. Requires: bound_bytes is at least the greatest need.
    [[nodiscard]] std::vector<ClassPlan> plan(std::optional<std::uint64_t> bound_bytes) const;

    [[nodiscard]] const ClassMemory& memory(std::size_t ordinal) const { return memory_[ordinal]; }
    /// Returns the classes that must be in memory to make this one.
    [[nodiscard]] const std::vector<std::size_t>& needed_to_make(std::size_t ordinal) const {
        return make_needs_[ordinal];
    }
    /// Returns the classes that must be in memory to read this one.
    [[nodiscard]] const std::vector<std::size_t>& needed_to_read(std::size_t ordinal) const {
        return read_needs_[ordinal];
    }
    [[nodiscard]] std::uint64_t fixed_bytes() const { return fixed_bytes_; }

private:
    /// By ordinal: whether the class is in memory.
    using Held = std::vector<bool>;
    /// Whether classes that are read only to read other classes stay to the end, or go after their last use.
    enum class OnlyRead : std::uint8_t { Stays, Goes };
    struct Trial {
        ClassPlan plan;
        Held held;  ///< The classes in memory after the steps.
    };

    /// Returns the steps that make one class. Classes of `held` stay; every other class is read at most once.
    [[nodiscard]] Trial make(std::size_t ordinal, Held held, OnlyRead only_read) const;
    /// Returns the steps that make one class within the bound. They drop classes of `held`, the
    /// least useful first, until the bound is kept.
    [[nodiscard]] Trial make_within(std::size_t ordinal, Held held, std::uint64_t bound_bytes) const;
    /// Returns the classes of `held` in the order in which to drop them when the class `ordinal` is made.
    [[nodiscard]] std::vector<std::size_t> least_useful_first(const Held& held, std::size_t ordinal) const;
    /// Returns the first class to be made, from `ordinal` on, that needs the class `of`; classes().size() if none does.
    [[nodiscard]] std::size_t next_use(std::size_t of, std::size_t ordinal) const;

    std::vector<Class> classes_;
    std::vector<std::vector<std::size_t>> make_needs_;
    std::vector<std::vector<std::size_t>> read_needs_;
    std::vector<ClassMemory> memory_;
    std::uint64_t fixed_bytes_;
};

}  // namespace dameotb::gen
