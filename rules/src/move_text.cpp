// Reading and printing moves.
#include <algorithm>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/notation.hpp>

#include "text_cursor.hpp"

namespace dameotb::rules {

namespace {

/// Every path of every finished leap chain: a visitor that keeps the stops.
class Paths {
public:
    struct Path {
        Move move;
        std::vector<Square> stops;  ///< From the first square to the last, both included.
    };

    void begin(Square from) { stops_.assign(1, from); }
    void enter(Square stop) { stops_.push_back(stop); }
    void leave() { stops_.pop_back(); }
    void finish(Square to, Bitboard captured) { paths_.push_back({{stops_.front(), to, captured}, stops_}); }

    /// The paths of legal captures: those that take the most pieces.
    std::vector<Path> take_longest() {
        int most = 0;
        for (const Path& path : paths_) {
            most = std::max(most, path.move.captured.count());
        }
        std::erase_if(paths_, [&](const Path& path) { return path.move.captured.count() < most; });
        return std::move(paths_);
    }

private:
    std::vector<Square> stops_;
    std::vector<Path> paths_;
};

std::vector<Paths::Path> capture_paths(const Position& position) {
    Paths paths;
    visit_captures(position, paths);
    return paths.take_longest();
}

std::vector<Square> read_stops(std::string_view text) {
    detail::TextCursor cursor{text};
    std::vector<Square> stops{cursor.read_square()};
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

/// The one move among `moves`, all of them legal. Moves to the same position count as one.
Move the_only(const Position& position, const std::vector<Move>& moves) {
    if (moves.empty()) {
        throw NotationError{must_capture(position) ? "no such legal move (a capture is compulsory, and only those that "
                                                     "take the most pieces are legal)"
                                                   : "no such legal move"};
    }
    const Position next = after(position, moves.front());
    if (std::ranges::any_of(moves, [&](const Move& move) { return after(position, move) != next; })) {
        throw NotationError{"several captures from " + moves.front().from.to_string() + " to " +
                            moves.front().to.to_string() + " take different pieces: give every stop"};
    }
    return moves.front();
}

}  // namespace

std::string to_text(const Position& position, const Move& move) {
    if (!move.is_capture()) {
        return move.from.to_string() + "-" + move.to.to_string();
    }
    for (const Paths::Path& path : capture_paths(position)) {
        if (path.move == move) {
            std::string text;
            for (const Square stop : path.stops) {
                text += (text.empty() ? "" : "x") + stop.to_string();
            }
            return text;
        }
    }
    return move.from.to_string() + "x" + move.to.to_string();
}

Move parse_move(const Position& position, std::string_view text) {
    const std::vector<Square> stops = read_stops(text);
    std::vector<Move> exact;
    std::vector<Move> by_ends;
    const auto consider = [&](const Move& move, const std::vector<Square>& path) {
        if (path == stops) {
            exact.push_back(move);
        }
        if (stops.size() == 2 && move.from == stops.front() && move.to == stops.back()) {
            by_ends.push_back(move);
        }
    };
    if (must_capture(position)) {
        for (const Paths::Path& path : capture_paths(position)) {
            consider(path.move, path.stops);
        }
    } else {
        for (const Move& move : quiet_moves(position)) {
            consider(move, {move.from, move.to});
        }
    }
    return the_only(position, exact.empty() ? by_ends : exact);
}

}  // namespace dameotb::rules
