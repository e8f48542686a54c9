// The grades of a unit whose values are all known, by place, and by square of a row.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/rules/bitboard.hpp>

#include "byte_vectors.hpp"
#include "grades.hpp"
#include "known_rows.hpp"

namespace dameotb::table {

/// Returns the squares of a row that have the grade.
[[nodiscard]] inline rules::Bitboard squares_of(const Squares& grades, Grade grade) {
    std::uint64_t squares = 0;
    for (std::size_t first = 0; first < grades.size(); first += vector_bytes) {
        squares |= std::uint64_t{bits_of(bytes_at(&grades[first]) == all_bytes(grade))} << first;
    }
    return rules::Bitboard{squares};
}

namespace detail {
/// Returns, for each set of files, where each file's byte comes from: from the next of eight for files of the set,
/// and from behind these for others.
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

/// Keeps its memory from unit to unit. Members are plain loops over all places, which compilers turn into vectors.
class KnownGrades {
public:
    /// Takes the codes of a unit. `flipped`: as in grade_map.
    template <Metric metric>
    void take(std::span<const std::uint8_t> codes, bool flipped) {
        count_ = codes.size();
        if (grades_.size() < count_ + 8) {
            grades_.resize(count_ + 8);
        }
        flipped ? convert<metric, true>(codes.data(), grades_.data(), count_)
                : convert<metric, false>(codes.data(), grades_.data(), count_);
    }

    /// Returns the grade that all quiet places have; no_grade if none is quiet, and nothing if there are several.
    [[nodiscard]] std::optional<Grade> only_grade() const {
        const auto quiet = std::ranges::find_if(places(), [](Grade grade) { return grade != unknown_grade; });
        if (quiet == places().end()) {
            return no_grade;
        }
        return are_all(*quiet) ? std::optional{*quiet} : std::nullopt;
    }
    /// Returns whether all quiet places have the grade.
    [[nodiscard]] bool are_all(Grade wanted) const {
        unsigned others = 0;
        for (const Grade grade : places()) {
            others |= static_cast<unsigned>(grade != wanted) & static_cast<unsigned>(grade != unknown_grade);
        }
        return others == 0;
    }
    /// Writes the grades of the places from `first` on to so many squares, in their order, and unknown_grade to all
    /// others.
    void spread(std::size_t first, rules::Bitboard squares, Squares& to) const {
        for (std::size_t row = 0; row < 8; ++row) {
            const auto in_row = static_cast<std::uint8_t>(squares.bits() >> (8 * row));
            const ByteVector grades = eight_bytes_at(&grades_[first], unknown_grade);
            put_lower_half(&to[8 * row], look_up(grades, eight_bytes_at(detail::spreads[in_row].data(), 0)));
            first += static_cast<std::size_t>(std::popcount(in_row));
        }
    }

private:
    template <Metric metric, bool flipped>
    static void convert(const std::uint8_t* __restrict codes, Grade* __restrict grades, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            grades[i] = codes[i] == dont_care_code ? unknown_grade : grade_of_code<metric>(codes[i], flipped);
        }
    }

    [[nodiscard]] std::span<const Grade> places() const { return std::span{grades_}.first(count_); }

    std::vector<Grade> grades_;  ///< At least eight more than there are places.
    std::size_t count_ = 0;
};

}  // namespace dameotb::table
