// All values of a class in memory, also those of positions with a forced capture.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/scores/load/class_loader.hpp>
#include <dameotb/scores/slice/score.hpp>

namespace dameotb::analysis {

/// Up to 64 placements of one class with their values, with one side to move, that differ only in the square of one
/// king, the pivot king. The pivot king's square names a placement. In a class without kings there is no pivot king,
/// and a1 names the only placement. Of placements that are images of each other by symmetry (left-right; without men
/// all eight) a scan shows one. Questions about results and distances are answered for the whole row at once. A
/// position is built only on request. Valid as long as the class is loaded. Immutable.
class ValueRow {
public:
    /// Returns the placements. A scan shows no row without a placement.
    [[nodiscard]] rules::Bitboard squares() const { return squares_; }
    /// Returns those of `squares()` whose values are from `least` to `most`, both included. The most
    /// preferred value is a fast win; then come a slow win, a draw, a slow loss, a fast loss. Takes some ns for a row.
    /// Requires: at most `longest_plies` in both.
    [[nodiscard]] rules::Bitboard between(rules::Value least, rules::Value most) const;
    /// Returns those of `squares()` where the side to move must capture. Takes some 20 ns for the whole row.
    [[nodiscard]] rules::Bitboard forced() const;

    // Requires: a square of `squares()`.

    /// Returns the value for the side to move.
    [[nodiscard]] rules::Value value(rules::Square square) const;
    [[nodiscard]] rules::Position position(rules::Square square) const;
    /// Returns how many placements are images of this one by symmetry, itself included. The sum of all weights of a
    /// scan is index::all_placements. Images with colours swapped do not count, not even in a symmetric class.
    [[nodiscard]] int weight(rules::Square square) const;
    /// Returns the sum of the weights of `squares`. Takes some ns where no symmetry leaves the row as it is: all
    /// weights are equal then. Requires: a part of `squares()`.
    [[nodiscard]] std::uint64_t weight(rules::Bitboard squares) const;

    /// Returns the same placements, named by the same squares, with the other side to move.
    [[nodiscard]] ValueRow other_side_to_move() const;

private:
    friend class RowWalk;
    friend class ValueReader;
    ValueRow() = default;

    rules::Position fixed_;  ///< All pieces but the pivot king.
    rules::Colour pivot_ = rules::Colour::White;
    bool has_pivot_ = false;
    rules::Bitboard squares_;
    int symmetry_ = 0;                            ///< Brings the pivot king's squares to those of the cells.
    const scores::Score* cells_ = nullptr;        ///< By the pivot king's square, seen through the symmetry.
    const scores::Score* other_cells_ = nullptr;  ///< With the other side to move.
    unsigned stabiliser_ = 1;                     ///< The symmetries that leave the men and the others as they are.
    int most_weight_ = 1;                         ///< Weight of a placement that only symmetry 0 leaves as it is.
};

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
    /// eighth of that. KKMvKK takes 0.4 GiB, more than any other class of 5 pieces. Throws table::TablebaseError if a
    /// .dtm file is missing, is damaged, or holds a distance above 250 plies. Requires: a canonical class that
    /// index::is_supported.
    bool load(const index::Material& material, scores::Reach reach = scores::Reach::Values);

    void set_on_read(scores::OnRead on_read) { loader_.set_on_read(std::move(on_read)); }

    // Requires: a class is loaded.

    [[nodiscard]] const index::Material& material() const;
    /// Returns the value of any position of the loaded class or, with Reach::Moves, one move away from it, with either
    /// side to move, and also with colours swapped. If a side has no piece, the rules give the value. Takes some 50 ns.
    /// Requires: the position's class is loaded.
    [[nodiscard]] rules::Value value(const rules::Position& position) const;

    /// Returns the memory of the scores; null if there is no bound.
    [[nodiscard]] scores::ScoreMemory* memory() const { return loader_.memory(); }
    /// Returns what a loop over the parts brings into memory, with all that `reach` allows to ask.
    [[nodiscard]] scores::WorkingSet working_set() const;
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

    scores::ClassLoader loader_;
    const scores::ClassScores* own_ = nullptr;
    scores::Reach reach_ = scores::Reach::Values;
};

}  // namespace dameotb::analysis
