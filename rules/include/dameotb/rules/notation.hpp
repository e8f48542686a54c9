// Text in and out: positions as FEN, moves as draughts notation.
// The forms are those of docs/rules.md, "Text forms". Reading is tolerant where the field's software differs
// and strict where a guess could be wrong; printing has one form.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Text that is no position or no move. `what()` is one line that says what is wrong and where.
class NotationError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A position with the two optional counters that game software appends; the tables ignore them.
struct Fen {
    Position position;
    std::optional<int> halfmove_clock;   ///< `:H`, plies since a capture or a man's move.
    std::optional<int> fullmove_number;  ///< `:F`, counted from 1.
};

/// Reads `W:WKa1,b2:Bg7,Kh8` with optional `:H0:F1`. Either side may come first; either may be empty.
/// Throws NotationError for anything else, for a piece prefix of a half-made capture (A, B, G, P), for two
/// pieces on one square and for a man on its promotion row.
[[nodiscard]] Fen parse_fen(std::string_view text);

/// `parse_fen(text).position`. Throws as it does.
[[nodiscard]] Position parse_position(std::string_view text);

/// The one printed form: White first, squares sorted a1, b1, ..., h8, no counters.
[[nodiscard]] std::string to_fen(const Position& position);
/// As above, with the counters that are set.
[[nodiscard]] std::string to_fen(const Fen& fen);

/// `d1-b3`, or a capture with every stop: `c5xc1xh1xh3xd3`. Where several paths take the same pieces, the one
/// found first is printed. Requires: a legal move of `position`.
[[nodiscard]] std::string to_text(const Position& position, const Move& move);

/// The legal move that `text` names: all stops, or from and to alone where that is unique; separator `-`, `x`,
/// `:` or none; a trailing `+`, `x` or `K` is ignored. Throws NotationError if it is no move text, names no legal
/// move (and whether a capture is compulsory), or names several moves that lead to different positions.
[[nodiscard]] Move parse_move(const Position& position, std::string_view text);

}  // namespace dameotb::rules
