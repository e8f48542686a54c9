// A slice is a class with the men's squares fixed. Also the gapless index of a class's slices.
// Men never retreat and captures leave the class, so only king moves can form cycles, and only inside a slice. A slice
// and its left-right mirror image count as one: the index holds one of each pair.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::index {

/// The men's squares. White men stand on ranks 1-7, black men on ranks 2-8; no two men share a square.
struct Slice {
    Bitboard white_men;
    Bitboard black_men;

    [[nodiscard]] static Slice of(const Position& p) { return {p.white().men, p.black().men}; }
    [[nodiscard]] Bitboard men() const { return white_men | black_men; }
    [[nodiscard]] Slice mirrored() const { return {white_men.mirrored(), black_men.mirrored()}; }
    [[nodiscard]] Slice flipped() const { return {black_men.flipped(), white_men.flipped()}; }
    [[nodiscard]] bool is_self_mirrored() const { return *this == mirrored(); }
    /// Returns how many ranks all men together have advanced. Every quiet move of a man raises it, so slices of equal
    /// advancement are independent of each other.
    [[nodiscard]] int advancement() const;
    bool operator==(const Slice&) const = default;
};

/// The index of a slice in its class, 0 to SliceIndex::count() - 1.
class SliceId {
public:
    constexpr SliceId() = default;
    constexpr explicit SliceId(std::uint64_t value) : value_{value} {}
    [[nodiscard]] constexpr std::uint64_t value() const { return value_; }
    constexpr auto operator<=>(const SliceId&) const = default;

private:
    std::uint64_t value_ = 0;
};

/// Ranks the slices of `white_men` + `black_men` without gaps. Mirror images share an index.
/// Immutable after construction; all members are thread-safe.
///
/// The board is cut into its left half (files a-d) and its right half, which is mirrored onto the left. Each half is
/// then a half placement: a white and b black men on 32 squares. Half placements are ordered by (a, b), then by rank. A
/// slice is canonical if its left half is not below its right half in that order. If the two halves differ in (a, b),
/// all pairs of ranks are canonical: a full product. If they agree in (a, b), the canonical pairs are those with
/// rank(left) >= rank(right): a triangle. So every canonical slice has one index and there are no gaps. Only
/// self-mirrored slices (equal halves) still hold two mirror-image placements of the kings each.
class SliceIndex {
public:
    /// Requires: 0 <= men of either colour <= 8.
    SliceIndex(int white_men, int black_men);

    /// Where a slice is indexed.
    struct Located {
        SliceId id;
        bool mirrored;  ///< The index is that of its mirror image. False for a self-mirrored slice.
    };

    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the index of the slice or of its mirror image. Requires: the slice has the men that this index is for.
    [[nodiscard]] Located locate(const Slice& slice) const;
    /// Writes to numbers[s.index()], for each s of `squares`, the index of the slice with one more man of this colour
    /// on s: what `locate` returns, in a third of the time. Requires: with that man it is a slice with the men that
    /// this index is for.
    void locate_with(const Slice& rest, Colour colour, Bitboard squares, SquareArray<Located>& numbers) const;
    /// Returns whether the slice itself, not its mirror image, is indexed. True for a self-mirrored slice.
    [[nodiscard]] bool is_canonical(const Slice& slice) const { return !locate(slice).mirrored; }
    /// Requires: a canonical slice with the men that this index is for.
    [[nodiscard]] SliceId rank(const Slice& canonical) const { return locate(canonical).id; }
    /// Requires: id.value() < count().
    [[nodiscard]] Slice unrank(SliceId id) const;
    /// Writes the slices from `first` on to `slices`: what `unrank` returns, but faster.
    /// Requires: first.value() + slices.size() <= count().
    void unrank(SliceId first, std::span<Slice> slices) const;

private:
    /// One way to split the men over the halves, and the index of its first slice.
    struct Split {
        int left_white;
        int left_black;
        int right_white;
        int right_black;
        std::uint64_t first;
    };

    /// The slices with these numbers of men in their left half, or in the mirror image's if that is indexed.
    struct Halves {
        std::uint64_t first;  ///< The index of the first of them.
        std::uint64_t width;  ///< How many placements the indexed slice's right half has.
        bool mirrored;        ///< The mirror image is indexed. False if `equal`: then the ranks decide.
        bool equal;           ///< Both halves have equally many men of either colour.

        [[nodiscard]] static Halves of(const Split& split, bool mirrored);
        /// Returns the index of the slice whose halves have these ranks.
        [[nodiscard]] Located locate(std::uint64_t left_rank, std::uint64_t right_rank) const;
    };
    [[nodiscard]] const Halves& halves(int left_white, int left_black) const;

    int black_men_;
    std::uint64_t count_ = 0;
    std::vector<Split> splits_;
    std::vector<Halves> halves_;  ///< By left_white * (black men + 1) + left_black.
};

/// Returns how many slices of a class have each advancement of their men, the greatest first, without enumerating them.
/// The last number is that of advancement 0; like others, it may be 0. In a symmetric class slices that are
/// colour-flipped images of each other count once. Takes microseconds, even for classes too large for tables.
[[nodiscard]] std::vector<std::uint64_t> level_counts(const Material& material);

}  // namespace dameotb::index
