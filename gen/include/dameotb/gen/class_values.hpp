// All values of a class in memory, forced captures resolved, and a fast walk over them in parallel.
// Placements come by rows: up to 64 that differ only in the square of one king, with their values side by side. What is
// asked of a result or a distance is asked of a whole row; a position is built only when it is wanted.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::gen {

/// Placements of one class with one side to move that differ only in the square of one king, the runner. A placement
/// is told by the runner's square; in a class without kings there is no runner, and a1 stands for the only placement.
/// Of placements that are images of each other by symmetry (left-right; without men all eight) a scan shows one.
/// Valid as long as the class is loaded. Immutable.
class ValueRow {
public:
    /// The placements. A scan shows no row without any.
    [[nodiscard]] rules::Bitboard squares() const { return squares_; }
    /// Those of `squares()` whose value is not below `least` nor above `most`, as values are ordered by preference:
    /// a fast win, a slow win, a draw, a slow loss, a fast loss. Takes some ns for the whole row.
    /// Requires: at most `most_plies` in both.
    [[nodiscard]] rules::Bitboard between(rules::Value least, rules::Value most) const;
    /// Those of `squares()` in which the side to move must capture. Takes some 20 ns for the whole row.
    [[nodiscard]] rules::Bitboard forced() const;

    // Requires: a square of `squares()`.

    /// For the side to move.
    [[nodiscard]] rules::Value value(rules::Square square) const;
    [[nodiscard]] rules::Position position(rules::Square square) const;
    /// How many placements are images of this one by symmetry, itself counted: their sum over a scan is
    /// index::all_placements. Colours are not swapped here, not even in a symmetric class.
    [[nodiscard]] int weight(rules::Square square) const;

    /// The same placements, told by the same squares, with the other side to move.
    [[nodiscard]] ValueRow other_side_to_move() const;

private:
    friend class ClassValues;
    friend class ValueLookup;
    class Walk;
    ValueRow() = default;

    rules::Position fixed_;  ///< All pieces but the runner.
    rules::Colour runner_ = rules::Colour::White;
    bool has_runner_ = false;
    rules::Bitboard squares_;
    const std::int8_t* cells_ = nullptr;        ///< gen::Score by the runner's square.
    const std::int8_t* other_cells_ = nullptr;  ///< With the other side to move.
    unsigned stabiliser_ = 1;  ///< Symmetries that leave the kings of the other side, and men, as they are.
    int most_weight_ = 1;      ///< Of a placement that no symmetry but 0 leaves as it is.
};

/// Of each placement of a row, by the runner's square.
struct MoveCounts {
    std::array<std::uint8_t, 64> winning{};  ///< How many moves win.
    std::array<std::uint8_t, 64> best{};     ///< How many moves keep the placement's value.
};

/// No longer distance can be loaded.
inline constexpr int most_plies = 250;

/// What is loaded beside a class.
enum class Reach : std::uint8_t {
    Values,  ///< What its own values need. Of other classes no value can be asked.
    Moves,   ///< All that one move out of the class leads to.
};

struct ScanOptions {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    /// Called from the calling thread only.
    std::function<void(std::uint64_t parts_done, std::uint64_t parts)> on_progress{};
};

/// One class after the other, loaded with what it needs.
/// All const members are thread-safe; `load` is not.
class ClassValues {
public:
    /// threads: for loading. The values do not depend on it.
    explicit ClassValues(std::filesystem::path directory, int threads = 1, const std::atomic<bool>* stop = nullptr);
    ~ClassValues();

    /// Makes `material` the class that is loaded, and drops others that it does not need: of what was loaded before,
    /// smaller classes are kept, and of those with as many pieces what it needs. Memory: a byte for each placement and
    /// side to move, symmetric twins counted each, times the kings of the side that has fewer (if it has more than
    /// one); 0.4 GiB for KKKvKK, more than for any other class of 5 pieces. False, with nothing loaded that could be
    /// used, if stopped. Throws format::TablebaseError for a missing or damaged .dtm file, or one that holds a distance
    /// above 250 plies. Requires: a canonical class that index::is_supported.
    bool load(const index::Material& material, Reach reach = Reach::Values);

