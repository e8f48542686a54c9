// Reads and prints moves.
// A move is from, to and the captured pieces; text gives the path. The reader follows the given path, so any path of a
// capture names it. The printer looks for one path that captures exactly these pieces.
#include <algorithm>
#include <iterator>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/notation.hpp>

#include "seen_landings.hpp"
#include "text_cursor.hpp"

namespace dameotb::rules {

namespace {

/// The squares on which the piece stands during a move, from the first to the last.
using Stops = std::vector<Square>;

/// A visitor of captures that finds the first path of one capture.
class PathFinder {
public:
    explicit PathFinder(const Move& wanted) : wanted_{wanted} {}

    /// Returns the path; empty if there is none.
    [[nodiscard]] const Stops& path() const { return path_; }

    void begin(Square from) { stops_.assign(1, from); }
    Bitboard choose(Bitboard landings, Bitboard captured) {
        return path_.empty() ? seen_.unseen(landings, captured) : Bitboard{};
    }
    void enter(Square stop) { stops_.push_back(stop); }
    void leave() { stops_.pop_back(); }
    void finish(Square to, Bitboard captured) {
        if (path_.empty() && Move{wanted_.from, to, captured} == wanted_) {
            path_ = stops_;
        }
    }

private:
    Move wanted_;
    SeenLandings seen_;
    Stops stops_;
    Stops path_;
};

/// A visitor of captures that follows given stops and collects what is captured on the way.
class StopsFollower {
public:
    explicit StopsFollower(const Stops& stops) : stops_{stops} {}

    /// Returns the captured pieces; empty if there is no such capture.
    [[nodiscard]] Bitboard captured() const { return captured_; }

    void begin(Square) {}
    [[nodiscard]] Bitboard choose(Bitboard landings, Bitboard) const {
        return at_ + 1 < stops_.size() ? landings & Bitboard{stops_[at_ + 1]} : Bitboard{};
    }
    void enter(Square) { ++at_; }
    void leave() { --at_; }
    void finish(Square, Bitboard captured) {
        if (at_ + 1 == stops_.size()) {
            captured_ = captured;
        }
    }

private:
    const Stops& stops_;
    std::size_t at_ = 0;
    Bitboard captured_;
};

Stops read_stops(std::string_view text) {
    detail::TextCursor cursor{text};
    Stops stops{cursor.read_square()};
    while (cursor.rest().size() > 1) {
        if (!cursor.accept('-') && !cursor.accept('x')) {
            cursor.accept(':');
        }
        stops.push_back(cursor.read_square());
    }
    if (!cursor.accept('+') && !cursor.accept('x')) {
        cursor.accept('K');
    }
    if (!cursor.at_end()) {
        cursor.fail("expected the end of the move");
    }
    if (stops.size() < 2) {
        cursor.fail("expected a second square");
    }
    return stops;
}

/// Returns why no legal move has these stops.
std::string reason_for_none(const Position& position, const std::vector<Move>& legal, const Stops& stops) {
    if (!position.own().all().contains(stops.front())) {
        return "no piece of the side to move on " + stops.front().to_string();
    }
    std::string reason = "no legal move from " + stops.front().to_string() + " to " + stops.back().to_string();
    if (stops.size() > 2) {
        reason += " with these stops";
    }
    if (!legal.empty() && legal.front().is_capture()) {
        reason += " (captures are compulsory and must take the most pieces, here " +
                  std::to_string(legal.front().captured.count()) + ")";
    }
    return reason;
}

}  // namespace

std::string to_text(const Position& position, const Move& move) {
    Stops stops{move.from, move.to};
    if (move.is_capture()) {
        PathFinder finder{move};
        visit_captures_of(position, move.from, move.captured, finder);
        stops = finder.path();
    }
    std::string text;
    for (const Square stop : stops) {
        text += text.empty() ? "" : move.is_capture() ? "x" : "-";
        text += stop.to_string();
    }
    return text;
}

Move parse_move(const Position& position, std::string_view text) {
    const Stops stops = read_stops(text);
    const std::vector<Move> legal = legal_moves(position);
    std::vector<Move> named;
    if (stops.size() == 2) {
        std::ranges::copy_if(legal, std::back_inserter(named),
                             [&](const Move& move) { return move.from == stops.front() && move.to == stops.back(); });
    } else if (position.own().all().contains(stops.front())) {
        StopsFollower follower{stops};
        visit_captures_of(position, stops.front(), position.enemy().all(), follower);
        std::ranges::copy_if(legal, std::back_inserter(named), [&](const Move& move) {
            return move == Move{stops.front(), stops.back(), follower.captured()};
        });
    }
    if (named.empty()) {
        throw NotationError{reason_for_none(position, legal, stops)};
    }
    if (named.size() > 1) {  // they share both ends, so they differ in the captured pieces
        throw NotationError{"several captures from " + stops.front().to_string() + " to " + stops.back().to_string() +
                            " take different pieces: give every stop"};
    }
    return named.front();
}

}  // namespace dameotb::rules
