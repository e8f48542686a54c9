// Slices must be numbered without gaps, one of each mirrored pair, and ordered by advancement as moves go.
#include <dameotb/index/slice.hpp>
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using index::Slice;
using index::SliceId;
using index::SliceIndex;

namespace {

template <class Visit>
void for_each_slice(int white_men, int black_men, const Visit& visit) {
    tests::for_each_subset(white_men, ~rank_8, [&](Bitboard white) {
        tests::for_each_subset(black_men, ~rank_1 - white, [&](Bitboard black) { visit(Slice{white, black}); });
    });
}

void check_round_trip(const SliceIndex& slices, const Slice& slice) {
    const Slice mirrored = slice.mirrored();
    const bool canonical = slices.is_canonical(slice);
    CAPTURE(slice.white_men.bits(), slice.black_men.bits());
    REQUIRE((canonical || slices.is_canonical(mirrored)));
    REQUIRE((canonical && slices.is_canonical(mirrored)) == slice.is_self_mirrored());
    const Slice& numbered = canonical ? slice : mirrored;
    const SliceId id = slices.rank(numbered);
    REQUIRE(id.value() < slices.count());
    REQUIRE(slices.unrank(id) == numbered);
    REQUIRE(slices.locate(slice).id == id);
    REQUIRE(slices.locate(mirrored).id == id);
}

}  // namespace

TEST_CASE("slices of up to three men are numbered without gaps") {
    for (int men = 0; men <= 3; ++men) {
        for (int white = 0; white <= men; ++white) {
            const int black = men - white;
            CAPTURE(white, black);
            const SliceIndex slices{white, black};
            for (std::uint64_t number = 0; number < slices.count(); ++number) {
                const Slice slice = slices.unrank(SliceId{number});
                REQUIRE(slice.white_men.count() == white);
                REQUIRE(slice.black_men.count() == black);
                REQUIRE_FALSE(slice.white_men.intersects(rank_8 | slice.black_men));
                REQUIRE_FALSE(slice.black_men.intersects(rank_1));
                REQUIRE(slices.is_canonical(slice));
                REQUIRE(slices.rank(slice) == SliceId{number});
            }
            std::uint64_t all = 0;
            std::uint64_t self_mirrored = 0;
            for_each_slice(white, black, [&](const Slice& slice) {
                check_round_trip(slices, slice);
                ++all;
                self_mirrored += slice.is_self_mirrored() ? 1 : 0;
            });
            CHECK(slices.count() == (all + self_mirrored) / 2);
        }
    }
}

TEST_CASE("slices of many men") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int white = 0; white <= 8; ++white) {
        for (int black = 0; black <= 8; ++black) {
            const SliceIndex slices{white, black};
            CAPTURE(white, black, slices.count());
            for (int i = 0; i < 300; ++i) {
                Bitboard taken;
                const Bitboard w = tests::random_squares(random, white, ~rank_8, taken);
                const Bitboard b = tests::random_squares(random, black, ~rank_1, taken);
                check_round_trip(slices, {w, b});
                const SliceId id{random() % slices.count()};
                REQUIRE(slices.is_canonical(slices.unrank(id)));
                REQUIRE(slices.rank(slices.unrank(id)) == id);
            }
            const SliceId last{slices.count() - 1};
            REQUIRE(slices.rank(slices.unrank(last)) == last);
        }
    }
}

TEST_CASE("slices with self-mirrored men") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    constexpr Bitboard left{0x0F0F0F0F0F0F0F0FU};
    for (int white = 0; white <= 3; ++white) {
        for (int black = 0; black <= 3; ++black) {
            const SliceIndex slices{2 * white, 2 * black};
            for (int i = 0; i < 300; ++i) {
                Bitboard taken;
                const Bitboard w = tests::random_squares(random, white, left - rank_8, taken);
                const Bitboard b = tests::random_squares(random, black, left - rank_1, taken);
                const Slice slice{w | w.mirrored(), b | b.mirrored()};
                REQUIRE(slice.is_self_mirrored());
                check_round_trip(slices, slice);
            }
        }
    }
}

TEST_CASE("a quiet move of a man raises the advancement, a king's keeps the slice") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KMMvKM", "MMMvMM", "MMMMvM", "KKMvMM", "MMMMMvK"}) {
        const index::Material material = *index::Material::parse(name);
        for (int i = 0; i < 500; ++i) {
            const Position position = tests::random_position(random, material);
            const Slice slice = Slice::of(position);
            for (const Move& move : rules::quiet_moves(position)) {
                const Position next = rules::after(position, move);
                if (position.own().kings.contains(move.from)) {
                    REQUIRE(Slice::of(next) == slice);
                } else if (index::Material::of(next) == material) {
                    REQUIRE(Slice::of(next).advancement() > slice.advancement());
                }
            }
        }
    }
}

TEST_CASE("advancement counts rows gone by both colours") {
    CHECK(Slice{rank_1, rank_8}.advancement() == 0);
    const Slice slice{Bitboard{Square{2, 6}}, Bitboard{Square{5, 1}}};
    CHECK(slice.advancement() == 12);
    CHECK(slice.flipped().advancement() == 12);
    CHECK(slice.mirrored().advancement() == 12);
}

TEST_CASE("slices with one more man are located as one by one") {
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    for (int i = 0; i < 3000; ++i) {
        const auto white = static_cast<int>(random() % 4);
        const auto black = static_cast<int>(random() % 4);
        Bitboard taken;
        const Slice rest{tests::random_squares(random, white, ~rank_8, taken),
                         tests::random_squares(random, black, ~rank_1, taken)};
        for (const Colour colour : both_colours) {
            const bool is_white = colour == Colour::White;
            const SliceIndex slices{white + is_white, black + !is_white};
            const Bitboard squares = ~(taken | (is_white ? rank_8 : rank_1));
            SquareArray<SliceIndex::Located> numbers;
            slices.locate_with(rest, colour, squares, numbers);
            for (const Square square : squares) {
                Slice slice = rest;
                (is_white ? slice.white_men : slice.black_men) |= square;
                const SliceIndex::Located expected = slices.locate(slice);
                const SliceIndex::Located& located = numbers[static_cast<std::size_t>(square.index())];
                REQUIRE(located.id == expected.id);
                REQUIRE(located.mirrored == expected.mirrored);
            }
        }
    }
}
