// A query: predicates on positions with known values, all of which must hold.
// search.hpp goes through classes for the positions that answer a query.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::query {

/// Whole numbers from `least` to `most`, both included.
struct IntRange {
    int least = 0;
    int most = std::numeric_limits<int>::max();

    /// Reads "5", "5-9", "5-" or "-9", with numbers up to 999999999. Returns nothing for any other text, and for an
    /// empty range.
    [[nodiscard]] static std::optional<IntRange> parse(std::string_view text);
    /// Returns whether the text would be a range but for its order, as "9-5".
    [[nodiscard]] static bool is_reversed(std::string_view text);
    /// Returns in words what to write instead of a text that is no range.
    [[nodiscard]] static std::string_view expected_instead(std::string_view text);
    [[nodiscard]] bool contains(int number) const { return least <= number && number <= most; }
    bool operator==(const IntRange&) const = default;
};

/// Kinds of zugzwang: to be on move is a drawback. Both kinds belong to a placement: its two positions, with White and
/// with Black to move, either both are in zugzwang or both are not.
enum class Zugzwang : std::uint8_t {
    Any,     ///< The side to move has a worse result than if the other side were to move.
    Mutual,  ///< Either side loses if it is to move.
};

/// The predicates. One that is not set holds for every position.
struct Query {
    std::optional<rules::Wdl> result{};  ///< For the side to move.
    /// Plies to the end of the game. A draw does not answer it.
    std::optional<IntRange> plies{};
    /// No win, or no loss, of the class with the same side to move takes longer. A draw does not answer it.
    bool longest = false;
    std::optional<rules::Colour> side_to_move{};
    std::optional<Zugzwang> zugzwang{};
    /// Whether the side to move must capture.
    std::optional<bool> capture{};
    /// How many moves win. Moves that lead to the same position count as one (RULES 8).
    std::optional<IntRange> winning_moves{};
    /// How many moves keep the value: a win in the fewest plies, a draw, or a loss in the most plies.
    std::optional<IntRange> best_moves{};
    /// The position is won or lost. In all play in which the loser holds out as long as possible, the winner has
    /// exactly one winning move at each turn but the last move of the game.
    bool unique_solution = false;
    /// Pieces that stand on these squares; there may be others. A position has them if one of its symmetric images has
    /// them. Images are the mirror image, or without men all eight; in a symmetric class also those with colours
    /// swapped, unless `side_to_move` is set.
    std::array<rules::Pieces, 2> placed{};

    /// Returns whether moves must be counted.
    [[nodiscard]] bool asks_for_moves() const { return winning_moves || best_moves; }
    [[nodiscard]] bool asks_for_squares() const { return placed != std::array<rules::Pieces, 2>{}; }
};

/// The least and the most preferred value of a range, both included.
using ValueRange = std::pair<rules::Value, rules::Value>;
/// Returns whether one of the ranges holds the value.
[[nodiscard]] bool contains(std::span<const ValueRange> ranges, rules::Value value);
/// Returns ranges of values, from the least preferred to the most preferred, that hold the value of every position that
/// answers the query. The query's other predicates may exclude more. Empty if no position can answer it: wins take an
/// odd number of plies, losses an even one, at most scores::longest_plies.
[[nodiscard]] std::vector<ValueRange> value_ranges(const Query& query);

/// Returns whether the position has the pieces `placed`, White's and Black's, on their squares. It may have others.
[[nodiscard]] bool has(const rules::Position& position, const std::array<rules::Pieces, 2>& placed);

/// Returns the position and its images under the symmetries of the board, each once: the mirror image, or without men
/// all eight images. Colours are not swapped.
[[nodiscard]] std::vector<rules::Position> board_images(const rules::Position& position);

/// Returns the first image of the position that has the pieces of Query::placed, beginning with the position itself.
/// Returns nothing if no image has them.
[[nodiscard]] std::optional<rules::Position> image_with_placed(const Query& query, const rules::Position& position);

}  // namespace dameotb::query
