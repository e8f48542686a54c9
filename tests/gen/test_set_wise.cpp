// Compares the set-wise parts of the solver with their plain definitions, square by square and position by position.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "row/king_moves.hpp"
#include "row/leader_moves.hpp"
#include "row/row_moves.hpp"
#include "row/row_set.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::gen;
using namespace dameotb::scores;

namespace {

constexpr std::uint64_t seed = 20260714;

/// Returns slices with few men. Some men are next to each other or on the edges.
std::vector<index::Slice> sample_slices() {
    const auto square = [](const char* name) { return Bitboard{Square{name[0] - 'a', name[1] - '1'}}; };
    return {{Bitboard{}, Bitboard{}},
            {square("a1"), Bitboard{}},
            {square("d4"), square("d5")},
            {square("h7"), square("g2")},
            {square("c3") | square("d4"), square("e5")},
            {square("b2") | square("b3"), Bitboard{}}};
}

index::Material material_of(const index::Slice& slice, int white_kings, int black_kings) {
    return {{static_cast<std::uint8_t>(white_kings), static_cast<std::uint8_t>(slice.white_men.count())},
            {static_cast<std::uint8_t>(black_kings), static_cast<std::uint8_t>(slice.black_men.count())}};
}

/// Calls visit(row, square, position) for every position of the slice that has a cell, with `mover` to move, once for
/// each cell. Takes only every seventh row of layouts with many rows, one in 101 of layouts with very many, and so on.
template <class Visit>
void for_each_cell(const SliceLayout& layout, const index::Slice& slice, Colour mover, Visit&& visit) {
    const std::uint32_t step = layout.rows() > 1'000'000 ? 100'003
                               : layout.rows() > 10'000  ? 1'009
                               : layout.rows() > 64      ? 7
                                                         : 1;
    for (std::uint32_t row = 0; row < layout.rows(); row += step) {
        if (!layout.is_legal(row, slice.men())) {
            continue;
        }
        for (const Square square : layout.vacant(row, slice.men())) {
            Position position = position_of(slice, layout.kings_of(row), mover);
            position[layout.pivot()].kings |= square;
            visit(row, square, position);
        }
    }
}

using Cell = std::pair<std::uint32_t, int>;

/// Returns all cells that hold an image of the position with this pivot king. Requires: a class without men.
std::set<Cell> images_of(const SliceLayout& layout, const Position& position, Square pivot) {
    std::set<Cell> cells;
    layout.for_each_image(position[layout.pivot()].kings - pivot, position[opponent(layout.pivot())].kings,
                          [&](const SliceLayout::Image& image) {
                              cells.emplace(image.row, index::apply(image.symmetry, pivot).index());
                          });
    return cells;
}

}  // namespace

TEST_CASE("RanksWithOneMore ranks a set with one more square") {
    std::mt19937_64 random{seed};
    CAPTURE(seed);
    for (int i = 0; i < 2000; ++i) {
        Bitboard rest;
        while (rest.count() < i % 5) {
            rest |= Square{static_cast<int>(random() % 64)};
        }
        const index::RanksWithOneMore more{rest};
        for (const Square square : ~rest) {
            REQUIRE(more.rank(square.index()) == index::rank_subset(rest | square));
        }
    }
}

