// Legal moves: finds captures by search, and quiet moves for White; for Black, flips the position.

#include <dameotb/rules/movegen.hpp>

#include <algorithm>
#include <unordered_set>

#include <dameotb/rules/capture_paths.hpp>
#include <dameotb/rules/longest_captures.hpp>
#include <dameotb/rules/men_moves.hpp>

namespace dameotb::rules {

namespace {

void add_white_quiet_moves(const Pieces& white, Bitboard occupied, std::vector<Move>& moves) {
    for_each_man_move(white.men, occupied, [&](Square from, Square to) { moves.push_back({from, to, Bitboard{}}); });
    for (const Square from : white.kings) {
        for (const Direction d : all_directions) {
            for (const Square to : slide(from, d, occupied)) {
                moves.push_back({from, to, Bitboard{}});
            }
        }
    }
}

/// A visitor that counts captures and ends the search when there are too many.
class CaptureCount {
public:
    explicit CaptureCount(int most) : most_{most} {}
    void begin(Square) {}
    [[nodiscard]] Bitboard choose(Bitboard landings, Bitboard) const { return is_too_many() ? Bitboard{} : landings; }
    void finish(Square, Bitboard) { ++count_; }
    [[nodiscard]] bool is_too_many() const { return count_ > most_; }

private:
    int most_;
    int count_ = 0;
};

}  // namespace

std::vector<Move> quiet_moves(const Position& position) {
    std::vector<Move> moves;
    if (position.side_to_move == Colour::White) {
        add_white_quiet_moves(position.white(), position.occupied(), moves);
    } else {
        const Position flipped = position.flipped();
        add_white_quiet_moves(flipped.white(), flipped.occupied(), moves);
        for (Move& move : moves) {
            move.from = move.from.flipped();
            move.to = move.to.flipped();
        }
    }
    return moves;
}

bool has_more_captures_than(const Position& position, int most) {
    CaptureCount captures{most};
    visit_captures(position, captures);
    return captures.is_too_many();
}

bool has_more_captures_than(const Position& position, const CaptureUnderWay& under_way, int most) {
    CaptureCount captures{most};
    visit_captures_of(position, under_way.at, position.enemy().all(), captures, under_way.taken);
    return captures.is_too_many();
}

std::vector<Move> legal_moves(const Position& position) {
    if (!must_capture(position)) {
        return quiet_moves(position);
    }
    std::vector<Move> moves;
    LongestCaptures{position}.for_each_while([&](const Move& move) {
        moves.push_back(move);
        return true;
    });
    return moves;
}

Position after(const Position& position, const Move& move) {
    Position next = position;
    Pieces& own = next[position.side_to_move];
    Pieces& enemy = next[opponent(position.side_to_move)];
    if (own.kings.contains(move.from)) {
        own.kings = (own.kings - move.from) | move.to;
    } else {
        own.men -= move.from;
        (promotion_rank(position.side_to_move).contains(move.to) ? own.kings : own.men) |= move.to;
    }
    enemy.men -= move.captured;
    enemy.kings -= move.captured;
    next.side_to_move = opponent(position.side_to_move);
    return next;
}

void remove_repeated(std::vector<Move>& moves) {
    // After a move from one square to another, the first is vacant and the second is not, and only squares of captured
    // pieces change besides. So the position determines the move. Only when a piece ends where it began can another
    // piece take the same pieces and also end where it began.
    std::unordered_set<std::uint64_t> taken_by_round_trips;
    std::erase_if(moves, [&](const Move& move) {
        return move.from == move.to && !taken_by_round_trips.insert(move.captured.bits()).second;
    });
}

std::vector<Position> successors(const Position& position) {
    std::vector<Move> moves = legal_moves(position);
    remove_repeated(moves);
    std::vector<Position> positions;
    positions.reserve(moves.size());
    std::ranges::transform(moves, std::back_inserter(positions),
                           [&](const Move& move) { return after(position, move); });
    return positions;
}

// Quiet unmoves. Written for moves of White; for Black, flips the position.

namespace {

constexpr std::array backwards{Direction::SouthWest, Direction::South, Direction::SouthEast};

/// Finds White's quiet unmoves. `position`: Black to move, after White's move.
class WhiteUnmoves {
public:
    explicit WhiteUnmoves(const Position& position) : position_{position}, occupied_{position.occupied()} {}

    std::vector<Position> all() {
        for (const Square to : position_.white().men) {
            add_man_unmoves(to, Bitboard{});
        }
        for (const Square to : position_.white().kings) {
            add_king_unmoves(to);
            if (rank_8.contains(to)) {
                add_man_unmoves(to, Bitboard{to});
            }
        }
        return std::move(found_);
    }

private:
    /// Adds the unmoves of a man that moved to `to`. `promoted`: that square if the move promoted it, else empty.
    void add_man_unmoves(Square to, Bitboard promoted) {
        for (const Direction d : backwards) {
            const auto from = beyond_men(to, d, position_.white().men);
            if (from && !occupied_.contains(*from)) {
                Pieces white = position_.white();
                white.kings -= promoted;
                white.men = (white.men - to) | *from;
                add(white);
            }
        }
    }

    void add_king_unmoves(Square to) {
        for (const Direction d : all_directions) {
            for (const Square from : slide(to, d, occupied_)) {
                Pieces white = position_.white();
                white.kings = (white.kings - to) | from;
                add(white);
            }
        }
    }

    void add(const Pieces& white) {
        const Position before{{white, position_.black()}, Colour::White};
        if (!must_capture(before)) {
            found_.push_back(before);
        }
    }

    const Position& position_;
    Bitboard occupied_;
    std::vector<Position> found_;
};

}  // namespace

std::vector<Position> quiet_predecessors(const Position& position) {
    if (position.side_to_move == Colour::Black) {
        return WhiteUnmoves{position}.all();
    }
    const Position flipped = position.flipped();
    std::vector<Position> found = WhiteUnmoves{flipped}.all();
    for (Position& before : found) {
        before = before.flipped();
    }
    return found;
}

std::uint64_t perft(const Position& position, int depth) {
    if (depth == 0) {
        return 1;
    }
    const std::vector<Position> next = successors(position);
    if (depth == 1) {
        return next.size();
    }
    std::uint64_t nodes = 0;
    for (const Position& successor : next) {
        nodes += perft(successor, depth - 1);
    }
    return nodes;
}

}  // namespace dameotb::rules
