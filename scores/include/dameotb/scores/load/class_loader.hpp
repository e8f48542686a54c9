// Reads classes from their files into memory, one after the other, each with the other classes that it needs.
// For work that goes through whole classes: verification, and scans of values.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/scores/load/class_io.hpp>
#include <dameotb/scores/load/read_progress.hpp>

namespace dameotb::scores {

/// Which other classes are loaded with a class.
enum class Reach : std::uint8_t {
    Values,  ///< Those that its own values need. Only values of the class itself can be asked for.
    Moves,   ///< All classes that one move out of the class leads to.
};

/// About how many cells are visited together, in one call of a parallel loop over a class.
inline constexpr std::uint64_t cells_of_part = std::uint64_t{1} << 15;
/// Returns the most slices that such a call visits.
[[nodiscard]] std::uint64_t slices_of_part(const index::Material& material);

/// The classes that are in memory. Reading scores is thread-safe, loading is not.
class ClassLoader {
public:
    /// `threads`: for decoding and for resolving captures, and at most that many may work with the classes. `stop`: may
    /// be null; when it becomes true, loading ends. `memory_bytes`: the most memory of the process, if there is a
    /// bound; scores that do not fit lie in a nameless file in the directory then.
    ClassLoader(std::filesystem::path directory, int threads, const std::atomic<bool>* stop,
                std::optional<std::uint64_t> memory_bytes = {});

    /// Loads the class, with the others that `reach` says, and returns it; returns null if stopped. Drops the classes
    /// that it does not keep (ClassValues::load). `later`: the classes of later calls with the same `reach`; under a
    /// bound what they need is kept too, for the scratch has room where memory has none. Classes that are needed only
    /// to read others, whose .dtm stores one side to move, are in memory for a while. Throws table::TablebaseError,
    /// and MemoryBoundError if the work that `reach` is for does not fit into the bound.
    const ClassScores* load(const index::Material& material, Reach reach, std::span<const index::Material> later = {});

    void set_on_read(OnRead on_read) { on_read_ = std::move(on_read); }

    /// Returns the memory of the scores; null if there is no bound.
    [[nodiscard]] ScoreMemory* memory() const { return classes_.memory(); }
    [[nodiscard]] const SolvedClasses& classes() const { return classes_; }
    /// Returns the score for the side to move. Requires: the position's class is loaded.
    [[nodiscard]] Score score(const rules::Position& position) const { return classes_.score(position); }

private:
    /// A class to be read, and the classes that must be in memory before.
    struct ToRead {
        index::Material material;
        DistanceSides sides;
        std::vector<index::Material> needed;
    };

    [[nodiscard]] std::vector<ToRead> readings(const std::vector<index::Material>& wanted) const;
    void set_bound(const index::Material& material, Reach reach, const std::vector<ToRead>& to_read);
    template <class Keep>
    void drop_unless(const Keep& keep);

    std::filesystem::path directory_;
    Team team_;
    std::optional<std::uint64_t> memory_bytes_;
    std::unique_ptr<ScoreMemory> memory_;
    SolvedClasses classes_;
    OnRead on_read_;
    std::map<index::Material, const ClassScores*> loaded_;  ///< The classes in `classes_`.
};

}  // namespace dameotb::scores
