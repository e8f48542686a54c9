// Quiet unmoves. Written for moves of White; for Black, flips the position.
#include <dameotb/rules/unmove.hpp>

#include <dameotb/rules/movegen.hpp>

#include <dameotb/rules/men_moves.hpp>

namespace dameotb::rules {

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

}  // namespace dameotb::rules
