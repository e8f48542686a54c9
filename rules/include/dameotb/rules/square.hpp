// A square of the 8x8 board.
// a1 = 0, b1 = 1, ..., h1 = 7, a2 = 8, ..., h8 = 63: the index is rank * 8 + file. So a square is also a bit of a
// Bitboard; the left-right mirror is `index ^ 7` and the up-down flip is `index ^ 56`.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace dameotb {

/// A square, always one of the 64. Cheap to copy; no invalid state.
class Square {
public:
    static constexpr int count = 64;

    /// Makes a1.
    constexpr Square() = default;
    /// Requires: 0 <= index < 64.
    constexpr explicit Square(int index) : index_{static_cast<std::uint8_t>(index)} {}
    /// Requires: 0 <= file < 8 (a = 0), 0 <= rank < 8 (rank 1 = 0).
    constexpr Square(int file, int rank) : Square{rank * 8 + file} {}

    [[nodiscard]] constexpr int index() const { return index_; }
    [[nodiscard]] constexpr int file() const { return index_ & 7; }
    [[nodiscard]] constexpr int rank() const { return index_ >> 3; }

    /// Returns the square as Black sees it: rank 1 becomes rank 8, the file stays.
    [[nodiscard]] constexpr Square flipped() const { return Square{index_ ^ 56}; }
    /// Returns the left-right mirror image: file a becomes file h, the rank stays.
    [[nodiscard]] constexpr Square mirrored() const { return Square{index_ ^ 7}; }

    /// Returns "a1" to "h8".
    [[nodiscard]] std::string to_string() const {
        return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())};
    }

    constexpr auto operator<=>(const Square&) const = default;

private:
    std::uint8_t index_ = 0;
};

/// One T for each square.
template <class T>
struct SquareArray : std::array<T, Square::count> {
    using std::array<T, Square::count>::operator[];
    [[nodiscard]] constexpr const T& operator[](Square s) const { return (*this)[static_cast<std::size_t>(s.index())]; }
    [[nodiscard]] constexpr T& operator[](Square s) { return (*this)[static_cast<std::size_t>(s.index())]; }
};

}  // namespace dameotb
