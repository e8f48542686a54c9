// A position's number: the squares, which pieces are kings, and the side to move, as digits of a number.
#include "two_piece_values.hpp"

#include <algorithm>

namespace dameotb::tests {

namespace {

constexpr std::size_t offsets = std::size_t{2} * 2 * 2 * 64 * 64;

std::size_t offset_of(const Position& position) {
    std::size_t offset = static_cast<std::size_t>(position.side_to_move);
    for (const Pieces& pieces : position.sides) {
        offset = (offset * 2 + (pieces.kings.empty() ? 0 : 1)) * 64 +
                 static_cast<std::size_t>(pieces.all().lowest().index());
    }
    return offset;
}

bool is_bare(const Position& position) {
    return position.own().all().empty() || position.enemy().all().empty();
}

Value value_if_bare(const Position& position) {
    return rules::legal_moves(position).empty() ? Value::loss_in(0) : Value::win_in(1);
}

Pieces one_piece(Square square, bool is_king) {
    return is_king ? Pieces{{}, Bitboard{square}} : Pieces{Bitboard{square}, {}};
}

}  // namespace

TwoPieceValues::TwoPieceValues() : values_(offsets) {
    for (const Square white : all_squares) {
        for (const Square black : all_squares - white) {
            for (const int kings : {0, 1, 2, 3}) {
                for (const Colour side_to_move : both_colours) {
                    const Position position{{one_piece(white, kings / 2 == 1), one_piece(black, kings % 2 == 1)},
                                            side_to_move};
                    if (!defect(position)) {
                        positions_.push_back(position);
                    }
                }
            }
        }
    }
    std::vector<std::vector<Position>> successors;
    for (const Position& position : positions_) {
        successors.push_back(rules::successors(position));
    }
    for (bool changed = true; changed;) {
        std::vector<Value> next(offsets);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            Value best = Value::loss_in(0);
            for (const Position& successor : successors[i]) {
                best = std::max(best, of(successor).before_move());
            }
            next[offset_of(positions_[i])] = best;
        }
        changed = next != values_;
        values_ = next;
    }
}

Value TwoPieceValues::of(const Position& position) const {
    return is_bare(position) ? value_if_bare(position) : values_[offset_of(position)];
}

const TwoPieceValues& two_piece_values() {
    static const TwoPieceValues values;
    return values;
}

ValueBounds value_by_captures(const Position& position) {
    if (is_bare(position) || position.occupied().count() == 2) {
        const Value value = two_piece_values().of(position);
        return {value, value};
    }
    const std::vector<Position> successors = rules::successors(position);
    if (!rules::must_capture(position) && !successors.empty()) {
        return {Value::loss_in(0), Value::win_in(1)};
    }
    ValueBounds best{Value::loss_in(0), Value::loss_in(0)};
    for (const Position& successor : successors) {
        const ValueBounds reached = value_by_captures(successor);
        best.least = std::max(best.least, reached.most.before_move());
        best.most = std::max(best.most, reached.least.before_move());
    }
    return best;
}

}  // namespace dameotb::tests