    // Requires: a class is loaded.

    [[nodiscard]] const index::Material& material() const;
    /// The value of any position of the loaded class or, with Reach::Moves, one move away; either colour's view of the
    /// class, either side to move. A bare side is decided by rule. Takes some 50 ns.
    /// Requires: its class is loaded.
    [[nodiscard]] rules::Value value(const rules::Position& position) const;

    /// Parts that the class is cut into for a scan; the same whatever the threads.
    [[nodiscard]] std::uint64_t parts() const;
    /// Calls visit(row) for all rows of a part, in a fixed order. Requires: part < parts().
    void visit_part(std::uint64_t part, rules::Colour side_to_move,
                    const std::function<void(const ValueRow&)>& visit) const;

private:
    friend class ValueLookup;
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// ClassValues::value for many positions, one after the other: remembers where it has looked, which takes half the time
/// where most positions have their men where the ones before them had theirs. One object a thread; not thread-safe.
class ValueLookup {
public:
    /// Keeps the reference. Valid until another class is loaded.
    explicit ValueLookup(const ClassValues& values);
    ValueLookup(ValueLookup&&) noexcept;
    ValueLookup& operator=(ValueLookup&&) noexcept;
    ~ValueLookup();

    /// Empty if the position's class is not loaded.
    [[nodiscard]] std::optional<rules::Value> operator()(const rules::Position& position) {
        rules::Value value;
        return find(position, value) ? std::optional{value} : std::nullopt;
    }

    /// Those of `squares` on which no capture is forced, and their numbers of moves; in a class without kings none is
    /// counted. Of other squares the numbers are 0. Takes some 10 ns a placement, if a row is asked about once, for all
    /// its squares. Requires: a row of the class, which is loaded with Reach::Moves; a part of row.squares().
    std::pair<rules::Bitboard, MoveCounts> quiet_move_counts(const ValueRow& row, rules::Bitboard squares);

private:
    /// Not an optional, which compilers put together in memory, at the price of the whole look-up.
    bool find(const rules::Position& position, rules::Value& value);

    class Impl;
    std::unique_ptr<Impl> impl_;
};

namespace detail {
/// Calls work(slot, part) for all parts in parallel, and after each batch finish(slot) in the calling thread for its
/// slots, which are in the order of the parts. False if stopped between batches.
bool for_each_part(std::uint64_t parts, const ScanOptions& options,
                   const std::function<void(std::size_t slot, std::uint64_t part)>& work,
                   const std::function<void(std::size_t slot)>& finish);
/// Requires: slot numbers below this.
[[nodiscard]] std::size_t slots_for(int threads);
}  // namespace detail

/// Goes through all placements of the loaded class with `side_to_move` to move. Each part of the class has a
/// `Part{}` of its own: visit(Part&, const ValueRow&) adds a row to it, in parallel for different parts; then
/// take(Part&&) is called for each in the calling thread, in the order of parts. So what is taken does not depend on
/// the threads. False if stopped: the parts taken so far are the first ones. Rethrows what `visit` throws.
///
/// The two sides to move of a symmetric class are twins by colours: all that White's scan shows, Black's shows with
/// colours swapped.
template <class Part, class Visit, class Take>
bool scan(const ClassValues& values, rules::Colour side_to_move, const ScanOptions& options, const Visit& visit,
          const Take& take) {
    std::vector<Part> slots(detail::slots_for(options.threads));
    return detail::for_each_part(
        values.parts(), options,
        [&](std::size_t slot, std::uint64_t part) {
            slots[slot] = Part{};
            values.visit_part(part, side_to_move, [&](const ValueRow& row) { visit(slots[slot], row); });
        },
        [&](std::size_t slot) { take(std::move(slots[slot])); });
}

}  // namespace dameotb::gen
