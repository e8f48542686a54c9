// Reading and printing moves.
// A move is from, to and what it takes; text gives the path. Both ways go through all paths of the legal moves, so
// that any path of a capture names it, whichever of them the move generator has met first.
#include <algorithm>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/notation.hpp>

#include "text_cursor.hpp"

namespace dameotb::rules {

namespace {

/// The squares where the piece stands during a move, from the first to the last.
using Stops = std::vector<Square>;

/// A visitor of captures: calls use(move, stops) for each path that takes `most` pieces.
template <class Use>
class PathVisitor {
public:
    PathVisitor(int most, Use& use) : most_{most}, use_{use} {}

    void begin(Square from) { stops_.assign(1, from); }
    void enter(Square stop) { stops_.push_back(stop); }
    void leave() { stops_.pop_back(); }
    void finish(Square to, Bitboard captured) {
        if (captured.count() == most_) {
            use_(Move{stops_.front(), to, captured}, stops_);
        }
    }

private:
    int most_;
    Use& use_;
    Stops stops_;
};

/// Calls use(move, stops) for each path of each of the legal moves.
template <class Use>
void for_each_path(const Position& position, const std::vector<Move>& legal, Use use) {
    if (!legal.empty() && legal.front().is_capture()) {
        PathVisitor visitor{legal.front().captured.count(), use};
        visit_captures(position, visitor);
        return;
    }
    for (const Move& move : legal) {
        use(move, Stops{move.from, move.to});
    }
}

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

/// Why none of the legal moves is the one of these stops.
std::string reason_for_none(const Position& position, const std::vector<Move>& legal, const Stops& stops) {
    if (!position.own().all().contains(stops.front())) {
        return "no piece of the side to move on " + stops.front().to_string();
    }
    std::string reason = "no legal move from " + stops.front().to_string() + " to " + stops.back().to_string();
    if (stops.size() > 2) {
        reason += " with these stops";
    }
    if (!legal.empty() && legal.front().is_capture()) {
        reason += " (a capture is compulsory, and of the most pieces, here " +
                  std::to_string(legal.front().captured.count()) + ")";
    }
    return reason;
}

}  // namespace

std::string to_text(const Position& position, const Move& move) {
    Stops printed;
    for_each_path(position, {move}, [&](const Move& found, const Stops& stops) {
        if (printed.empty() && found == move) {
            printed = stops;
        }
    });
    std::string text;
    for (const Square stop : printed) {
        text += text.empty() ? "" : move.is_capture() ? "x" : "-";
        text += stop.to_string();
    }
    return text;
}

Move parse_move(const Position& position, std::string_view text) {
    const Stops stops = read_stops(text);
    const std::vector<Move> legal = legal_moves(position);
    std::vector<Move> named;
    for_each_path(position, legal, [&](const Move& move, const Stops& path) {
        const bool ends_only = stops.size() == 2 && path.front() == stops.front() && path.back() == stops.back();
        if ((path == stops || ends_only) && std::ranges::find(named, move) == named.end()) {
            named.push_back(move);
        }
    });
    if (named.empty()) {
        throw NotationError{reason_for_none(position, legal, stops)};
    }
    if (named.size() > 1) {  // same ends, so they differ in what they take
        throw NotationError{"several captures from " + stops.front().to_string() + " to " + stops.back().to_string() +
                            " take different pieces: give every stop"};
    }
    return named.front();
}

}  // namespace dameotb::rules
