// What can be asked of positions with known values: predicates, all of which must hold.
// A query says what is looked for; search.hpp goes through classes for it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
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

    /// Reads "5", "5-9", "5-" or "-9", of numbers up to 999999999. Empty for anything else, and if nothing is between.
    [[nodiscard]] static std::optional<IntRange> parse(std::string_view text);
    [[nodiscard]] bool contains(int number) const { return least <= number && number <= most; }
    bool operator==(const IntRange&) const = default;
};

/// To be on move is a drawback. Both are said of a placement, whoever is to move: of the two positions with that
/// placement both have it or neither.
enum class Zugzwang : std::uint8_t {
    Any,   ///< The side to move has a worse result than if the other side were to move.
    Full,  ///< Either side loses if it is to move.
};

/// The predicates. What is not set holds for every position.
struct Query {
    std::optional<rules::Wdl> result{};  ///< For the side to move.
    /// Plies to the end of the game. No draw has any.
    std::optional<IntRange> plies{};
    /// No win, or no loss, of the class with that side to move takes longer. No draw is one of these.
    bool longest = false;
    std::optional<rules::Colour> side_to_move{};
    std::optional<Zugzwang> zugzwang{};
    /// Whether the side to move must capture.
    std::optional<bool> capture{};
    /// How many moves win. Moves that lead to the same position are one (RULES 8).
    std::optional<IntRange> winning_moves{};
    /// How many moves keep the value: a win in the fewest plies, a draw, or a loss in the most plies.
    std::optional<IntRange> best_moves{};
    /// Won or lost, and in all play in which the loser holds out as long as he can, the winner has exactly one move
    /// that wins whenever it is his turn, but for the last move of the game.
    bool unique_solution = false;
    /// Pieces that stand on these squares, besides whatever others. A position has them if one of its symmetric images
    /// does: the mirror image, without men any of eight; in a class with the same pieces for both sides, unless
    /// `side_to_move` is set, also the images with colours swapped.
    std::array<rules::Pieces, 2> placed{};

    /// Whether a number of moves has to be counted.
    [[nodiscard]] bool asks_for_moves() const { return winning_moves || best_moves; }
    [[nodiscard]] bool asks_for_squares() const { return placed != std::array<rules::Pieces, 2>{}; }
};

/// The values, from the least preferred to the most preferred, that a query admits by result and plies alone.
using ValueRange = std::pair<rules::Value, rules::Value>;
[[nodiscard]] std::vector<ValueRange> value_ranges(const Query& query);

/// Whether these pieces, White's and Black's, stand on these squares, besides whatever others.
[[nodiscard]] bool has(const rules::Position& position, const std::array<rules::Pieces, 2>& placed);

/// The position and its images under the symmetries of the board, each once: the mirror image, without men any of
/// eight. Colours are not swapped.
[[nodiscard]] std::vector<rules::Position> board_images(const rules::Position& position);

/// The image of the position that has the pieces of Query::placed: the position itself, if it does; else the first of
/// its images that does. Empty if none does.
[[nodiscard]] std::optional<rules::Position> image_with_placed(const Query& query, const rules::Position& position);

}  // namespace dameotb::query
