// Reads classes from their files into memory, one after the other, each with the other classes that it needs.
// For work that goes through whole classes: verification, and scans of values.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <vector>

#include <dameotb/store/load/class_io.hpp>

namespace dameotb::store {

/// Which other classes are loaded with a class.
enum class Reach : std::uint8_t {
    Values,  ///< Those that its own values need. Only values of the class itself can be asked for.
    Moves,   ///< All classes that one move out of the class leads to.
};

/// The classes that are in memory. Reading scores is thread-safe, loading is not.
class ClassLoader {
public:
    /// `threads`: for decoding and for resolving captures. `stop`: may be null; when it becomes true, loading ends.
    ClassLoader(std::filesystem::path directory, int threads, const std::atomic<bool>* stop)
        : directory_{std::move(directory)}, team_{threads, stop} {}

    /// Loads the class, with the others that `reach` says, and returns it; returns null if stopped. Drops the classes
    /// that it does not keep (ClassValues::load). Classes that are needed only to read others, whose .dtm stores one
    /// side to move, are in memory for a while. Throws format::TablebaseError.
    const ClassScores* load(const index::Material& material, Reach reach);

    [[nodiscard]] const FinishedClasses& classes() const { return classes_; }
    /// Returns the score for the side to move. Requires: the position's class is loaded.
    [[nodiscard]] Score score(const rules::Position& position) const { return classes_.score(position); }

private:
    /// A class to be read, and the classes that must be in memory before.
    struct Reading {
        index::Material material;
        std::vector<index::Material> needed;
    };

    [[nodiscard]] std::vector<Reading> readings(const std::vector<index::Material>& wanted) const;
    template <class Keep>
    void drop_unless(const Keep& keep);

    std::filesystem::path directory_;
    Team team_;
    FinishedClasses classes_;
    std::map<index::Material, const ClassScores*> loaded_;  ///< The classes in `classes_`.
};

}  // namespace dameotb::store
