// Decisions "is it candidate k?" of several rows, listed before their votes are looked up, so that no look-up waits for
// what precedes it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contexts.hpp"
#include "escape_tree.hpp"
#include "row_patterns.hpp"

namespace dameotb::table {

/// Returns what distinguishes decisions "is it candidate k?". `first`: candidate 0 of results; 0 of distances.
[[nodiscard]] constexpr std::uint64_t candidate_decision(std::size_t k, bool is_less, RelativeValue first) {
    return std::uint64_t{k} | std::uint64_t{is_less} << 8 | std::uint64_t{first} << 16;
}

namespace detail {

// A list entry has the decision in its lowest 24 bits, then the answer, the offset of the square's patterns, and the
// decision's number.
inline constexpr int answer_shift = 24;
inline constexpr int offset_shift = 32;
inline constexpr int number_shift = 48;

[[nodiscard]] constexpr std::uint64_t list_entry(std::uint64_t decision, bool yes, std::size_t offset,
                                                 std::size_t number) {
    return decision | std::uint64_t{yes} << answer_shift | std::uint64_t{offset} << offset_shift |
           std::uint64_t{number} << number_shift;
}

/// Entries of candidates 0 to 3 without their common part: by the right candidate, or 4, and by a bit for each of 1 to
/// 3, whether it is less than candidate 0.
using Quads = std::array<std::array<std::array<std::uint64_t, 4>, 8>, 5>;
[[nodiscard]] constexpr Quads make_quads() {
    Quads quads{};
    for (std::size_t own = 0; own < 5; ++own) {
        for (std::size_t less = 0; less < 8; ++less) {
            for (std::size_t k = 0; k < 4; ++k) {
                quads[own][less][k] = list_entry(candidate_decision(k, (2 * less >> k & 1) != 0, 0), k == own, 0, k);
            }
        }
    }
    return quads;
}
inline constexpr Quads quads = make_quads();

}  // namespace detail

/// A list of decisions about squares. Requires: add_row before its squares are listed.
class ListedCandidates {
public:
    static constexpr std::size_t most_rows = 8;
    static constexpr std::size_t most_decisions = most_rows * 64 * (most_candidates + longest_path);
    static_assert(most_decisions <= 0x10000);

    void clear() {
        rows_ = 0;
        listed_ = 0;
        numbers_ = 0;
    }
    [[nodiscard]] bool is_full() const { return rows_ == most_rows; }
    [[nodiscard]] bool is_empty() const { return rows_ == 0; }
    /// Adds a row. Returns where the patterns of its squares go.
    [[nodiscard]] std::span<SquarePatterns, 64> add_row() {
        list_.resize(most_decisions + 4);
        row_ = 64 * rows_++;
        return std::span{squares_}.subspan(row_).first<64>();
    }
    [[nodiscard]] SquarePatterns& patterns(Square square) { return squares_[offset_of(square)]; }

    /// Gives a decision of another family the next number in the list's sequence.
    [[nodiscard]] std::size_t take_number() { return numbers_++; }
    /// Returns how many numbers are taken.
    [[nodiscard]] std::size_t numbers() const { return numbers_; }

    /// Lists a decision about a square of the last row. `decision`: from candidate_decision.
    void add(Square square, std::uint64_t decision, bool yes) {
        list_[listed_++] = detail::list_entry(decision, yes, offset_of(square), numbers_++);
    }
    /// Lists that candidates 0 to `own` - 1 were wrong, and candidate `own` right; of results only the first two.
    /// `less`: a bit for each candidate, whether it is less than the first. `first`: as in candidate_decision.
    /// Requires: own < not_guessed.
    void add_all_to(Square square, unsigned own, unsigned less, std::uint64_t first, std::size_t asked) {
        const std::uint64_t common = detail::list_entry(first << 16, false, offset_of(square), numbers_);
        const auto& quad = detail::quads[std::min(own, 4U)][less >> 1 & 7];
        rules::store_words(&list_[listed_], rules::load_words<WordVector>(&quad[0]) + common);
        rules::store_words(&list_[listed_ + 2], rules::load_words<WordVector>(&quad[2]) + common);
        for (std::size_t k = 4; k < asked; ++k)
            [[unlikely]] {
                list_[listed_ + k] =
                    common + detail::list_entry(candidate_decision(k, (less >> k & 1) != 0, 0), k == own, 0, k);
            }
        listed_ += asked;
        numbers_ += asked;
    }

    /// Calls take(number, contexts, yes) for every listed decision. The spare lane of the patterns has the misses.
    template <class Take>
    void for_each(const Take& take) const {
        for (std::size_t i = 0; i < listed_; ++i) {
            const std::uint64_t entry = list_[i];
            const std::size_t offset = entry >> detail::offset_shift & 0xFFFF;
            const SquarePatterns& at = squares_[offset];
            take(entry >> detail::number_shift,
                 candidate_situation(at.guesses(), at.hints(), offset % 64, at.lanes[SquarePatterns::spare])
                     .of(entry & 0xFFFFFF),
                 (entry >> detail::answer_shift & 1) != 0);
        }
    }

private:
    [[nodiscard]] std::size_t offset_of(Square square) const { return row_ + static_cast<std::size_t>(square.index()); }

    std::array<SquarePatterns, 64 * most_rows> squares_;
    std::vector<std::uint64_t> list_;  ///< Empty before the first row. Up to four entries past the end may be written.
    std::size_t row_ = 0;
    std::size_t rows_ = 0;
    std::size_t listed_ = 0;
    std::size_t numbers_ = 0;
};

}  // namespace dameotb::table
