// What is known of a block, by square of its rows: while decoding, the relative values so far, and line bounds that
// carry over from row to row; while encoding, all relative values, stored by position.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/rules/bitboard.hpp>

#include "block_rows.hpp"
#include "byte_vectors.hpp"
#include "relative_values.hpp"

namespace dameotb::table {

/// A relative value for each square of the board.
using Squares = SquareArray<RelativeValue>;

[[nodiscard]] constexpr Squares all_squares_of(RelativeValue relative_value) {
    Squares squares{};
    squares.fill(relative_value);
    return squares;
}
inline constexpr Squares unknown_squares = all_squares_of(unknown_relative_value);
inline constexpr Squares no_squares = all_squares_of(no_relative_value);

/// One row. From every square of a line a king reaches the same squares. So the least relative value on a line is a
/// lower bound for a king on that line.
struct KnownRow {
    alignas(64) SquareArray<RelativeValue> south_of_board = unknown_squares;
    Squares relative_values;
    /// The least relative value on the line behind the lowest fellow, by direction of `backwards`.
    std::array<Squares, 4> least_by_fellow;
};

/// What a row's neighbours say about each of its squares.
struct RowSurroundings {
    const Squares* waiting_west = &unknown_squares;  ///< The lowest waiting king one step to the west.
    const Squares* waiting_south = &unknown_squares;
    const Squares* fellow_west = &unknown_squares;  ///< The lowest fellow one step to the west.
    const Squares* same_kings = &unknown_squares;   ///< The same kings in another slice.
    alignas(64) Squares fellow_bound;  ///< The greatest of least_by_fellow; no_relative_value where nothing is known.
};

class KnownRows {
public:
    /// Forgets all rows. Makes room for `rows`. `fellows`: whether the runner has any.
    void reset(std::size_t rows, bool fellows) {
        if (rows_.size() < rows) {
            rows_.resize(rows);
        }
        fellows_ = fellows;
    }
    /// Returns the relative values of a row. South of the board, before the first, are 64 unknown relative values.
    [[nodiscard]] Squares& relative_values(std::size_t row) { return rows_[row].relative_values; }

    /// Carries the line bounds over to a row, and returns what is around it. Requires: this was done for all earlier
    /// rows, and their relative values are known.
    [[nodiscard]] RowSurroundings around(std::size_t number, const NeighbourRows& neighbours) {
        KnownRow& row = rows_[number];
        RowSurroundings around;
        around.fellow_bound = no_squares;
        for (std::size_t d = 0; fellows_ && d < backwards.size(); ++d) {
            carry_least(row.least_by_fellow[d], d, neighbours.fellow_moved[d], around.fellow_bound);
        }
        point_to(around.waiting_west, neighbours.waiting_west);
        point_to(around.waiting_south, neighbours.waiting_south);
        point_to(around.fellow_west, neighbours.fellow_moved[0]);
        point_to(around.same_kings, neighbours.same_kings);
        return around;
    }

private:
    void point_to(const Squares*& squares, RowNumber row) const {
        squares = row == none ? &unknown_squares : &rows_[static_cast<std::size_t>(row)].relative_values;
    }
    void carry_least(Squares& least, std::size_t d, RowNumber from, Squares& bound) const {
        if (from == none) {
            least = unknown_squares;
            return;
        }
        const KnownRow& row = rows_[static_cast<std::size_t>(from)];
        take_least(row.least_by_fellow[d].data(), row.relative_values.data(), least.data(), bound.data());
    }

    // A plain loop over memory that does not overlap, which compilers vectorise.
    static void take_least(const RelativeValue* __restrict before, const RelativeValue* __restrict relative_values,
                           RelativeValue* __restrict least, RelativeValue* __restrict bound) {
        for (std::size_t i = 0; i < 64; ++i) {
            const RelativeValue value = std::min(before[i], relative_values[i]);
            least[i] = value;
            bound[i] = std::max(bound[i], value == unknown_relative_value ? no_relative_value : value);
        }
    }

