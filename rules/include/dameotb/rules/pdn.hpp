// Reads and writes game records as PDN, the text format in which draughts programs exchange games.
// Supports tags, moves in every form that parse_move takes, captures leap by leap as PlayStrategy writes them
// (`d1d4,d4a4`), move numbers, marks (`!`, `?`, `$4`, `+-`, `(?)`), comments (`{...}`, `; ...`), variations and
// results, for one game or several. Takes other characters for those of PDN, as pasted texts have them: dashes, signs
// for "times" and "half", typographic quotes, blanks, capitals in moves; and Windows-1252 where a text is not UTF-8.
// PDN has no number (GameType) for Dameo; a record names the game as `[Variant "Dameo"]`. The form of PDN:
// https://pdn.fmjd.org (docs/rules.md, "Text forms").
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::rules {

struct RecordedMove;
/// Consecutive moves.
using RecordedLine = std::vector<RecordedMove>;

/// A move of a game record, with its annotations.
struct RecordedMove {
    Move move;
    std::string marks;                     ///< "?", "! $14", "(?)"; may be empty.
    std::string comment;                   ///< The comments after it, without braces; may be empty.
    std::vector<RecordedLine> variations;  ///< Other lines that could follow instead of this move; none is empty.
};

/// A game: its start, its moves, and what else a record says.
struct GameRecord {
    std::vector<std::pair<std::string, std::string>> tags;  ///< Name and value, in the order of the text.
    Position start = initial_position();                    ///< The tag FEN, or the starting position.
    int counter = 0;                                        ///< Of `start` under a draw rule: H of the tag FEN.
    int move_number = 1;                                    ///< Of the first move: F of the tag FEN; at least 1.
    std::string comment;                                    ///< The text before the first move.
    RecordedLine moves;
    std::string result = "*";  ///< "1-0", "1/2-1/2", "2-0" or another form of PDN; "*" if the game has none.
    /// One line that says why reading stopped, with the line of the text: "line 7: ...". `moves` are those before it.
    /// Empty if the game was read to its end.
    std::string error;

    /// Returns the value of the first tag of this name; empty if there is none.
    [[nodiscard]] std::string_view tag(std::string_view name) const;
};

/// Returns a record of these moves from `start`, with the seven tags that PDN asks for, "?" where the value is unknown.
/// `result`: for the side to move in `start`. Requires: legal moves.
[[nodiscard]] GameRecord make_record(std::string event, const Position& start, std::optional<Wdl> result,
                                     const std::vector<Move>& moves);

/// Returns "1. c1-e3 a5xc5 2. e1-c3", or "1... a5xc5 2. e1-c3" if Black starts: numbers count White's moves, from that
/// of the FEN on. Requires: consecutive legal moves.
[[nodiscard]] std::string numbered_moves(const Fen& start, const std::vector<Move>& moves);

/// Called with each position before one of its moves is read. May throw NotationError, which ends the game with an
/// error.
using PositionCheck = std::function<void(const Position&)>;

/// Reads all games of a text, which may hold anything. A game that cannot be read to its end has an error; reading
/// continues at the next game's tags. Untrusted texts need a check: finding the legal moves of a board full of kings
/// can take long.
[[nodiscard]] std::vector<GameRecord> read_pdn(std::string_view text, const PositionCheck& check = {});

/// As above, but hands over each game as soon as it is read and keeps only one game in memory.
void read_pdn(std::string_view text, const std::function<void(GameRecord&&)>& take, const PositionCheck& check = {});

/// Returns the game as text that read_pdn reads back to the same game, in lines of at most 79 characters where words
/// allow. Adds the tags Variant, SetUp and FEN where needed and missing, and Result from the game's result. Variant
/// takes the place of a tag GameType, which names another game. Requires: legal moves.
[[nodiscard]] std::string to_pdn(const GameRecord& game);

}  // namespace dameotb::rules
