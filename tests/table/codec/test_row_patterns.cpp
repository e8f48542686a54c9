// Compares what is found for all squares of a known row at once with what is found square by square.
#include "row_patterns.hpp"

#include "catch.hpp"
#include "known_rows.hpp"
#include "neighbourhood.hpp"
#include "plain_candidates.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;
using table::Coding;

namespace {

/// A row, and the rows around it, of any relative values of the coding.
struct AnyRow {
    AnyRow(tests::Random& random, Coding coding) : blocked{random() & random() & random()} {
        // Few different ones, so that many are equal; those next to bounds among them.
        constexpr std::array<RelativeValue, 12> distances{1, 2, 3, 60, 125, 126, 127, 128, 129, 200, 252, 253};
        const std::uint64_t kinds = 1 + random() % distances.size();
        const std::uint64_t known = 1 + random() % 8;
        const auto any = [&] {
            return random() % 8 >= known       ? unknown_relative_value
                   : coding == Coding::Results ? static_cast<RelativeValue>(1 + random() % 3)
                                               : distances[random() % kinds];
        };
        known_rows.reset(2, false);
        Squares& own = known_rows.relative_values(1);
        for (const Square square : Bitboard{~std::uint64_t{0}}) {
            const auto at = static_cast<std::size_t>(square.index());
            own[at] = blocked.contains(square) ? unknown_relative_value : any();
            for (Squares& other : others) {
                other[at] = any();
            }
            around.fellow_bound[at] = others[4][at] == unknown_relative_value ? no_relative_value : others[4][at];
        }
        around.waiting_west = &others[0];
        around.waiting_south = &others[1];
        around.fellow_west = &others[2];
        around.same_kings = &others[3];
    }
    [[nodiscard]] const Squares& relative_values() { return known_rows.relative_values(1); }

    Bitboard blocked;
    KnownRows known_rows;
    std::array<Squares, 5> others;
    RowSurroundings around;
};

template <Coding coding>
void check_row(AnyRow& row) {
    Bitboard needed = ~squares_of(row.relative_values(), unknown_relative_value);
    needed -=
        coding == Coding::Distances ? squares_of(row.relative_values(), drawn_distance_relative_value) : Bitboard{};
    RowPatterns patterns;
    std::array<SquarePatterns, 64> found;
    patterns.fill<coding>(row.around, row.relative_values(), row.blocked, needed, found);
    LineBounds bounds;
    for (const Square square : Bitboard{~std::uint64_t{0}}) {
        const auto at = static_cast<std::size_t>(square.index());
        const RelativeValue own = row.relative_values()[at];
        if (needed.contains(square)) {
            CAPTURE(square.to_string(), own);
            const Neighbourhood near =
                tests::plain_neighbourhood(row.around, row.relative_values(), bounds.through(square), square);
            const Candidates expected{near, coding == Coding::Distances && own > drawn_distance_relative_value};
            const SquarePatterns& of_square = found[at];
            constexpr Lanes spare = Lanes{0xFF} << (8 * SquarePatterns::spare);
            REQUIRE((of_square.guesses() & ~spare) == (expected.guess_pattern() & ~spare));
            REQUIRE(of_square.hints() == expected.hint_pattern());
            REQUIRE(patterns.count(at) == static_cast<std::size_t>(expected.count()));
            std::uint8_t own_number = not_guessed;
            for (int k = 0; k < expected.count(); ++k) {
                REQUIRE(patterns.candidate(of_square, at, static_cast<std::uint8_t>(k)) == expected[k]);
                REQUIRE(patterns.is_guess(at, expected[k]));
                REQUIRE((patterns.less(at) >> k & 1) == (expected[k] < expected[0] ? 1U : 0U));
                own_number = expected[k] == own ? static_cast<std::uint8_t>(k) : own_number;
            }
            REQUIRE(of_square.lanes[SquarePatterns::spare] == own_number);
            REQUIRE(patterns.is_guess(at, own) == (own_number != not_guessed));
            REQUIRE(patterns.first(at) == (expected.count() > 0 ? expected[0] : no_relative_value));
        }
        if (row.blocked.contains(square)) {
            bounds.cut(square);
        } else if (own != unknown_relative_value) {
            bounds.add(square, own);
        }
    }
}

}  // namespace

