// The rules of Dameo, move by move over an array of 64 squares, and misreadings of them. It shares no code with rules/:
// the conformance kit is compared with both.
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>

namespace dameotb::tests {

/// A way to get one rule wrong. Each is a mistake that implementations make, or that readers of the rules could.
enum class Misreading {
    None,
    NoLines,               ///< A man does not pass over own men.
    KingsInLines,          ///< A man passes over own kings, too.
    LinesPassEnemies,      ///< A man passes over enemy men, too.
    SidewaysSteps,         ///< Men step sideways, too.
    StraightSteps,         ///< Men do not step diagonally.
    WhiteGoesDown,         ///< The sides move in each other's direction.
    ShortKings,            ///< Kings move one square.
    KingsPassOwn,          ///< Kings pass over own pieces.
    KingsLeapTwo,          ///< A king leaps over two enemies in a row, and takes the first.
    OptionalCapture,       ///< Quiet moves are legal beside captures.
    AnyCapture,            ///< Captures need not take the most pieces.
    KingsCountDouble,      ///< Captures must take the most, with a king for two.
    OneLeap,               ///< A piece takes one enemy a move.
    DiagonalCaptures,      ///< Men take diagonally, too.
    DiagonalKingCaptures,  ///< Kings take diagonally, too.
    ForwardCaptures,       ///< Men do not take backwards.
    AdjacentKingCaptures,  ///< A king takes only beside it.
    ShortLandings,         ///< A king lands only just behind what it took.
    RemovedAtOnce,         ///< Taken pieces leave the board at once.
    TakenPass,             ///< Taken pieces stay, but a king may pass over them.
    OwnSquareUncrossed,    ///< A king may land on the square where it began, but not start a leap across it.
    OwnSquareOccupied,     ///< Nothing lands on the square where it began, or crosses it.
    PromotesInPassing,     ///< A man that touches the far rank while it captures is a king at the end.
    KingInPassing,         ///< A man that touches the far rank while it captures goes on as a king.
    StopsOnFarRank,        ///< A man that touches the far rank while it captures stops there.
    StepsDoNotPromote,     ///< A man that steps to the far rank stays a man.
    LeapsDoNotPromote,     ///< A man that captures its way to the far rank stays a man.
    BlockedIsDraw,         ///< A side without a legal move has drawn.
    FirstSideIsWhite,      ///< The side named first is White.
};

struct MisreadingName {
    Misreading misreading;
    std::string_view name;
    std::string_view tag;  ///< Of the lines in data/conformance that catch it.
};

inline constexpr std::array misreadings{
    MisreadingName{Misreading::NoLines, "no-lines", "linear-move"},
    MisreadingName{Misreading::KingsInLines, "kings-in-lines", "line-of-men-only"},
    MisreadingName{Misreading::LinesPassEnemies, "lines-pass-enemies", "line-of-men-only"},
    MisreadingName{Misreading::SidewaysSteps, "sideways-steps", "men-step-forward"},
    MisreadingName{Misreading::StraightSteps, "straight-steps", "men-step-forward"},
    MisreadingName{Misreading::WhiteGoesDown, "white-goes-down", "men-step-forward"},
    MisreadingName{Misreading::ShortKings, "short-kings", "kings-move-far"},
    MisreadingName{Misreading::KingsPassOwn, "kings-pass-own", "king-stopped"},
    MisreadingName{Misreading::KingsLeapTwo, "kings-leap-two", "king-stopped"},
    MisreadingName{Misreading::OptionalCapture, "optional-capture", "capture-compulsory"},
    MisreadingName{Misreading::AnyCapture, "any-capture", "most-pieces"},
    MisreadingName{Misreading::KingsCountDouble, "kings-count-double", "kings-count-one"},
    MisreadingName{Misreading::OneLeap, "one-leap", "capture-on"},
    MisreadingName{Misreading::DiagonalCaptures, "diagonal-captures", "captures-straight"},
    MisreadingName{Misreading::DiagonalKingCaptures, "diagonal-king-captures", "captures-straight"},
    MisreadingName{Misreading::ForwardCaptures, "forward-captures", "captures-backwards"},
    MisreadingName{Misreading::AdjacentKingCaptures, "adjacent-king-captures", "king-takes-far"},
    MisreadingName{Misreading::ShortLandings, "short-landings", "king-lands-far"},
    MisreadingName{Misreading::RemovedAtOnce, "removed-at-once", "taken-stay"},
    MisreadingName{Misreading::TakenPass, "taken-pass", "taken-stay"},
    MisreadingName{Misreading::OwnSquareUncrossed, "own-square-uncrossed", "cross-own-square"},
    MisreadingName{Misreading::OwnSquareOccupied, "own-square-occupied", "land-on-own-square"},
    MisreadingName{Misreading::PromotesInPassing, "promotes-in-passing", "pass-far-rank"},
    MisreadingName{Misreading::KingInPassing, "king-in-passing", "pass-far-rank"},
    MisreadingName{Misreading::StopsOnFarRank, "stops-on-far-rank", "pass-far-rank"},
    MisreadingName{Misreading::StepsDoNotPromote, "steps-do-not-promote", "promotion"},
    MisreadingName{Misreading::LeapsDoNotPromote, "leaps-do-not-promote", "promotion"},
    MisreadingName{Misreading::BlockedIsDraw, "blocked-is-draw", "blocked"},
    MisreadingName{Misreading::FirstSideIsWhite, "first-side-is-white", "text-form"},
};

/// Returns the misreading called `name`, or None for "none". Throws std::invalid_argument for any other word.
[[nodiscard]] Misreading misreading_of(std::string_view name);

/// Returns the positions that the moves of a position lead to, as FEN. Requires: `fen` is a position. The result of a
/// misreading may be none.
[[nodiscard]] std::set<std::string> plain_successors(std::string_view fen, Misreading misreading = Misreading::None);

}  // namespace dameotb::tests
