#include "plain_surroundings.hpp"

#include <algorithm>
#include <cstdlib>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::tests {

using rules::Direction;

namespace {

constexpr std::array backwards{Direction::West, Direction::South, Direction::SouthWest, Direction::SouthEast};

/// Returns the squares that a king on `from` passes in that direction before the first blocked one.
std::vector<Square> line(Square from, Direction direction, Bitboard blocked) {
    std::vector<Square> squares;
    for (auto to = rules::step(from, direction); to && !blocked.contains(*to); to = rules::step(*to, direction)) {
        squares.push_back(*to);
    }
    return squares;
}

int least_known(const std::vector<int>& relative_values) {
    return std::ranges::min(relative_values);  // unknown is greater than all
}

int greatest_known(const std::vector<int>& relative_values) {
    int greatest = 0;
    for (const int relative_value : relative_values) {
        greatest = relative_value == plain_unknown ? greatest : std::max(greatest, relative_value);
    }
    return greatest == 0 ? plain_unknown : greatest;
}

/// Returns the kings with the lowest of them moved one step, if it can make it.
std::optional<Bitboard> lowest_moved(Bitboard kings, Direction direction, Bitboard blocked) {
    const auto to = kings.empty() ? std::nullopt : rules::step(kings.lowest(), direction);
    if (!to || blocked.contains(*to)) {
        return std::nullopt;
    }
    return (kings - kings.lowest()) | *to;
}

std::optional<PlainPieces> with_runner_west(std::optional<PlainPieces> pieces) {
    const auto west = pieces ? rules::step(pieces->runner, Direction::West) : std::nullopt;
    if (!west) {
        return std::nullopt;
    }
    pieces->runner = *west;  // offset_of sees whether it can stand there
    return pieces;
}

std::optional<PlainPieces> with_runner_moved(PlainPieces pieces, Direction direction) {
    const auto runner = lowest_moved(Bitboard{pieces.runner}, direction, pieces.blocked());
    if (!runner) {
        return std::nullopt;
    }
    pieces.runner = runner->lowest();
    return pieces;
}

}  // namespace

std::optional<PlainPieces> with_fellow_moved(PlainPieces pieces, Direction direction) {
    const auto fellows = lowest_moved(pieces.fellows, direction, pieces.blocked());
    if (!fellows) {
        return std::nullopt;
    }
    pieces.fellows = *fellows;
    return pieces;
}

std::optional<PlainPieces> with_waiting_moved(PlainPieces pieces, Direction direction) {
    const auto waiting = lowest_moved(pieces.waiting, direction, pieces.blocked());
    if (!waiting) {
        return std::nullopt;
    }
    pieces.waiting = *waiting;
    return pieces;
}

// Positions and positions.

PlainPieces PlainSurroundings::pieces(std::uint32_t offset) const {
    const Position position = index_.unrank(first_ + offset, mover_);
    const bool mover_runs = !position.own().kings.empty();
    const Bitboard kings = mover_runs ? position.own().kings : position.enemy().kings;
    return {index::Slice::of(position), kings.lowest(), kings - kings.lowest(),
            mover_runs ? position.enemy().kings : Bitboard{}};
}

bool PlainSurroundings::is_quiet(std::uint32_t offset) const {
    return !rules::must_capture(index_.unrank(first_ + offset, mover_));
}

std::optional<std::uint32_t> PlainSurroundings::offset_of(const PlainPieces& pieces) const {
    const auto [men, runner, fellows, waiting] = pieces;
    const int squares = men.men().count() + 1 + fellows.count() + waiting.count();
    const bool runner_is_lowest = fellows.empty() || runner < fellows.lowest();
    if ((pieces.blocked() | runner).count() != squares || !runner_is_lowest) {
        return std::nullopt;
    }
    Position position{{Pieces{men.white_men, {}}, Pieces{men.black_men, {}}}, mover_};
    const bool mover_runs = index_.material()[mover_].kings > 0;
    position[mover_].kings = mover_runs ? fellows | runner : waiting;
    position[opponent(mover_)].kings = mover_runs ? waiting : fellows | runner;
    const std::uint64_t number = index_.rank(position);
    if (number < first_ || number >= first_ + relative_values_.size()) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(number - first_);
}

/// Returns the relative value if it is known: the position is in the block, quiet, and has been read.
int PlainSurroundings::relative_value(const std::optional<PlainPieces>& pieces) const {
    const auto offset = pieces ? offset_of(*pieces) : std::nullopt;
    return offset ? relative_values_[*offset] : plain_unknown;
}

