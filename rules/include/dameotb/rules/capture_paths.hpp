// Captures leap by leap: their paths, which a Move does not have, and captures under way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::rules {

/// A capture under way: a piece of the side to move has leapt and must go on. In the position, the piece stands where
/// it has landed, and the pieces taken are still on the board.
struct CaptureUnderWay {
    Square at;
    Bitboard taken;
    bool operator==(const CaptureUnderWay&) const = default;
};

/// One way to make a capture.
struct CapturePath {
    Move move;
    std::vector<Square> stops;  ///< From the first square to the last.

    /// Returns every stop, as to_text does for a move: `c5xc1xh1`.
    [[nodiscard]] std::string text() const;
};

// With a capture under way, its ends are the moves: `from` is where the piece stands, and `captured` has all pieces of
// the turn. Those already taken are compulsory, and of the ends only those that take the most pieces are legal (RULES
// 6). rules::after takes them. Requires: pieces where the capture under way has them, and `can_go_on`.

/// Returns whether the capture can go on.
[[nodiscard]] bool can_go_on(const Position& position, const CaptureUnderWay& under_way);

/// Returns the legal ends of a capture under way, each once, in order of their last squares and captured pieces.
[[nodiscard]] std::vector<Move> legal_ends(const Position& position, const CaptureUnderWay& under_way);

/// As has_more_captures_than for a position.
[[nodiscard]] bool has_more_captures_than(const Position& position, const CaptureUnderWay& under_way, int most);

/// Returns a path for each legal capture and each leap with which it can begin, in unspecified order; nothing if no
/// capture is forced. With a capture under way, the same of its ends. Call has_more_captures_than first for positions
/// from untrusted sources: all paths are followed.
[[nodiscard]] std::vector<CapturePath> paths_by_first_leap(const Position& position,
                                                           const std::optional<CaptureUnderWay>& under_way = {});

}  // namespace dameotb::rules
