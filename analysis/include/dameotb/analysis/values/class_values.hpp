// All values of a class in memory, including those of positions with a forced capture.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/scores/slice/score.hpp>
#include <dameotb/store/class_loader.hpp>

namespace dameotb::analysis {

/// Up to 64 placements of one class and side to move, with their values, that differ only in the square of one king,
/// the pivot king. The pivot king's square identifies a placement. A class without kings has no pivot king, and a1
/// identifies the only placement. Of placements that are symmetric images of each other (left-right; without men all
/// eight) a scan shows one. Questions about results and distances are answered for the whole row at once. A position is
/// built only on request. Valid while the class is loaded. Immutable.
class ValueRow {
public:
    /// Returns the placements. A scan shows no row without a placement.
    [[nodiscard]] Bitboard squares() const { return squares_; }
    /// Returns those of `squares()` whose values are from `least` to `most`, inclusive. Order of preference: a fast
    /// win, a slow win, a draw, a slow loss, a fast loss. Takes some ns per row. Requires: at most `longest_plies` in
    /// both.
    [[nodiscard]] Bitboard between(Value least, Value most) const;
    /// The same under a draw rule. Draws include the wins and losses that take too long for the rule. Requires: the
    /// class is loaded under one.
    [[nodiscard]] Bitboard between(RuleValue least, RuleValue most) const;
    /// Returns those of `squares()` that are draws with counter 0, and have this result without the rule. Requires: a
    /// win or a loss; the class is loaded under a draw rule.
    [[nodiscard]] Bitboard drawn_by_rule(Wdl without_rule) const;
    /// Returns those of `squares()` where the side to move must capture. Takes some 20 ns per row.
    [[nodiscard]] Bitboard forced() const;

    // Requires: a square of `squares()`.

    /// Returns the value for the side to move. Requires: the class is not loaded under a draw rule.
    [[nodiscard]] Value value(Square square) const;
    /// Returns the value for the side to move under the draw rule. Requires: the class is loaded under one.
    [[nodiscard]] RuleValue rule_value(Square square) const;
    [[nodiscard]] Position position(Square square) const;
    /// Returns the number of symmetric images of this placement, itself included. The weights of a scan add up to
    /// index::all_placements. Images with colours swapped do not count, even in a symmetric class.
    [[nodiscard]] int weight(Square square) const;
    /// Returns the sum of the weights of `squares`. Takes some ns if no symmetry leaves the row unchanged, as all
    /// weights are equal then. Requires: a part of `squares()`.
    [[nodiscard]] std::uint64_t weight(Bitboard squares) const;

    /// Returns the same placements, identified by the same squares, with the other side to move.
    [[nodiscard]] ValueRow other_side_to_move() const;

private:
    friend class WalkedRow;
    friend class ValueReader;
    ValueRow() = default;

    [[nodiscard]] Bitboard scores_between(scores::Score low, scores::Score high) const;

    Position fixed_;  ///< All pieces but the pivot king.
    Colour pivot_ = Colour::White;
    bool has_pivot_ = false;
    Bitboard squares_;
    int symmetry_ = 0;                            ///< Maps the pivot king's squares to those of the cells.
    const scores::Score* cells_ = nullptr;        ///< By the pivot king's square, mapped by the symmetry.
    const scores::Score* other_cells_ = nullptr;  ///< With the other side to move.
    unsigned stabiliser_ = 1;                     ///< The symmetries that leave the men and the others unchanged.
    int most_weight_ = 1;                         ///< Weight of a placement that only symmetry 0 leaves unchanged.
};

/// The values of one loaded class at a time. All const members are thread-safe; `load` is not.
class ClassValues {
public:
    /// `threads`: for loading, and the limit for scans; values do not depend on it. `memory_bytes`: limit on the
    /// process's memory, if any; the excess goes to an unnamed file in the (first) directory. `stop`: may be null;
    /// loading ends when it becomes true. `rule`: the draw rule under which values hold, if any; they come from .dtz
    /// files then.
    explicit ClassValues(table::TableDirectories directory, int threads = 1, const std::atomic<bool>* stop = nullptr,
                         std::optional<std::uint64_t> memory_bytes = {}, DrawRule rule = {});
    ClassValues(const ClassValues&) = delete;
    ClassValues& operator=(const ClassValues&) = delete;

    /// Loads `material` and returns true; if stopped, returns false, and no class is usable then. Of the previously
    /// loaded classes, keeps those with fewer pieces, and those with as many pieces that `material` depends on. Memory
    /// of a class: one byte per placement and side to move, with symmetric twins counted separately, times the number
    /// of kings of the side that has fewer kings (if more than one); without men an eighth of that. KKMvKK takes 0.4
    /// GiB, more than any other class of 5 pieces. Throws table::TablebaseError if a .dtm file is missing or damaged or
    /// holds a distance above 250 plies, and under a rule if a .dtz or .wdl file is missing or damaged or has another
    /// rule. Requires: a canonical class that index::is_supported.
    bool load(const index::Material& material, store::Reach reach = store::Reach::Values);

    /// Throws what `load` throws if the memory is too little for that class alone, or the first bytes of a file are
    /// wrong. Reads no more than these.
    void require_room(const index::Material& material, store::Reach reach = store::Reach::Values) const {
        loader_.require_room(material, reach);
    }

    void set_on_read(store::OnRead on_read) { loader_.set_on_read(std::move(on_read)); }

    // Requires: a class is loaded.

    [[nodiscard]] const index::Material& material() const;
    /// Returns the draw rule under which values hold, if any.
    [[nodiscard]] DrawRule draw_rule() const { return loader_.draw_rule(); }
    /// Returns the value of any position of the loaded class or, with Reach::Moves, one move away from it, with either
    /// side to move and also with colours swapped. If a side has no piece, the rules give the value. Takes some 50 ns.
    /// Requires: the position's class is loaded, and not under a draw rule.
    [[nodiscard]] Value value(const Position& position) const;

    /// Returns the memory of the scores; null if it is unlimited.
    [[nodiscard]] memory::ScoreMemory* memory() const { return loader_.memory(); }
    /// Returns the working set of a loop over the parts, including everything that `reach` permits.
    [[nodiscard]] memory::WorkingSet working_set() const;
    /// Returns the number of parts that the class is cut into for a scan. It does not depend on the number of threads.
    [[nodiscard]] std::uint64_t parts() const;
    /// Calls visit(row) for all rows of a part, in a fixed order. Requires: part < parts().
    void visit_part(std::uint64_t part, Colour side_to_move, const std::function<void(const ValueRow&)>& visit) const;

private:
    friend class ValueReader;

    /// Returns whether scans go through the rows of the layout in order, so that few are in memory at a time: in a
    /// class that index_follows_rows (slice_layout.hpp).
    [[nodiscard]] bool is_walked_by_co_kings() const;
    /// Returns the number of sets of others per slice, with or without rows.
    [[nodiscard]] std::uint64_t other_sets() const;
    /// Returns that number over all slices. A scan visits the sets in order.
    [[nodiscard]] std::uint64_t sets() const;
    [[nodiscard]] std::uint64_t sets_in_part() const;

    store::ClassLoader loader_;
    const scores::ClassScores* own_ = nullptr;
    store::Reach reach_ = store::Reach::Values;
};

}  // namespace dameotb::analysis
