// All values of a class in memory, also those of positions with a forced capture.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/store/load/class_loader.hpp>
#include <dameotb/store/values/value_row.hpp>

namespace dameotb::store {

/// The values of one loaded class after the other.
/// All const members are thread-safe; `load` is not.
class ClassValues {
public:
    /// `threads`: for loading, and the most that may scan; the values do not depend on it. `memory_bytes`: the most
    /// memory of the process, if there is a bound; what does not fit lies in a nameless file in the directory. `stop`:
    /// may be null; when it becomes true, loading ends.
    explicit ClassValues(std::filesystem::path directory, int threads = 1, const std::atomic<bool>* stop = nullptr,
                         std::optional<std::uint64_t> memory_bytes = {});
    ClassValues(const ClassValues&) = delete;
    ClassValues& operator=(const ClassValues&) = delete;

    /// Loads `material`, and returns true; if stopped, returns false, and no class can be used then. Of the classes
    /// that were loaded before, keeps those with fewer pieces, and those with as many pieces that `material` needs;
    /// drops the rest. Memory of a class: one byte for each placement and side to move, with each symmetric twin
    /// counted, times the number of kings of the side that has fewer kings (if it has more than one); without men an
    /// eighth of that. KKMvKK takes 0.4 GiB, more than any other class of 5 pieces. Throws format::TablebaseError if a
    /// .dtm file is missing, is damaged, or holds a distance above 250 plies. Requires: a canonical class that
    /// index::is_supported.
    bool load(const index::Material& material, Reach reach = Reach::Values);

    void set_on_read(OnRead on_read) { loader_.set_on_read(std::move(on_read)); }

    // Requires: a class is loaded.

    [[nodiscard]] const index::Material& material() const;
    /// Returns the value of any position of the loaded class or, with Reach::Moves, one move away from it, with either
    /// side to move, and also with colours swapped. If a side has no piece, the rules give the value. Takes some 50 ns.
    /// Requires: the position's class is loaded.
    [[nodiscard]] rules::Value value(const rules::Position& position) const;

    /// Returns the memory of the scores; null if there is no bound.
    [[nodiscard]] ScoreMemory* memory() const { return loader_.memory(); }
    /// Returns what a loop over the parts brings into memory, with all that `reach` allows to ask.
    [[nodiscard]] Intake intake() const;
    /// Returns the number of parts that the class is cut into for a scan. It does not depend on the number of threads.
    [[nodiscard]] std::uint64_t parts() const;
    /// Calls visit(row) for all rows of a part, in a fixed order. Requires: part < parts().
    void visit_part(std::uint64_t part, rules::Colour side_to_move,
                    const std::function<void(const ValueRow&)>& visit) const;

private:
    friend class ValueReader;

    /// Returns the number of sets of others of a slice, with or without rows.
    [[nodiscard]] std::uint64_t other_sets() const;
    /// Returns the same over all slices. A scan goes through them one after the other.
    [[nodiscard]] std::uint64_t sets() const;
    [[nodiscard]] std::uint64_t sets_in_part() const;

    ClassLoader loader_;
    const ClassScores* own_ = nullptr;
    Reach reach_ = Reach::Values;
};

}  // namespace dameotb::store
