// Groups the rows of a slice into planes: rows that differ in the square of the second, a king besides the pivot king.
// The captures of a plane are searched together (scores/captures/plane_capture_search.hpp).
#pragma once

#include <cstdint>
#include <span>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::scores {

/// Rows that differ in the square of the second.
class CapturePlane {
public:
    /// `kings`: all except the second and the pivot king. `rest`: those in the second's set of kings.
    CapturePlane(const Kings& kings, Bitboard rest, std::uint32_t first_row, std::uint32_t rows_a_rank)
        : kings_{kings}, rest_{rest}, ranks_{rest}, first_row_{first_row}, rows_a_rank_{rows_a_rank} {}

    [[nodiscard]] const Kings& kings() const { return kings_; }
    /// Returns the second's squares: all above the kings of its own set, so that each row lies in one plane.
    [[nodiscard]] Bitboard second_king_squares() const {
        return rest_.empty() ? all_squares : Bitboard{~std::uint64_t{0} << rest_.highest().index() << 1};
    }
    /// Returns those on which no two pieces share a square.
    [[nodiscard]] Bitboard legal_second_king_squares(Bitboard men) const {
        const Bitboard white = kings_[Colour::White];
        const Bitboard black = kings_[Colour::Black];
        const bool is_legal = !white.intersects(black) && !men.intersects(white | black);
        return is_legal ? second_king_squares() - (men | white | black) : Bitboard{};
    }
    [[nodiscard]] std::uint32_t row(Square second) const {
        return first_row_ + ranks_.rank(second.index()) * rows_a_rank_;
    }

private:
    Kings kings_;
    Bitboard rest_;
    index::RanksWithOneMore ranks_;
    std::uint32_t first_row_;
    std::uint32_t rows_a_rank_;
};

/// The rows of a class's slices, in planes. The second is a co-king if all sets of co-kings have rows; else it is one
/// of the others. Immutable; keeps a reference to the layout.
class CapturePlanes {
public:
    /// `by_co_kings`: whether each plane has rows of a single set of co-kings, so that the second is never a co-king.
    explicit CapturePlanes(const SliceLayout& layout, bool by_co_kings = false);

    /// Returns the number of planes: none if no set of kings has all its sets in rows, or no set has a king.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the side of the second. Requires: count() > 0.
    [[nodiscard]] Colour second() const { return is_co_king_ ? layout_.pivot() : opponent(layout_.pivot()); }
    [[nodiscard]] CapturePlane plane(std::uint64_t number) const;

private:
    const SliceLayout& layout_;
    bool is_co_king_;
    std::span<const Bitboard> rests_;
    std::uint64_t count_ = 0;
};

}  // namespace dameotb::scores
