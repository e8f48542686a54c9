// Answers from a row's scores and from its symmetries.
#include <dameotb/store/values/value_row.hpp>

#include <utility>

#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/store/row/row_scores.hpp>

#include "row_symmetries.hpp"

namespace dameotb::store {

using rules::Bitboard;
using rules::Position;
using rules::Square;
using rules::Value;

Bitboard ValueRow::between(Value least, Value most) const {
    const Score low = to_score(least);
    const Score high = to_score(most);
    if (!has_runner_) {
        return low <= *cells_ && *cells_ <= high ? squares_ : Bitboard{};
    }
    return squares_ & index::apply(index::inverse(symmetry_), squares_between(cells_, low, high));
}

Bitboard ValueRow::forced() const {
    if (!has_runner_) {
        return rules::must_capture(fixed_) ? squares_ : Bitboard{};
    }
    return squares_ & rules::capture_mask(fixed_, runner_);
}

Value ValueRow::value(Square square) const {
    return to_value(cells_[index::apply(symmetry_, square).index()]);
}

Position ValueRow::position(Square square) const {
    Position position = fixed_;
    if (has_runner_) {
        position[runner_].kings |= square;
    }
    return position;
}

int ValueRow::weight(Square square) const {
    if (stabiliser_ == symmetries::none) {
        return most_weight_;
    }
    return most_weight_ / std::popcount(symmetries::stabiliser(stabiliser_, position(square)[runner_].kings));
}

std::uint64_t ValueRow::weight(Bitboard squares) const {
    if (stabiliser_ == symmetries::none) {
        return static_cast<std::uint64_t>(most_weight_) * static_cast<std::uint64_t>(squares.count());
    }
    std::uint64_t sum = 0;
    for (const Square square : squares) {
        sum += static_cast<std::uint64_t>(weight(square));
    }
    return sum;
}

ValueRow ValueRow::other_side_to_move() const {
    ValueRow other = *this;
    std::swap(other.cells_, other.other_cells_);
    other.fixed_.side_to_move = opponent(fixed_.side_to_move);
    return other;
}

}  // namespace dameotb::store
