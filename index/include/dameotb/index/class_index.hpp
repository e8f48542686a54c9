// The perfect index of a class: every index stands for a legal placement, every placement has an index, and there are
// no gaps. Index = slice index * placements per slice + kings' index. A class has one array of values for each stored
// side to move. In that array the kings of that side vary fastest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::index {

class KingsOnlyIndex;

/// Returns whose kings lead the index of a class without men: they determine the order of its indices first, whoever is
/// to move. With more than 6 pieces, tables of all sets of White's kings would be large.
[[nodiscard]] inline Colour leader(const Material& material) {
    return material.pieces() <= 6 ? Colour::White : Colour::Black;
}

/// Ranks and unranks the placements of one class. Symmetric twins share an index.
///
/// With men: the slice index gives the men's squares; mirror images share a slice. The kings stand on the squares that
/// the men leave free, numbered from a1 upwards. The kings of the waiting side are ranked as a subset of the free
/// squares, those of the side to move as a subset of the squares then left:
/// kings' index = waiting side's rank * C(free - waiting side's kings, mover's kings) + mover's rank.
/// So neighbouring indices mostly differ in the square of one king of the mover. Such positions have similar values. A
/// self-mirrored slice holds the two mirror images of a king placement under two indices.
///
/// Without men: all eight symmetries of the square are removed exactly. Each orbit has one index, which does not depend
/// on the side to move.
///
/// Immutable after construction; all members are thread-safe and do not allocate.
class ClassIndex {
public:
    /// Makes the index. For a class without men it builds tables: less than 1 MB in some milliseconds, for KKKKKvK
    /// 4.4 MB in 30 ms. Requires: a canonical class that is_supported.
    explicit ClassIndex(const Material& material) : ClassIndex{material, index::leader(material)} {}
    /// Makes the index of a class without men with that side leading. Files have the order of the other constructor.
    /// Requires the same.
    ClassIndex(const Material& material, Colour leader);
    ~ClassIndex();
    ClassIndex(ClassIndex&&) noexcept;
    ClassIndex& operator=(ClassIndex&&) noexcept;

    [[nodiscard]] const Material& material() const { return material_; }
    /// Returns how many indices there are for each side to move: class_size(material()).
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] const SliceIndex& slices() const { return slices_; }
    /// Returns how many indices each slice has; `size()` for a class without men.
    [[nodiscard]] std::uint64_t slice_size() const { return slice_size_; }
    /// Requires: a class without men.
    [[nodiscard]] Colour leader() const { return leader_; }

    /// Returns the index of the placement, or of its symmetric twin, for its side to move. Requires: the position's
    /// class is `material()`.
    [[nodiscard]] std::uint64_t rank(const Position& position) const;
    /// Returns the placement with index `number` and that side to move. Requires: number < size().
    [[nodiscard]] Position unrank(std::uint64_t number, Colour side_to_move) const;
    /// Writes the placements from index `first` on to `positions`: what `unrank` returns, but faster in classes without
    /// men or without kings. Requires: first + positions.size() <= size().
    void unrank(std::uint64_t first, Colour side_to_move, std::span<Position> positions) const;
    /// Returns how many placements of the class index `number` stands for, the same for both sides to move. The sum
    /// over all indices is `all_placements(material())`. Requires: number < size().
    [[nodiscard]] int weight(std::uint64_t number) const;

private:
    /// Returns on how many sets of squares the mover's kings can stand once the men and the other side's kings are
    /// fixed.
    [[nodiscard]] std::uint64_t mover_sets(Colour mover) const;

    Material material_;
    Colour leader_;
    SliceIndex slices_;
    std::uint64_t slice_size_ = 0;
    std::uint64_t size_ = 0;
    std::unique_ptr<KingsOnlyIndex> kings_only_;
};

/// Calls visit(index, position) for the indices `first` to `end` - 1. Requires: end <= index.size().
template <class Visit>
void for_each_placement(const ClassIndex& index, Colour side_to_move, std::uint64_t first, std::uint64_t end,
                        const Visit& visit) {
    std::array<Position, 1024> positions;  // the first of them is unranked, which can take microseconds
    while (first < end) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(positions.size(), end - first));
        index.unrank(first, side_to_move, std::span{positions}.first(count));
        for (std::size_t i = 0; i < count; ++i) {
            visit(first + i, positions[i]);
        }
        first += count;
    }
}

/// Returns the size of the class's index without making the index. Takes microseconds and almost no memory.
/// Requires: has_size(material).
[[nodiscard]] std::uint64_t class_size(const Material& material);
/// Returns how many positions the class's tables store, for all stored sides to move together.
/// Requires: has_size(material).
[[nodiscard]] inline std::uint64_t stored_positions(const Material& material) {
    return class_size(material) * static_cast<std::uint64_t>(stored_sides(material));
}

/// Returns the number of placements of kings alone, up to all eight symmetries of the board.
/// Requires: at most most_sized_pieces kings together.
[[nodiscard]] std::uint64_t king_orbits(std::size_t white_kings, std::size_t black_kings);

/// Returns the number of placements of a class, with no symmetry removed.
[[nodiscard]] std::uint64_t all_placements(const Material& material);

/// Returns the number of placements of a class up to the symmetries of the board: left-right with men, without men all
/// eight. Requires: without men at most most_sized_pieces kings.
[[nodiscard]] std::uint64_t placement_orbits(const Material& material);

}  // namespace dameotb::index