TEST_CASE("RowSet knows the rows that have positions") {
    constexpr std::uint32_t rows = 130;
    const auto rows_of = [](const RowSet& set) {
        std::vector<std::uint32_t> found;
        set.for_each_row(0, set.groups(), [&](std::uint32_t row) { found.push_back(row); });
        CHECK(set.count() == found.size());
        for (std::uint32_t group = 0; group < set.groups(); ++group) {
            CHECK(set.has_any(group, group + 1) ==
                  std::ranges::any_of(found, [&](std::uint32_t row) { return row / RowSet::group_rows == group; }));
        }
        return found;
    };
    RowSet set{rows};
    CHECK(set.groups() == 3);
    CHECK(rows_of(set).empty());
    set.add(129, 1);
    set.add(3, 0);
    set.add(2, 6);
    set.add(129, 3);
    set.add(63, 8);
    CHECK(rows_of(set) == std::vector<std::uint32_t>{2, 63, 129});
    CHECK(set[129] == 3);
    set.remove(129, 3);
    set.remove(2, 4);
    CHECK(rows_of(set) == std::vector<std::uint32_t>{2, 63});
    CHECK(set[2] == 2);
    // A row that is visited may leave the set.
    set.for_each_row(0, 1, [&](std::uint32_t row) { set.remove(row, row == 2 ? 2 : 0); });
    CHECK(rows_of(set) == std::vector<std::uint32_t>{63});
    std::fill_n(set.words(), rows, 0);
    set.words()[64] = 5;
    set.words()[129] = 1;
    const auto for_each_group = [&](auto&& body) {
        for (std::uint32_t group = 0; group < set.groups(); ++group) {
            body(group);
        }
    };
    for_each_group([&](std::uint32_t group) { set.mark_rows(group); });
    CHECK(rows_of(set) == std::vector<std::uint32_t>{64, 129});
    for_each_group([&](std::uint32_t group) { set.clear(group); });
    CHECK(rows_of(set).empty());
    for (std::uint32_t row = 0; row < rows; ++row) {
        CHECK(set[row] == 0);
    }
}

TEST_CASE("Threads that add to the same rows of a RowSet lose nothing") {
    // Few rows, so that threads meet in nearly every word. Each adds its own positions, in an order of its own.
    constexpr std::uint32_t rows = 130;
    constexpr int threads = 4;
    RowSet set{rows};
    std::vector<std::uint64_t> expected(rows);
    std::array<std::vector<std::pair<std::uint32_t, int>>, threads> additions;
    std::mt19937_64 random{seed};
    CAPTURE(seed);
    for (auto& of_thread : additions) {
        for (int i = 0; i < 3000; ++i) {
            const auto& [row, square] = of_thread.emplace_back(random() % rows, random() % 64);
            expected[row] |= std::uint64_t{1} << square;
        }
    }
    memory::parallel_for(threads, threads, [&](std::size_t, std::uint64_t i) {
        for (const auto& [row, square] : additions[i]) {
            set.add_shared(row, std::uint64_t{1} << square);
        }
    });
    for (std::uint32_t row = 0; row < rows; ++row) {
        CHECK(set[row] == expected[row]);
    }
    CHECK(set.count() ==
          static_cast<std::uint64_t>(std::ranges::count_if(expected, [](auto bits) { return bits != 0; })));
}

TEST_CASE("capture_mask equals must_capture on the positions of sample slices") {
    for (const index::Slice& slice : sample_slices()) {
        for (const auto& [white_kings, black_kings] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 0}, {0, 1}, {1, 0}}) {
            const SliceLayout layout{material_of(slice, white_kings, black_kings)};
            for (const Colour mover : both_colours) {
                std::map<std::uint32_t, std::uint64_t> expected;
                for_each_cell(layout, slice, mover, [&](std::uint32_t row, Square square, const Position& position) {
                    expected[row] |= rules::must_capture(position) ? Bitboard{square}.bits() : 0;
                });
                for (const auto& [row, bits] : expected) {
                    REQUIRE(
                        rules::capture_mask(position_of(slice, layout.kings_of(row), mover), layout.pivot()).bits() ==
                        bits);
                }
            }
        }
    }
}

