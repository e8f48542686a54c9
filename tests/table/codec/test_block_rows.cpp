// Compares the rows of a block with its positions, and their neighbours with a search through all rows.
#include "block_rows.hpp"

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::table;
using index::ClassIndex;
using index::Material;

namespace {

struct BlockPieces {
    index::Slice men;
    std::uint64_t slice;
    Bitboard runners;  ///< The runner and its fellows.
    Bitboard waiting;
};

BlockPieces pieces_at(const ClassIndex& index, Colour mover, std::uint64_t number) {
    const Position position = index.unrank(number, mover);
    const bool mover_runs = index.material()[mover].kings > 0;
    return {index::Slice::of(position), number / index.slice_size(),
            mover_runs ? position.own().kings : position.enemy().kings,
            mover_runs ? position.enemy().kings : Bitboard{}};
}

/// Compares every position of the rows with that of the index. Returns how many positions the rows have.
std::uint64_t check_positions(BlockRows& rows, const ClassIndex& index, Colour mover, std::uint64_t first) {
    rows.find_quiet();
    std::uint64_t offset = 0;
    const std::uint64_t first_slice = first / index.slice_size();
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const BlockRow& row = rows[number];
        REQUIRE(row.first == offset);
        REQUIRE_FALSE(row.squares.empty());
        for (const Square runner : row.squares) {
            const BlockPieces pieces = pieces_at(index, mover, first + offset);
            const Position position = index.unrank(first + offset, mover);
            const bool right = pieces.runners.lowest() == runner && row.fellows == pieces.runners - runner &&
                               row.waiting == pieces.waiting && row.slice == pieces.slice - first_slice &&
                               row.blocked == position.occupied() - runner &&
                               row.quiet.contains(runner) == !rules::must_capture(position) &&
                               row.offset(runner) == offset;
            if (!right) {
                FAIL(rules::to_fen(position));
            }
            ++offset;
        }
        REQUIRE((row.quiet - row.squares).empty());
    }
    return offset;
}

/// Returns the kings with the lowest moved a step; empty if it cannot. Steps by hand.
Bitboard moved_by_hand(Bitboard kings, std::size_t direction, Bitboard blocked) {
    constexpr std::array<std::pair<int, int>, 4> steps{{{-1, 0}, {0, -1}, {-1, -1}, {1, -1}}};
    if (kings.empty()) {
        return {};
    }
    const Square from = kings.lowest();
    const int file = from.file() + steps[direction].first;
    const int row = from.rank() + steps[direction].second;
    if (file < 0 || file > 7 || row < 0 || blocked.contains(Square{file, row})) {
        return {};
    }
    return (kings - from) | Square{file, row};
}

RowNumber search(const BlockRows& rows, std::uint32_t slice, Bitboard waiting, Bitboard fellows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].slice == slice && rows[i].waiting == waiting && rows[i].fellows == fellows) {
            return static_cast<RowNumber>(i);
        }
    }
    return none;
}