/// Returns the men of the nearest slice that has a position in the block before those of this slice; the last one of
/// equally near ones.
std::optional<index::Slice> PlainSurroundings::nearest_slice(const PlainPieces& pieces) const {
    std::optional<index::Slice> nearest;
    int nearest_distance = 0;
    const std::uint64_t own = index_.slices().rank(pieces.men).value();
    for (std::uint64_t id = first_ / index_.slice_size(); id < own; ++id) {
        const index::Slice other = index_.slices().unrank(index::SliceId{id});
        const Bitboard white = other.white_men ^ pieces.men.white_men;
        const Bitboard black = other.black_men ^ pieces.men.black_men;
        const bool one_white = white.count() == 2 && black.empty();
        const bool one_black = black.count() == 2 && white.empty();
        if (!one_white && !one_black) {
            continue;
        }
        const Bitboard moved = one_white ? white : black;
        const int files = std::abs(moved.lowest().file() - moved.highest().file());
        const int rows = std::abs(moved.lowest().rank() - moved.highest().rank());
        if (!nearest || files + rows <= nearest_distance) {
            nearest = other;
            nearest_distance = files + rows;
        }
    }
    return nearest;
}

std::optional<PlainPieces> PlainSurroundings::in_nearest_slice(const PlainPieces& pieces) const {
    const std::optional<index::Slice> men = nearest_slice(pieces);
    if (!men) {
        return std::nullopt;
    }
    PlainPieces there = pieces;
    there.men = *men;
    return there;
}

bool PlainSurroundings::begins_row(std::uint32_t offset) const {
    if (offset == 0) {
        return true;
    }
    const PlainPieces before = pieces(offset - 1);
    const PlainPieces here = pieces(offset);
    return before.men != here.men || before.fellows != here.fellows || before.waiting != here.waiting;
}

std::uint32_t PlainSurroundings::end_of_row(std::uint32_t offset) const {
    do {
        ++offset;
    } while (offset < relative_values_.size() && !begins_row(offset));
    return offset;
}

// Lines.

int PlainSurroundings::least_on_line(const PlainPieces& pieces, Direction direction) const {
    std::vector<int> relative_values{plain_unknown};
    for (const Square square : line(pieces.runner, direction, pieces.blocked())) {
        PlainPieces there = pieces;
        there.runner = square;
        relative_values.push_back(relative_value(there));
    }
    return least_known(relative_values);
}

int PlainSurroundings::least_of_fellow(const PlainPieces& pieces, Direction direction) const {
    std::vector<int> relative_values{plain_unknown};
    for (auto there = with_fellow_moved(pieces, direction); there; there = with_fellow_moved(*there, direction)) {
        relative_values.push_back(relative_value(there));  // unknown behind the runner
    }
    return least_known(relative_values);
}

int PlainSurroundings::fellow_bound(const PlainPieces& pieces) const {
    std::vector<int> bounds;
    for (const Direction direction : backwards) {
        bounds.push_back(least_of_fellow(pieces, direction));
    }
    return greatest_known(bounds);
}

// All that is known around a position.

PlainGuesses PlainSurroundings::guesses(const PlainPieces& pieces) const {
    std::vector<int> bounds{fellow_bound(pieces)};
    for (const Direction direction : backwards) {
        bounds.push_back(least_on_line(pieces, direction));
    }
    return {relative_value(with_waiting_moved(pieces, Direction::West)),
            relative_value(with_runner_moved(pieces, Direction::West)),
            greatest_known(bounds),
            relative_value(with_runner_moved(pieces, Direction::South)),
            relative_value(with_waiting_moved(pieces, Direction::South)),
            relative_value(with_fellow_moved(pieces, Direction::West)),
            relative_value(in_nearest_slice(pieces))};
}

PlainHints PlainSurroundings::hints(const PlainPieces& pieces) const {
    return {least_on_line(pieces, Direction::West),
            least_on_line(pieces, Direction::South),
            least_on_line(pieces, Direction::SouthWest),
            least_on_line(pieces, Direction::SouthEast),
            fellow_bound(pieces),
            relative_value(with_runner_west(with_waiting_moved(pieces, Direction::South))),
            relative_value(with_runner_west(with_fellow_moved(pieces, Direction::West))),
            relative_value(with_runner_west(in_nearest_slice(pieces)))};
}

}  // namespace dameotb::tests
