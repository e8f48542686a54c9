// Text in and out: positions as FEN, moves as draughts notation.
// The forms are those of docs/rules.md, "Text forms". Reading accepts the forms in which Dameo programs differ, and
// refuses text where a guess could be wrong. Printing has one form.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/rules/capture_paths.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// Thrown for text that is not a position or move. `what()` is one line that says what is wrong and where.
class NotationError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A position with the two optional counters that game programs append. Results without a draw rule ignore them.
struct Fen {
    Position position;
    std::optional<int> halfmove_clock{};   ///< `:H`, plies since a capture or a man's move.
    std::optional<int> fullmove_number{};  ///< `:F`, counted from 1.
    /// PlayStrategy's FENs between two leaps of a turn have one. Only parse_fen_under_way reads them.
    std::optional<CaptureUnderWay> under_way{};

    /// Returns the number of the next move, at least 1.
    [[nodiscard]] int move_number() const { return std::max(1, fullmove_number.value_or(1)); }
};

/// Reads `W:WKa1,b2:Bg7,Kh8` with optional `:H0:F1`. Either side may come first, and either may be empty.
/// Throws NotationError for anything else, for the mark of a capture under way (A, B, G, P), for two
/// pieces on one square and for a man on its promotion rank.
[[nodiscard]] Fen parse_fen(std::string_view text);

/// Does the same for a text that a person pasted: with blanks, small letters for sides and kings, capitals for files, a
/// dot at the end as in PDN, or an address that has it as parameter `fen` or, as PlayStrategy's do, at the end of its
/// path. Throws as parse_fen does, and for an address without a position; places in the text are those of the tidied
/// one.
[[nodiscard]] Fen parse_pasted_fen(std::string_view text);

/// Reads what parse_fen reads, and a capture under way: letters before squares mark the man or king that captures (A,
/// B) and the men and kings taken that are still on the board (G, P). Also reads the older form, with small letters
/// after the squares: `d4.b`, and `d4.k` for a king. Throws NotationError as parse_fen does, and for a capture under
/// way that is not one of the side to move or cannot go on. A man that captures may stand on its promotion rank.
[[nodiscard]] Fen parse_fen_under_way(std::string_view text);

/// Returns `parse_fen(text).position`. Throws as parse_fen does.
[[nodiscard]] Position parse_position(std::string_view text);

/// Returns the one printed form: White first, squares sorted a1, b1, ..., h8, no counters.
[[nodiscard]] std::string to_fen(const Position& position);
/// Returns the same form, with the counters that are set, and with the letters of a capture under way.
[[nodiscard]] std::string to_fen(const Fen& fen);

/// Returns `d1-b3` for a quiet move, and every stop for a capture: `c5xc1xh1xh3xd3`. Of several paths that take the
/// same pieces, returns the first found. Requires: a legal move of `position`.
[[nodiscard]] std::string to_text(const Position& position, const Move& move);

/// Returns the legal move that `text` names. `text` gives all stops, or only from and to where these identify one move.
/// The separator is `-`, `x`, `:` or none; a trailing `+`, `x` or `K` is ignored. Throws NotationError if `text` is not
/// a move, names no legal move (the message says so if a capture is compulsory), or names several moves that lead to
/// different positions.
[[nodiscard]] Move parse_move(const Position& position, std::string_view text);

}  // namespace dameotb::rules
