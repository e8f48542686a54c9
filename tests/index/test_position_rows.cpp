// Compares the rows of positions with ClassIndex::unrank, position by position.
#include <dameotb/index/position_rows.hpp>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;
using index::PositionRow;

namespace {

Bitboard below(Square square) {
    Bitboard squares;
    for (int i = 0; i < square.index(); ++i) {
        squares |= Square{i};
    }
    return squares;
}

/// Returns what the row must be, but for its run of squares, of a position with these pieces.
PositionRow plain_row(const ClassIndex& index, std::uint64_t number, const Position& position) {
    const Colour side = position.own().kings.empty() ? opponent(position.side_to_move) : position.side_to_move;
    const Bitboard kings = position[side].kings;
    PositionRow row{};
    row.slice = index.slices().rank(index::Slice::of(position));
    CHECK(row.slice.value() == number / index.slice_size());
    row.fixed = position;
    row.fixed[side].kings = kings - kings.lowest();
    row.side = side;
    row.fellows = kings - kings.lowest();
    row.waiting = position[opponent(side)].kings;
    row.free = ~(position.white().men | position.black().men | row.waiting);
    return row;
}

bool are_of_one_row(const PositionRow& a, const PositionRow& b) {
    return a.slice == b.slice && a.fixed == b.fixed && a.side == b.side && a.fellows == b.fellows &&
           a.waiting == b.waiting && a.free == b.free;
}

/// Compares the rows of a run of numbers with the placements. Returns how many rows there are.
int check_rows(const ClassIndex& index, Colour mover, std::uint64_t first, std::uint64_t count) {
    CAPTURE(index.material().name(), static_cast<int>(mover), first, count);
    std::uint64_t number = first;
    int rows = 0;
    std::optional<PositionRow> before;
    for_each_position_row(index, mover, first, count, [&](const PositionRow& row) {
        REQUIRE(row.count >= 1);
        REQUIRE(row.squares().count() == row.count);
        REQUIRE_FALSE((before && are_of_one_row(*before, row)));
        REQUIRE((row.free & below(row.squares().lowest())).count() == row.skipped);
        for (const Square runner : row.squares()) {
            Position position = row.fixed;
            position[row.side].kings |= runner;
            REQUIRE(number < first + count);
            if (position != index.unrank(number, mover) || !are_of_one_row(row, plain_row(index, number, position))) {
                FAIL(number << " is " << rules::to_fen(index.unrank(number, mover)) << ", not "
                            << rules::to_fen(position));
            }
            ++number;
        }
        before = row;
        ++rows;
        return true;
    });
    REQUIRE(number == first + count);
    return rows;
}

std::uint64_t one_of(tests::Random& random, std::uint64_t first, std::uint64_t last) {
    return first + random() % (last - first + 1);
}

}  // namespace

TEST_CASE("rows of positions: every position of small classes, with any king as runner") {
    // White to move has no king in MMvK, Black to move none in KvM, KKvM and KMvM.
    for (const char* name : {"KvM", "KMvK", "KKvM", "KMvM", "MMvK"}) {
        const ClassIndex index{*Material::parse(name)};
        for (const Colour mover : both_colours) {
            const std::uint64_t count = tests::sampled ? 10'000 : index.size();
            CHECK(check_rows(index, mover, 0, std::min(count, index.size())) > 0);
        }
    }
}

TEST_CASE("rows of positions: runs that begin and end within rows and slices") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& material : index::build_order(6)) {
        if (material.men() == 0 || material.kings() == 0) {
            continue;
        }
        const ClassIndex index{material};
        for (int i = 0; i < 6; ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            const std::uint64_t count = one_of(random, 1, std::min<std::uint64_t>(i < 4 ? 200 : 3, index.size()));
            // At least one run goes over the border of a slice, if there is one.
            const std::uint64_t border = one_of(random, 1, index.size() / index.slice_size()) * index.slice_size();
            const std::uint64_t first = i == 0 ? border - std::min(border, count / 2) : random() % index.size();
            check_rows(index, mover, std::min(first, index.size() - count), count);
        }
    }
}

TEST_CASE("rows of positions: no position, and one position") {
    const ClassIndex index{*Material::parse("KKMvK")};
    CHECK(check_rows(index, Colour::White, 100, 0) == 0);
    for (std::uint64_t number = 0; number < 500; ++number) {
        CHECK(check_rows(index, Colour::White, number, 1) == 1);
    }
    CHECK(check_rows(index, Colour::Black, index.size() - 1, 1) == 1);
}

TEST_CASE("rows of positions: a visit that returns false is the last one") {
    const ClassIndex index{*Material::parse("KKvM")};
    const auto visits = [&](int allowed) {
        int seen = 0;
        for_each_position_row(index, Colour::White, 0, index.size(),
                              [&](const PositionRow&) { return ++seen < allowed; });
        return seen;
    };
    const int all = visits(1 << 30);
    CHECK(all > 1000);
    // 62 rows a slice: the lower one of two kings has no square below the lowest free one.
    for (const int allowed : {1, 2, 61, 62, 63, 124, 125, all - 1, all}) {
        CHECK(visits(allowed) == allowed);
    }
}