TEST_CASE("lines through all squares of a row are those through each", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int n = 0; n < 300; ++n) {
        AnyRow row{random, Coding::Distances};
        RowLines lines;
        lines.fill(row.relative_values(), row.blocked);
        LineBounds bounds;
        for (const Square square : Bitboard{~std::uint64_t{0}}) {
            const auto at = static_cast<std::size_t>(square.index());
            const auto found = [&](std::size_t direction) {
                return lines.through(direction, at / vector_bytes)[at % vector_bytes];
            };
            const LinesThrough expected = bounds.through(square);
            if (row.blocked.contains(square)) {
                bounds.cut(square);
                continue;
            }
            CAPTURE(row.blocked.bits(), square.to_string());
            REQUIRE(found(0) == expected.along_row);
            REQUIRE(found(1) == expected.along_file);
            REQUIRE(found(2) == expected.along_diagonal);
            REQUIRE(found(3) == expected.along_antidiagonal);
            bounds.add(square, row.relative_values()[at]);
        }
    }
}

TEST_CASE("patterns of all squares of a row are those of each", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int n = 0; n < 1000; ++n) {
        AnyRow of_results{random, Coding::Results};
        check_row<Coding::Results>(of_results);
        AnyRow of_distances{random, Coding::Distances};
        check_row<Coding::Distances>(of_distances);
    }
}

TEST_CASE("known relative values are those of the codes, and lie on the squares in their order", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    KnownRelativeValues known;
    const auto check = [&]<Coding coding>(bool flipped) {
        std::vector<std::uint8_t> codes(1 + random() % 300);
        const std::uint64_t kinds = 1 + random() % (coding == Coding::Results ? 3 : 253);
        for (std::uint8_t& code : codes) {
            code = random() % 4 == 0 ? dont_care_code : static_cast<std::uint8_t>(random() % kinds);
        }
        const auto relative_value = [&](std::size_t offset) {
            return codes[offset] == dont_care_code
                       ? unknown_relative_value
                       : relative_value_map(coding, flipped).relative_value_of[codes[offset]];
        };
        known.take<coding>(codes, flipped);
        std::array<int, 256> seen{};
        for (std::size_t offset = 0; offset < codes.size(); ++offset) {
            seen[relative_value(offset)] = 1;
        }
        seen[unknown_relative_value] = 0;
        const auto several = std::ranges::count(seen, 1);
        const auto only = static_cast<RelativeValue>(several == 0 ? 0 : std::ranges::find(seen, 1) - seen.begin());
        REQUIRE(known.only_relative_value() ==
                (several > 1 ? std::nullopt : std::optional{several == 0 ? no_relative_value : only}));
        REQUIRE(known.are_all(only) == (several <= 1));
        const Bitboard squares{random() & random()};
        const std::size_t count = std::min<std::size_t>(codes.size(), static_cast<std::size_t>(squares.count()));
        std::size_t offset = codes.size() - count;
        Squares spread;
        Bitboard taken;
        for (const Square square : squares) {
            taken |= static_cast<std::size_t>(taken.count()) < count ? Bitboard{square} : Bitboard{};
        }
        known.spread(offset, taken, spread);
        for (const Square square : Bitboard{~std::uint64_t{0}}) {
            REQUIRE(spread[static_cast<std::size_t>(square.index())] ==
                    (taken.contains(square) ? relative_value(offset++) : unknown_relative_value));
        }
    };
    for (int n = 0; n < 1000; ++n) {
        check.operator()<Coding::Results>(n % 2 == 0);
        check.operator()<Coding::Distances>(n % 2 == 0);
    }
}
