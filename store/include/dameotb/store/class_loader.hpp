// Reads classes from their files into memory, one after the other, each with the other classes it needs.
// For work on whole classes: verification and scans of values.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/memory/memory_need.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::store {

/// Which other classes are loaded with a class.
enum class Reach : std::uint8_t {
    Values,      ///< Those that its own values need. Only values of the class itself can be requested.
    Moves,       ///< All classes that one move out of the class leads to.
    MovesByRow,  ///< As Moves, for a loop over the rows of the layout in order, one side to move at a time.
};

/// About how many cells one part of a loop over a class visits.
inline constexpr std::uint64_t cells_of_part = std::uint64_t{1} << 15;
inline constexpr std::uint64_t rows_of_part = cells_of_part / scores::SliceLayout::row_cells;
/// Returns the working set of a part of a loop over the class, which visits at most about that many cells, with what
/// `reach` calls for.
[[nodiscard]] memory::WorkingSet working_set_of_scan(const index::Material& material, Reach reach);

/// The classes in memory. Reading scores is thread-safe, loading is not.
class ClassLoader {
public:
    /// `threads`: for decoding and resolving captures, and the most that may work with the classes. `stop`: may be
    /// null; loading ends when it becomes true. `memory_bytes`: the most memory of the process, if bounded; scores that
    /// do not fit then go to a nameless file in the (first) directory.
    ClassLoader(table::TableDirectories directory, int threads, const std::atomic<bool>* stop,
                std::optional<std::uint64_t> memory_bytes = {}, DrawRule rule = {},
                BeyondRule beyond = BeyondRule::Draws);

    /// Returns the rule of the values; none without one.
    [[nodiscard]] DrawRule draw_rule() const { return rule_; }

    /// Loads the class and the others that `reach` calls for, and returns it; returns null if stopped. Drops the
    /// classes that it does not keep (ClassValues::load). `later`: the classes of later calls with the same `reach`;
    /// under a bound, what they need is kept too, because the scratch has room where memory has none. Classes needed
    /// only to read others, whose .dtm stores one side to move, are in memory temporarily. Throws
    /// table::TablebaseError, and MemoryBoundError if the work that `reach` is for does not fit into the bound.
    const scores::ClassScores* load(const index::Material& material, Reach reach,
                                    std::span<const index::Material> later = {});

    /// Throws what `load` throws if the bound is too small for that class alone, or the first bytes of a file are
    /// wrong. Reads no more than these.
    void require_room(const index::Material& material, Reach reach) const;

    void set_on_read(OnRead on_read) { on_read_ = std::move(on_read); }

    /// Returns the memory of the scores; null if unbounded.
    [[nodiscard]] memory::ScoreMemory* memory() const { return classes_.memory(); }
    [[nodiscard]] const scores::SolvedClasses& classes() const { return classes_; }
    /// Returns the score for the side to move. Requires: the position's class is loaded.
    [[nodiscard]] scores::Score score(const Position& position) const { return classes_.score(position); }

private:
    /// A class to be read, and the classes that must be in memory first.
    struct ToRead {
        index::Material material;
        DistanceSides sides;
        std::vector<index::Material> needed;
    };

    [[nodiscard]] std::vector<ToRead> readings(const std::vector<index::Material>& wanted) const;
    [[nodiscard]] memory::MemoryNeed need_of(const index::Material& material, Reach reach,
                                             const std::vector<ToRead>& to_read) const;
    template <class Keep>
    void drop_unless(const Keep& keep);

    table::TableDirectories directory_;
    memory::Team team_;
    std::optional<std::uint64_t> memory_bytes_;
    std::unique_ptr<memory::ScoreMemory> memory_;
    scores::SolvedClasses classes_;
    OnRead on_read_;
    DrawRule rule_;
    BeyondRule beyond_;
    std::optional<index::Material> own_;  ///< The class loaded last, which has more than results under a rule.
    std::map<index::Material, scores::ClassScores*> loaded_;  ///< The classes in `classes_`.
};

}  // namespace dameotb::store
