// What a run holds in memory, and when: planned before it begins, so that a bound is kept or refused at once.
// Sizes are known beforehand: a class's scores by its layout, the rest by bounds that were measured. The plan decides
// which classes are read back from their files and which are dropped; it reads and solves nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::gen {

/// What one class takes, in bytes. Upper bounds.
struct ClassMemory {
    std::uint64_t held = 0;     ///< As long as it is in memory: its scores.
    std::uint64_t reading = 0;  ///< On top of that while it is read back.
    std::uint64_t making = 0;   ///< On top of that while it is solved and written.
};

/// Requires: a canonical class, not bare.
[[nodiscard]] ClassMemory class_memory(const index::Material& material, int threads);

/// What a run over these classes takes whatever it holds: the program, its threads, shared tables. In bytes.
[[nodiscard]] std::uint64_t fixed_memory(const std::vector<index::Material>& classes, int threads);

/// Plans a run. Classes are named by their ordinal, their place in the list that the planner was made with.
class MemoryPlanner {
public:
    enum class Action : std::uint8_t { Read, Make, Drop };
    struct Step {
        Action action;
        std::size_t ordinal;
        bool operator==(const Step&) const = default;
    };
    /// What is done for one class; empty if it is present. Make finds all direct dependencies in memory, Read those
    /// that have fewer pieces: it resolves forced captures.
    struct ClassPlan {
        std::vector<Step> steps;
        std::uint64_t peak_bytes = 0;  ///< The most that is in memory meanwhile.
    };
    struct Need {
        std::size_t ordinal;
        std::uint64_t bytes;
    };

    /// `classes`: in build order and closed under dependencies. `present`: whether its files are there already.
    MemoryPlanner(std::vector<index::Material> classes, std::vector<bool> present, int threads);

    /// The class that needs the most memory to be made, from its dependencies' files, holding nothing else. Empty if
    /// all classes are present. A run keeps any bound that is at least this, also when it is stopped and run again.
    [[nodiscard]] std::optional<Need> greatest_need() const;

    /// The plan by class. Without a bound a class is held from when it is first needed to its last use. With one, what
    /// is least useful is dropped when room is needed, and read back later: first what no later class needs, then what
    /// is needed last. Requires: bound_bytes is at least the greatest need.
    [[nodiscard]] std::vector<ClassPlan> plan(std::optional<std::uint64_t> bound_bytes) const;

    [[nodiscard]] const std::vector<index::Material>& classes() const { return classes_; }
    [[nodiscard]] const ClassMemory& memory(std::size_t ordinal) const { return memory_[ordinal]; }
    /// What has to be in memory to make the class.
    [[nodiscard]] const std::vector<std::size_t>& needed_to_make(std::size_t ordinal) const {
        return make_needs_[ordinal];
    }
    /// What has to be in memory to read it.
    [[nodiscard]] const std::vector<std::size_t>& needed_to_read(std::size_t ordinal) const {
        return read_needs_[ordinal];
    }
    [[nodiscard]] std::uint64_t fixed_bytes() const { return fixed_bytes_; }

private:
    /// By ordinal: whether the class is in memory.
    using Held = std::vector<bool>;
    /// Whether classes that are read only to read others stay to the end or go after their last use.
    enum class OnlyRead : std::uint8_t { Stays, Goes };
    struct Trial {
        ClassPlan plan;
        Held held;  ///< At the end.
    };

    /// Makes one class, with what is held staying so and everything else read at most once.
    [[nodiscard]] Trial make(std::size_t ordinal, Held held, OnlyRead only_read) const;
    /// Makes one class within the bound, dropping of `held` as little as that takes.
    [[nodiscard]] Trial make_within(std::size_t ordinal, Held held, std::uint64_t bound_bytes) const;
    /// What is held, in the order in which to drop it when `ordinal` is made.
    [[nodiscard]] std::vector<std::size_t> least_useful_first(const Held& held, std::size_t ordinal) const;
    /// The first class to be made, from `ordinal` on, that needs `of`; classes().size() if there is none.
    [[nodiscard]] std::size_t next_use(std::size_t of, std::size_t ordinal) const;

    std::vector<index::Material> classes_;
    std::vector<bool> present_;
    std::vector<std::vector<std::size_t>> make_needs_;
    std::vector<std::vector<std::size_t>> read_needs_;
    std::vector<ClassMemory> memory_;
    std::uint64_t fixed_bytes_;
};

}  // namespace dameotb::gen