    std::vector<KnownRow> rows_;
    bool fellows_ = false;
};

/// Returns the squares of a row with that relative value.
[[nodiscard]] inline Bitboard squares_of(const Squares& relative_values, RelativeValue relative_value) {
    std::uint64_t squares = 0;
    for (std::size_t first = 0; first < relative_values.size(); first += vector_bytes) {
        squares |= std::uint64_t{bits_of(bytes_at(&relative_values[first]) == all_bytes(relative_value))} << first;
    }
    return Bitboard{squares};
}

namespace detail {
/// Returns, for each set of files, the source of each file's byte: the next of eight for files of the set, and the byte
/// after these for others.
[[nodiscard]] constexpr std::array<std::array<std::uint8_t, 8>, 256> make_spreads() {
    std::array<std::array<std::uint8_t, 8>, 256> spreads{};
    for (unsigned set = 0; set < spreads.size(); ++set) {
        std::uint8_t next = 0;
        for (std::size_t file = 0; file < 8; ++file) {
            spreads[set][file] = (set >> file & 1) != 0 ? next++ : std::uint8_t{8};
        }
    }
    return spreads;
}
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> spreads = make_spreads();
}  // namespace detail

/// Reuses its memory from block to block. Members are plain loops over all positions, which compilers vectorise.
class KnownRelativeValues {
public:
    /// Takes the codes of a block. `flipped`: as in relative_value_map.
    template <Coding coding>
    void take(std::span<const std::uint8_t> codes, bool flipped) {
        count_ = codes.size();
        if (relative_values_.size() < count_ + 8) {
            relative_values_.resize(count_ + 8);
        }
        flipped ? convert<coding, true>(codes.data(), relative_values_.data(), count_)
                : convert<coding, false>(codes.data(), relative_values_.data(), count_);
    }

    /// Returns the relative value of all quiet positions; no_relative_value if none is quiet, nothing if there are
    /// several.
    [[nodiscard]] std::optional<RelativeValue> only_relative_value() const {
        const auto quiet = std::ranges::find_if(
            positions(), [](RelativeValue relative_value) { return relative_value != unknown_relative_value; });
        if (quiet == positions().end()) {
            return no_relative_value;
        }
        return are_all(*quiet) ? std::optional{*quiet} : std::nullopt;
    }
    /// Returns whether all quiet positions have the relative value.
    [[nodiscard]] bool are_all(RelativeValue wanted) const {
        unsigned others = 0;
        for (const RelativeValue relative_value : positions()) {
            others |= static_cast<unsigned>(relative_value != wanted) &
                      static_cast<unsigned>(relative_value != unknown_relative_value);
        }
        return others == 0;
    }
    /// Writes the relative values of the positions from `first` on to `squares`, in order, and unknown_relative_value
    /// to all others.
    void spread(std::size_t first, Bitboard squares, Squares& to) const {
        for (std::size_t row = 0; row < 8; ++row) {
            const auto in_row = static_cast<std::uint8_t>(squares.bits() >> (8 * row));
            const ByteVector relative_values = eight_bytes_at(&relative_values_[first], unknown_relative_value);
            put_lower_half(&to[8 * row], look_up(relative_values, eight_bytes_at(detail::spreads[in_row].data(), 0)));
            first += static_cast<std::size_t>(std::popcount(in_row));
        }
    }

private:
    template <Coding coding, bool flipped>
    static void convert(const std::uint8_t* __restrict codes, RelativeValue* __restrict relative_values,
                        std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            relative_values[i] =
                codes[i] == dont_care_code ? unknown_relative_value : relative_value_of_code<coding>(codes[i], flipped);
        }
    }

    [[nodiscard]] std::span<const RelativeValue> positions() const { return std::span{relative_values_}.first(count_); }

    std::vector<RelativeValue> relative_values_;  ///< At least eight more than there are positions.
    std::size_t count_ = 0;
};

}  // namespace dameotb::table