/// Returns how far apart the slices are if one man of one colour differs, otherwise nothing.
std::optional<int> plain_distance(const index::Slice& a, const index::Slice& b) {
    for (const bool white : {true, false}) {
        const Bitboard one = white ? a.white_men : a.black_men;
        const Bitboard other = white ? b.white_men : b.black_men;
        const bool rest_is_equal = white ? a.black_men == b.black_men : a.white_men == b.white_men;
        if (rest_is_equal && (one - other).count() == 1) {
            const Square from = (one - other).lowest();
            const Square to = (other - one).lowest();
            const int files = std::abs(from.file() - to.file());
            const int ranks = std::abs(from.rank() - to.rank());
            return files + ranks;
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> plain_nearest(const ClassIndex& index, std::uint64_t first, std::uint32_t slice) {
    const std::uint64_t first_slice = first / index.slice_size();
    const auto men = [&](std::uint64_t i) { return index.slices().unrank(index::SliceId{first_slice + i}); };
    std::optional<std::uint32_t> nearest;
    int nearest_distance = 0;
    for (std::uint32_t other = 0; other < slice; ++other) {
        const auto distance = plain_distance(men(other), men(slice));
        if (distance && (!nearest || *distance <= nearest_distance)) {
            nearest = other;
            nearest_distance = *distance;
        }
    }
    return nearest;
}

/// Compares the neighbours of each row. Returns how many there are, but for those that are not there.
int check_neighbours(BlockRows& rows, const ClassIndex& index, std::uint64_t first) {
    rows.find_neighbours();
    int seen = 0;
    const auto check = [&](RowNumber found, RowNumber expected, std::size_t number) {
        REQUIRE(found == expected);
        REQUIRE(found < static_cast<RowNumber>(number));
        seen += found == none ? 0 : 1;
    };
    for (std::size_t number = 0; number < rows.size(); ++number) {
        CAPTURE(number);
        const BlockRow& row = rows[number];
        const NeighbourRows found = rows.neighbours(number);
        for (std::size_t d = 0; d < 4; ++d) {
            const Bitboard fellows = moved_by_hand(row.fellows, d, row.blocked);
            check(found.fellow_moved[d], fellows.empty() ? none : search(rows, row.slice, row.waiting, fellows),
                  number);
        }
        for (std::size_t d = 0; d < 2; ++d) {
            const Bitboard waiting = moved_by_hand(row.waiting, d, row.blocked);
            check(d == 0 ? found.waiting_west : found.waiting_south,
                  waiting.empty() ? none : search(rows, row.slice, waiting, row.fellows), number);
        }
        const auto nearest = plain_nearest(index, first, row.slice);
        check(found.same_kings, nearest ? search(rows, *nearest, row.waiting, row.fellows) : none, number);
    }
    return seen;
}

}  // namespace

TEST_CASE("rows of blocks have the block's positions, and neighbours that a search finds", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name :
         {"KvM", "KMvK", "KKvM", "KMvM", "MMvK", "KKvKM", "KKMvK", "KMMvM", "KKvMM", "KKKvKM", "KMMvMM", "KKMvKMM"}) {
        const ClassIndex index{*Material::parse(name)};
        int neighbours = 0;
        for (int i = 0; i < (tests::sampled ? 2 : 6); ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            BlockRows rows;
            rows.take(index, mover);
            REQUIRE(rows.runner_waits() == (index.material()[mover].kings == 0));
            const auto count = static_cast<std::uint32_t>(1 + random() % std::min<std::uint64_t>(2048, index.size()));
            const std::uint64_t first = random() % (index.size() - count + 1);
            CAPTURE(name, i, first, count);
            rows.walk(first, count, count - 1);
            REQUIRE(check_positions(rows, index, mover, first) == count);
            neighbours += check_neighbours(rows, index, first);
        }
        CHECK(neighbours > 0);
    }
}

TEST_CASE("slices in which a white and a black man have changed places are not near", "[codec]") {
    // Where such a slice would be the nearest one, which is seldom: in 12 of 2,492 blocks.
    const ClassIndex index{*Material::parse("KMMvM")};
    BlockRows rows;
    rows.take(index, Colour::White);
    for (const std::uint64_t block : {949, 1042, 1145}) {
        constexpr std::uint32_t count = 2048;
        CAPTURE(block);
        rows.walk(block * count, count, count - 1);
        CHECK(check_neighbours(rows, index, block * count) > 0);
    }
}

TEST_CASE("a walk ends with the row that has the last position", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index{*Material::parse("KKvKM")};
    BlockRows rows;
    rows.take(index, Colour::White);
    constexpr std::uint32_t count = 2048;
    for (int i = 0; i < 50; ++i) {
        const std::uint64_t first = random() % (index.size() - count);
        const auto last = static_cast<std::uint32_t>(random() % count);
        CAPTURE(first, last);
        rows.walk(first, count, last);
        CHECK(check_positions(rows, index, Colour::White, first) > last);
        CHECK(rows[rows.size() - 1].first <= last);
        // The same walk again, and then others of which one number differs.
        const std::size_t size = rows.size();
        rows.walk(first, count, last);
        CHECK(rows.size() == size);
        rows.walk(first, count, count - 1);
        CHECK(check_positions(rows, index, Colour::White, first) == count);
        rows.walk(first + 1, count - 1, count - 2);
        CHECK(check_positions(rows, index, Colour::White, first + 1) == count - 1);
        rows.walk(first + 1, count, count - 1);
        CHECK(check_positions(rows, index, Colour::White, first + 1) == count);
    }
}