// The scalar unmove generator is the definition. A position with a forced capture has no quiet move, so the two are
// compared on quiet positions. The unmoves from all images of a position must be all images of the scalar ones: where
// the leading set stays, the unmoves from one image are in its own orientation alone.
TEST_CASE("RowMoves::unmoves equals the scalar unmove generator in classes without men") {
    for (const auto& [white_kings, black_kings] : {std::pair{1, 1}, {2, 1}, {2, 2}}) {
        const SliceLayout layout{material_of({}, white_kings, black_kings)};
        const RowMoves moves{layout};
        for (const Colour mover : both_colours) {
            for_each_cell(layout, {}, opponent(mover), [&](std::uint32_t row, Square square, const Position& p) {
                if (dameotb::tests::sampled && (row + static_cast<unsigned>(square.index())) % 8 != 0) {
                    return;
                }
                const std::set<Cell> images = images_of(layout, p, square);
                REQUIRE(images.contains({row, square.index()}));
                std::set<Cell> set_wise;
                for (const auto& [image_row, image_square] : images) {
                    const std::uint64_t bit = Bitboard{Square{image_square}}.bits();
                    moves.unmoves(mover, image_row, bit, [&](std::uint32_t from, std::uint64_t bits) {
                        const Position fixed = position_of({}, layout.kings_of(from), mover);
                        const std::uint64_t quiet = bits & ~rules::capture_mask(fixed, layout.pivot()).bits();
                        for (const Square pivot : Bitboard{quiet}) {
                            set_wise.emplace(from, pivot.index());
                        }
                    });
                }
                std::set<Cell> scalar;
                for (const Position& before : rules::quiet_predecessors(p)) {
                    if (!index::Slice::of(before).men().empty()) {
                        continue;
                    }
                    // The pivot king is the same piece before and after: it moved itself, or its square is unchanged.
                    Bitboard pivots = before[layout.pivot()].kings;
                    if (before[opponent(layout.pivot())].kings != p[opponent(layout.pivot())].kings ||
                        layout.co_kings() == 0) {
                        pivots = layout.co_kings() == 0 ? pivots : Bitboard{square};
                    } else {
                        const Bitboard left = p[layout.pivot()].kings - pivots;
                        pivots = left == Bitboard{square} ? pivots - p[layout.pivot()].kings : Bitboard{square};
                    }
                    scalar.merge(images_of(layout, before, pivots.lowest()));
                }
                REQUIRE(set_wise == scalar);
            });
        }
    }
}

namespace {

/// Returns whether a king move of the side to move leads into the set. `pivot` is its square in the position's row.
bool has_move_into(const SliceLayout& layout, const Position& p, Square pivot, const std::vector<std::uint64_t>& set) {
    return std::ranges::any_of(rules::quiet_moves(p), [&](const Move& move) {
        if (!p.own().kings.contains(move.from)) {
            return false;
        }
        const Position next = rules::after(p, move);
        const bool pivot_moves = p.side_to_move == layout.pivot() && move.from == pivot;
        const Square to = pivot_moves ? move.to : pivot;
        const SliceLayout::Image image =
            layout.image(next[layout.pivot()].kings - to, next[opponent(layout.pivot())].kings);
        return Bitboard{set[image.row]}.contains(index::apply(image.symmetry, to));
    });
}

/// Returns random words. Where few bits are set, not every position has a move into them; where many are, also moves
/// over long ways are seen.
std::vector<std::uint64_t> random_words(std::mt19937_64& random, std::uint32_t rows, bool many) {
    std::vector<std::uint64_t> words(rows);
    std::ranges::generate(words, [&] {
        const std::uint64_t few = std::uint64_t{1} << (random() % 64) | std::uint64_t{1} << (random() % 64);
        return random() % 4 == 0 ? many ? random() : few : 0;
    });
    return words;
}

/// Adds all parts of moves that cross bands, the last one first, and requires that no two change the same word.
void add_parts(KingMoves& moves, Colour mover, const std::vector<std::uint64_t>& set, std::vector<std::uint64_t>& from,
               std::vector<std::uint64_t>& from_higher) {
    std::vector<bool> is_changed(2 * from.size());
    for (std::uint64_t part = KingMoves::parts; part-- > 0;) {
        const std::array before{from, from_higher};
        moves.add_part(mover, part, set.data(), from.data(), from_higher.data());
        for (std::size_t row = 0; row < from.size(); ++row) {
            for (const bool higher : {false, true}) {
                if ((higher ? from_higher : from)[row] != before[higher ? 1 : 0][row]) {
                    REQUIRE(!is_changed[2 * row + (higher ? 1 : 0)]);
                    is_changed[2 * row + (higher ? 1 : 0)] = true;
                }
            }
        }
    }
    REQUIRE(std::ranges::count(is_changed, true) > 0);
}

/// Returns, by row, the positions from which KingMoves finds a move into the set, in all bands.
std::vector<std::uint64_t> with_move_into(KingMoves& moves, const SliceLayout& layout, Colour mover,
                                          const std::vector<std::uint64_t>& set) {
    std::vector<std::uint64_t> from(layout.rows(), 55);
    const std::vector<RowBand> bands = king_move_bands(layout, mover);
    if (!cross_bands(layout, mover)) {
        for (const RowBand& band : bands) {
            moves.into(mover, band, set.data(), from.data());
        }
        return from;
    }
    std::ranges::fill(from, 0);
    std::vector<std::uint64_t> from_higher(layout.rows(), 55);
    for (const RowBand& band : bands) {
        moves.begin_crossing(mover, band, set.data(), from_higher.data());
    }
    add_parts(moves, mover, set, from, from_higher);
    std::ranges::transform(from, from_higher, from.begin(), std::bit_or{});
    return from;
}

}  // namespace

