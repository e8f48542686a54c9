// A query: predicates on positions with known values, all of which must hold.
// search.hpp searches classes for the positions that answer a query.
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

    /// Reads "5", "5-9", "5-" or "-9", with numbers up to 999999999. Returns nothing for an empty range or any other
    /// text.
    [[nodiscard]] static std::optional<IntRange> parse(std::string_view text);
    /// Returns whether the text is a range with its ends swapped, as "9-5".
    [[nodiscard]] static bool is_reversed(std::string_view text);
    /// Returns a description of valid text, for a text that is no range.
    [[nodiscard]] static std::string_view expected_instead(std::string_view text);
    [[nodiscard]] bool contains(int number) const { return least <= number && number <= most; }
    bool operator==(const IntRange&) const = default;
};

/// Kinds of zugzwang: being on move is a drawback. Both are properties of a placement: either both its positions, with
/// White and with Black to move, are in zugzwang, or neither is.
enum class Zugzwang : std::uint8_t {
    Any,     ///< The side to move has a worse result than if the other side were to move.
    Mutual,  ///< Either side loses if it is to move.
};

/// The predicates. An unset one holds for every position.
struct Query {
    std::optional<Wdl> result{};  ///< For the side to move.
    /// Plies to the end of the game. Excludes draws.
    std::optional<IntRange> plies{};
    /// No win (or no loss) of the class with the same side to move takes longer. Excludes draws.
    bool longest = false;
    std::optional<Colour> side_to_move{};
    std::optional<Zugzwang> zugzwang{};
    /// Whether the side to move must capture.
    std::optional<bool> capture{};
    /// The number of winning moves. Moves to the same position count as one (RULES 8).
    std::optional<IntRange> winning_moves{};
    /// The number of moves that keep the value: a win in the fewest plies, a draw, or a loss in the most plies.
    std::optional<IntRange> best_moves{};
    /// The position is won or lost, and in all play where the loser holds out as long as possible, the winner has
    /// exactly one winning move at each turn except for the last move of the game.
    bool unique_solution = false;
    /// Pieces on these squares; there may be others. It suffices that one of the position's symmetric images has them.
    /// Images are the mirror image, or without men all eight; in a symmetric class also those with colours swapped,
    /// unless `side_to_move` is set.
    ColourArray<Pieces> placed{};

    [[nodiscard]] bool asks_for_moves() const { return winning_moves || best_moves; }
    [[nodiscard]] bool asks_for_squares() const { return placed != ColourArray<Pieces>{}; }
    bool operator==(const Query&) const = default;
};

/// The least and most preferred value of a range, both inclusive.
using ValueRange = std::pair<Value, Value>;
/// Returns whether one of the ranges contains the value.
[[nodiscard]] bool contains(std::span<const ValueRange> ranges, Value value);
/// Returns ranges of values, from least to most preferred, that contain the value of every position that answers the
/// query. Other predicates may exclude more. Empty if no position can answer it: wins take an odd number of plies,
/// losses an even one, at most scores::longest_plies.
[[nodiscard]] std::vector<ValueRange> value_ranges(const Query& query);

/// Returns whether the position has the pieces `placed`, White's and Black's, on their squares. It may have others.
[[nodiscard]] bool has(const Position& position, const ColourArray<Pieces>& placed);

/// Returns the position and its distinct images under the symmetries of the board: the mirror image, or without men all
/// eight. Colours are not swapped.
[[nodiscard]] std::vector<Position> board_images(const Position& position);

/// Returns the first image of the position that has the pieces of Query::placed, starting with the position itself;
/// nothing if none has them.
[[nodiscard]] std::optional<Position> image_with_placed(const Query& query, const Position& position);

}  // namespace dameotb::query
