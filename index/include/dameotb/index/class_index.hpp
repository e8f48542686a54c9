// The perfect index of a class: every number is a legal placement, and back, without gaps.
// Placement number = slice number * placements per slice + kings' number. A class has one array of values for each
// stored side to move, and in each of them the kings of that side count least.
#pragma once

#include <cstdint>
#include <memory>

#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::index {

class KingsOnlyIndex;

/// Ranks and unranks the placements of one class, symmetric twins together.
///
/// With men: the slice gives the men's squares (mirror images together); the kings stand on the squares that men
/// leave free, numbered a1 upwards without the men's squares. The kings of the side that waits are ranked as a subset
/// of the free squares, those of the side to move as a subset of what is left:
/// kings' number = waiting side's rank * C(free - waiting side's kings, mover's kings) + mover's rank.
/// So neighbouring numbers are positions between which the mover's king moves, which have like values.
/// Self-mirrored slices hold the two mirror images of a king placement under two numbers.
///
/// Without men: all eight symmetries of the square are removed, exactly: one number for each orbit, which does not
/// depend on the side to move.
///
/// Immutable after construction; all members are thread-safe and do not allocate.
class ClassIndex {
public:
    /// Requires: a canonical class that is_supported.
    /// A kings-only class builds tables: milliseconds up to 5 pieces, a fraction of a second and 60 MB at 6.
    explicit ClassIndex(const Material& material);
    ~ClassIndex();
    ClassIndex(ClassIndex&&) noexcept;
    ClassIndex& operator=(ClassIndex&&) noexcept;

    [[nodiscard]] const Material& material() const { return material_; }
    /// How many numbers there are, for each side to move: class_size(material()).
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] const SliceIndex& slices() const { return slices_; }
    /// How many numbers each slice has; `size()` for a class without men.
    [[nodiscard]] std::uint64_t slice_size() const { return slice_size_; }

    /// The number of the placement, or of its symmetric twin, among those with the same side to move.
    /// Requires: the position's class is `material()`.
    [[nodiscard]] std::uint64_t rank(const rules::Position& position) const;
    /// The placement that has that number when it is that side's move. Requires: number < size().
    [[nodiscard]] rules::Position unrank(std::uint64_t number, rules::Colour side_to_move) const;
    /// How many of all placements of the class this number stands for, whichever side is to move: their sum over all
    /// numbers is `all_placements(material())`. Requires: number < size().
    [[nodiscard]] int weight(std::uint64_t number) const;

private:
    /// On how many sets of squares the mover's kings can stand beside the men and the other side's kings.
    [[nodiscard]] std::uint64_t mover_sets(rules::Colour mover) const;

    Material material_;
    SliceIndex slices_;
    std::uint64_t slice_size_ = 0;
    std::uint64_t size_ = 0;
    std::unique_ptr<KingsOnlyIndex> kings_only_;
};

/// The size of the class's index, without making it: in microseconds and next to no memory.
/// Requires: is_supported(material).
[[nodiscard]] std::uint64_t class_size(const Material& material);
/// The positions that the class's tables store, of all stored sides to move together.
/// Requires: is_supported(material).
[[nodiscard]] inline std::uint64_t stored_positions(const Material& material) {
    return class_size(material) * static_cast<std::uint64_t>(stored_sides(material));
}

/// The number of placements of a class, no symmetry removed.
[[nodiscard]] std::uint64_t all_placements(const Material& material);

}  // namespace dameotb::index
