// All values of a class in memory, forced captures resolved.
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

/// One class after the other, loaded with what it needs.
/// All const members are thread-safe; `load` is not.
class ClassValues {
public:
    /// threads: for loading. The values do not depend on it.
    explicit ClassValues(std::filesystem::path directory, int threads = 1, const std::atomic<bool>* stop = nullptr);

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
    friend class ValueReader;

    /// Sets of kings of the side without a runner, over all slices: the walk takes one after the other.
    [[nodiscard]] std::uint64_t sets() const { return own_->slices().count() * own_->layout().other_sets(); }
    [[nodiscard]] std::uint64_t sets_in_part() const;

    ClassLoader loader_;
    const ClassScores* own_ = nullptr;
};

}  // namespace dameotb::store
