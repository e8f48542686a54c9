// Compares line bounds, and what is known around a square, with walks over the board.
#include "known_rows.hpp"

#include <map>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "neighbourhood.hpp"
#include "plain_candidates.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::table;
using rules::Direction;

namespace {

/// Returns the squares from `from` in that direction, up to the first blocked one.
std::vector<Square> open_line(Square from, Direction direction, Bitboard blocked) {
    std::vector<Square> squares;
    for (auto to = rules::step(from, direction); to && !blocked.contains(*to); to = rules::step(*to, direction)) {
        squares.push_back(*to);
    }
    return squares;
}

RelativeValue random_relative_value(tests::Random& random) {
    return static_cast<RelativeValue>(1 + random() % 254);
}

Bitboard random_board(tests::Random& random) {
    return Bitboard{random() & random() & random()};
}

std::uint8_t lane(Lanes lanes, int i) {
    return static_cast<std::uint8_t>(lanes >> (8 * i));
}

/// Returns the greatest of the known relative values, or unknown_relative_value.
RelativeValue greatest(const std::vector<RelativeValue>& relative_values) {
    RelativeValue most = no_relative_value;
    for (const RelativeValue relative_value : relative_values) {
        most = relative_value == unknown_relative_value ? most : std::max(most, relative_value);
    }
    return most == no_relative_value ? unknown_relative_value : most;
}

/// Rows of random relative values, by the kings: one fellow and one waiting king, on squares that no man blocks.
class RowsOfTwoKings {
public:
    RowsOfTwoKings(tests::Random& random, Bitboard men) : men_{men} {
        for (int waiting = 0; waiting < 64; ++waiting) {
            for (int fellow = 0; fellow < 64; ++fellow) {
                const bool vacant = waiting != fellow && !(men | Square{waiting}).contains(Square{fellow}) &&
                                    !men.contains(Square{waiting});
                if (vacant && random() % 16 != 0) {  // some are not in the block
                    add(random, waiting, fellow);
                }
            }
        }
    }

    /// Compares all rows in their order.
    void check() {
        KnownRows known;
        known.reset(rows_.size(), true);
        for (std::size_t number = 0; number < rows_.size(); ++number) {
            const auto& [waiting, fellow, relative_values] = rows_[number];
            CAPTURE(number, waiting, fellow);
            const RowSurroundings around = known.around(number, neighbours(waiting, fellow));
            Squares& own = known.relative_values(number);
            own = unknown_squares;
            LineBounds bounds;
            for (int i = 0; i < 64; ++i) {
                const Square square{i};
                if (!tests::sampled || (number + square.index()) % 5 == 0) {
                    check_square(number, square, around, own, bounds);
                }
                if (blocked(waiting, fellow).contains(square)) {
                    bounds.cut(square);
                } else if (relative_values[static_cast<std::size_t>(i)] != unknown_relative_value) {
                    own[static_cast<std::size_t>(i)] = relative_values[static_cast<std::size_t>(i)];
                    bounds.add(square, relative_values[static_cast<std::size_t>(i)]);
                }
            }
        }
    }

private:
    struct Row {
        int waiting;
        int fellow;
        Squares relative_values;
    };

    void add(tests::Random& random, int waiting, int fellow) {
        Row row{waiting, fellow, unknown_squares};
        for (int i = 0; i < fellow; ++i) {  // the runner is below its fellow
            const bool vacant = !(men_ | Square{waiting}).contains(Square{i});
            if (vacant && random() % 3 != 0) {
                row.relative_values[static_cast<std::size_t>(i)] = random_relative_value(random);
            }
        }
        numbers_[{waiting, fellow}] = static_cast<RowNumber>(rows_.size());
        rows_.push_back(row);
    }
    [[nodiscard]] Bitboard blocked(int waiting, int fellow) const { return men_ | Square{waiting} | Square{fellow}; }
    [[nodiscard]] RowNumber number_of(int waiting, int fellow) const {
        const auto found = numbers_.find({waiting, fellow});
        return found == numbers_.end() ? none : found->second;
    }
    [[nodiscard]] NeighbourRows neighbours(int waiting, int fellow) const {
        NeighbourRows found;
        found.same_kings = number_of(waiting, fellow) - 7 >= 0 ? number_of(waiting, fellow) - 7 : none;
        for (std::size_t d = 0; d < 4; ++d) {
            const auto fellow_line = open_line(Square{fellow}, backwards[d], blocked(waiting, fellow));
            found.fellow_moved[d] = fellow_line.empty() ? none : number_of(waiting, fellow_line[0].index());
        }
        const auto with_waiting_moved = [&](Direction direction) {
            const auto line = open_line(Square{waiting}, direction, blocked(waiting, fellow));
            return line.empty() ? none : number_of(line[0].index(), fellow);
        };
        found.waiting_west = with_waiting_moved(Direction::West);
        found.waiting_south = with_waiting_moved(Direction::South);
        return found;
    }
    [[nodiscard]] RelativeValue relative_value(RowNumber row, Square square) const {
        return row == none
                   ? unknown_relative_value
                   : rows_[static_cast<std::size_t>(row)].relative_values[static_cast<std::size_t>(square.index())];
    }
    [[nodiscard]] RelativeValue relative_value_west(RowNumber row, Square square) const {
        return square.file() == 0 ? unknown_relative_value : relative_value(row, Square{square.index() - 1});
    }
    /// Returns the relative values of the rows in which the king has gone along the line, up to the first that is not
    /// there.
    template <class RowAt>
    [[nodiscard]] std::vector<RelativeValue> along(const std::vector<Square>& line, Square square,
                                                   const RowAt& row_at) const {
        std::vector<RelativeValue> relative_values;
        for (const Square to : line) {
            const RowNumber row = row_at(to.index());
            if (row == none) {
                break;
            }
            relative_values.push_back(relative_value(row, square));
        }
        return relative_values;
    }