TEST_CASE("RowMoves::without_move_into equals asking every king move") {
    std::mt19937_64 random{seed};
    CAPTURE(seed);
    for (const auto& [white_kings, black_kings] : {std::pair{1, 1}, {2, 1}, {3, 1}, {2, 2}}) {
        const SliceLayout layout{material_of({}, white_kings, black_kings)};
        const RowMoves moves{layout};
        const std::vector<std::uint64_t> set = random_words(random, layout.rows(), false);
        int found = 0;
        for (const Colour mover : both_colours) {
            for_each_cell(layout, {}, mover, [&](std::uint32_t row, Square square, const Position& p) {
                const std::uint64_t bit = Bitboard{square}.bits();
                const bool without = moves.without_move_into(mover, row, bit, set.data()) != 0;
                REQUIRE(without == !has_move_into(layout, p, square, set));
                found += without;
            });
        }
        REQUIRE(found > 0);
    }
}

TEST_CASE("KingMoves::into and LeaderMoves::into equal asking every king move") {
    std::mt19937_64 random{seed};
    CAPTURE(seed);
    constexpr std::array<std::pair<int, int>, 12> kings{
        {{1, 0}, {0, 1}, {2, 0}, {3, 0}, {4, 0}, {1, 1}, {1, 2}, {3, 1}, {4, 1}, {2, 2}, {2, 3}, {3, 3}}};
    for (const index::Slice& slice : sample_slices()) {
        const int men = slice.men().count();
        const int most_pieces = men == 0 && dameotb::tests::sampled ? 5 : 6;
        for (const auto& [white_kings, black_kings] : kings) {
            if (white_kings + black_kings + men > most_pieces) {
                continue;
            }
            const SliceLayout layout{material_of(slice, white_kings, black_kings)};
            if (men == 0 && (layout.co_kings() == 0 || layout.others() == 0)) {
                continue;
            }
            KingMoves moves{layout};
            moves.begin_slice(slice.men());
            for (const Colour mover : both_colours) {
                const std::vector<std::uint64_t> set = random_words(random, layout.rows(), random() % 2 == 0);
                std::vector<std::uint64_t> from(layout.rows());
                if (men == 0 && mover == layout.pivot()) {
                    LeaderMoves leader_moves{layout};
                    for (std::size_t band = 0; band < leader_moves.bands(); ++band) {
                        leader_moves.into(band, set.data(),
                                          [&](std::uint32_t row, std::uint64_t found) { from[row] = found; });
                    }
                } else {
                    from = with_move_into(moves, layout, mover, set);
                }
                for_each_cell(layout, slice, mover, [&](std::uint32_t row, Square square, const Position& p) {
                    REQUIRE(Bitboard{from[row]}.contains(square) == has_move_into(layout, p, square, set));
                });
            }
        }
    }
}

TEST_CASE("bands of king moves have each row once") {
    for (const char* name : {"KvM", "KKKvM", "KKKKvM", "KMvK", "KKKvKM", "KKMvK", "KKMvKK", "KKKMvKK", "KKKMvKKK"}) {
        const SliceLayout layout{index::Material::parse(name).value()};
        for (const Colour mover : both_colours) {
            std::vector<int> seen(layout.rows());
            for (const RowBand& band : king_move_bands(layout, mover)) {
                band.for_each_run([&](std::uint32_t first) {
                    std::for_each_n(seen.begin() + first, band.run_rows, [](int& times) { ++times; });
                });
            }
            CHECK(std::ranges::count(seen, 1) == static_cast<std::ptrdiff_t>(layout.rows()));
        }
    }
}
