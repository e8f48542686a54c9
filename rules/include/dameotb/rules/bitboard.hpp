// A set of squares as one 64-bit word: bit i is Square{i}.
// Set algebra, the mirror images of a set, and iteration from a1 upwards.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include <dameotb/rules/square.hpp>

namespace dameotb {

/// A set of squares. Value type; every operation is constexpr, branch-free and cannot fail.
class Bitboard {
public:
    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t bits) : bits_{bits} {}
    constexpr explicit Bitboard(Square square) : bits_{std::uint64_t{1} << square.index()} {}

    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
    [[nodiscard]] constexpr bool contains(Square square) const { return (bits_ >> square.index()) & 1; }
    [[nodiscard]] constexpr bool intersects(Bitboard other) const { return (bits_ & other.bits_) != 0; }
    /// Requires: not empty.
    [[nodiscard]] constexpr Square lowest() const { return Square{std::countr_zero(bits_)}; }
    /// Requires: not empty.
    [[nodiscard]] constexpr Square highest() const { return Square{63 - std::countl_zero(bits_)}; }

    constexpr Bitboard operator|(Bitboard other) const { return Bitboard{bits_ | other.bits_}; }
    constexpr Bitboard operator&(Bitboard other) const { return Bitboard{bits_ & other.bits_}; }
    constexpr Bitboard operator^(Bitboard other) const { return Bitboard{bits_ ^ other.bits_}; }
    /// Returns the squares of this set that are not in `other`.
    constexpr Bitboard operator-(Bitboard other) const { return Bitboard{bits_ & ~other.bits_}; }
    constexpr Bitboard operator~() const { return Bitboard{~bits_}; }
    constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
    constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
    constexpr Bitboard& operator-=(Bitboard other) { return *this = *this - other; }

    constexpr Bitboard operator|(Square square) const { return *this | Bitboard{square}; }
    constexpr Bitboard operator-(Square square) const { return *this - Bitboard{square}; }
    constexpr Bitboard& operator|=(Square square) { return *this |= Bitboard{square}; }
    constexpr Bitboard& operator-=(Square square) { return *this -= Bitboard{square}; }

    /// Returns the squares as Black sees them (rank 1 <-> rank 8).
    [[nodiscard]] constexpr Bitboard flipped() const { return Bitboard{__builtin_bswap64(bits_)}; }

    /// Returns the left-right mirror image (file a <-> file h).
    [[nodiscard]] constexpr Bitboard mirrored() const {
        std::uint64_t b = bits_;
        b = ((b >> 1) & 0x5555555555555555U) | ((b & 0x5555555555555555U) << 1);
        b = ((b >> 2) & 0x3333333333333333U) | ((b & 0x3333333333333333U) << 2);
        b = ((b >> 4) & 0x0F0F0F0F0F0F0F0FU) | ((b & 0x0F0F0F0F0F0F0F0FU) << 4);
        return Bitboard{b};
    }

    constexpr bool operator==(const Bitboard&) const = default;

    /// Forward iterator over the squares, the lowest index first.
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Square;
        using difference_type = std::ptrdiff_t;
        using pointer = const Square*;
        using reference = Square;

        constexpr Iterator() = default;
        constexpr explicit Iterator(std::uint64_t rest) : rest_{rest} {}
        constexpr Square operator*() const { return Square{std::countr_zero(rest_)}; }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint64_t rest_ = 0;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator{bits_}; }
    [[nodiscard]] constexpr Iterator end() const { return Iterator{0}; }

private:
    std::uint64_t bits_ = 0;
};

/// Returns one of two sets without a branch: for conditions no processor can predict.
[[nodiscard]] constexpr Bitboard select(bool first, Bitboard a, Bitboard b) {
    const std::uint64_t chosen = -std::uint64_t{first};
    return b ^ ((a ^ b) & Bitboard{chosen});
}

/// Rank 1, which no black man can occupy.
inline constexpr Bitboard rank_1{0x00000000000000FFU};
/// Rank 8, which no white man can occupy.
inline constexpr Bitboard rank_8{0xFF00000000000000U};
inline constexpr Bitboard file_a{0x0101010101010101U};
inline constexpr Bitboard file_h{0x8080808080808080U};
inline constexpr Bitboard all_squares{~std::uint64_t{0}};

}  // namespace dameotb