    void check_square(std::size_t number, Square square, const RowSurroundings& around, const Squares& own,
                      const LineBounds& bounds) {
        const auto& [waiting, fellow, relative_values] = rows_[number];
        const NeighbourRows rows = neighbours(waiting, fellow);
        const Bitboard others = blocked(waiting, fellow);
        std::vector<RelativeValue> fellow_bounds;
        std::vector<RelativeValue> line_bounds;
        for (const Direction d : backwards) {
            const auto by_fellow =
                along(open_line(Square{fellow}, d, others), square, [&](int to) { return number_of(waiting, to); });
            RelativeValue least = unknown_relative_value;
            for (const RelativeValue relative_value : by_fellow) {
                least = std::min(least, relative_value);
            }
            fellow_bounds.push_back(least);
            least = unknown_relative_value;
            for (const Square to : open_line(square, d, others)) {
                least = std::min(least, own[static_cast<std::size_t>(to.index())]);
            }
            line_bounds.push_back(least);
        }
        std::vector<RelativeValue> all_bounds = fellow_bounds;
        all_bounds.insert(all_bounds.end(), line_bounds.begin(), line_bounds.end());

        RowNeighbourhood row;
        row.take(around, Bitboard{square});
        const Neighbourhood near = row.of(square, own, bounds.through(square));
        const Neighbourhood plain = tests::plain_neighbourhood(around, own, bounds.through(square), square);
        REQUIRE(near.guesses == plain.guesses);
        REQUIRE(near.hints == plain.hints);
        CAPTURE(square.to_string(), near.guesses, near.hints);
        const auto own_row = static_cast<RowNumber>(number);
        const bool has_south = square.rank() > 0;
        const Lanes guesses = make_lanes(
            relative_value(rows.waiting_west, square), relative_value_west(own_row, square), greatest(all_bounds),
            has_south ? relative_value(own_row, Square{square.index() - 8}) : unknown_relative_value,
            relative_value(rows.waiting_south, square), relative_value(rows.fellow_moved[0], square),
            relative_value(rows.same_kings, square), unknown_relative_value);
        REQUIRE(near.guesses == guesses);
        const Lanes hints =
            make_lanes(line_bounds[0], line_bounds[1], line_bounds[2], line_bounds[3], greatest(fellow_bounds),
                       relative_value_west(rows.waiting_south, square),
                       relative_value_west(rows.fellow_moved[0], square), relative_value_west(rows.same_kings, square));
        REQUIRE(near.hints == hints);
        REQUIRE(lane(near.guesses, guess::bound) == greatest(all_bounds));
    }

    Bitboard men_;
    std::vector<Row> rows_;
    std::map<std::pair<int, int>, RowNumber> numbers_;
};

}  // namespace

TEST_CASE("what is known around a square is what a walk over the board finds", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    if (!tests::sampled) {
        RowsOfTwoKings{random, Bitboard{}}.check();
    }
    RowsOfTwoKings{random, random_board(random)}.check();
}

TEST_CASE("line bounds are the least relative values as far as the next blocked square", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int board = 0; board < 300; ++board) {
        const Bitboard blocked = random_board(random);
        Squares relative_values = unknown_squares;
        LineBounds bounds;
        for (int i = 0; i < 64; ++i) {
            const Square square{i};
            const LinesThrough lines = bounds.through(square);
            const auto least = [&](Direction direction) {
                RelativeValue relative_value = unknown_relative_value;
                for (const Square to : open_line(square, direction, blocked)) {
                    relative_value = std::min(relative_value, relative_values[static_cast<std::size_t>(to.index())]);
                }
                return relative_value;
            };
            CAPTURE(blocked.bits(), square.to_string());
            REQUIRE(lines.along_row == least(Direction::West));
            REQUIRE(lines.along_file == least(Direction::South));
            REQUIRE(lines.along_diagonal == least(Direction::SouthWest));
            REQUIRE(lines.along_antidiagonal == least(Direction::SouthEast));
            const RelativeValue best =
                greatest({lines.along_row, lines.along_file, lines.along_diagonal, lines.along_antidiagonal});
            REQUIRE(lines.best() == (best == unknown_relative_value ? no_relative_value : best));
            if (blocked.contains(square)) {
                bounds.cut(square);
            } else if (random() % 3 != 0) {
                relative_values[static_cast<std::size_t>(i)] = random_relative_value(random);
                bounds.add(square, relative_values[static_cast<std::size_t>(i)]);
            }
        }
    }
}
