// Compares captures of whole rows with the rules' captures of each position.
#include <algorithm>
#include <random>
#include <set>

#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/captures/capture_resolver.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>
#include <dameotb/scores/row/row_scores.hpp>

#include "against_reference.hpp"
#include "captures.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

/// Returns what the search says of the pivot king on this square.
std::set<tests::Capture> captures_by_search(const RowCaptureSearch& search, Square pivot) {
    std::set<tests::Capture> captures;
    for (const RowChain& chain : search.chains()) {
        if (search.longest(chain).contains(pivot)) {
            const Bitboard taken = chain.pivot_taken ? chain.taken | pivot : chain.taken;
            for (const Square to : chain.landings) {
                captures.emplace((chain.pivot_captures ? pivot : chain.from).index(), to.index(), taken.bits());
            }
        }
    }
    return captures;
}

/// A row: a position without one king, and that king's side.
struct Row {
    Position fixed;
    Colour pivot;
};

Row random_row(tests::Random& random, const index::Material& material) {
    Row row{tests::random_position(random, material), Colour::White};
    row.fixed.side_to_move = static_cast<Colour>(random() % 2);
    row.pivot = row.fixed.white().kings.empty()   ? Colour::Black
                : row.fixed.black().kings.empty() ? Colour::White
                                                  : static_cast<Colour>(random() % 2);
    row.fixed[row.pivot].kings -= row.fixed[row.pivot].kings.lowest();
    return row;
}

Position with_pivot(const Row& row, Square square) {
    Position position = row.fixed;
    position[row.pivot].kings |= square;
    return position;
}

std::vector<index::Material> classes_with_kings(int pieces) {
    std::vector<index::Material> classes = index::build_order(pieces);
    std::erase_if(classes, [&](const index::Material& m) { return m.kings() == 0 || m.pieces() != pieces; });
    return classes;
}

}  // namespace

TEST_CASE("RowCaptureSearch finds the captures of the rules, for every square of the pivot") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int with_captures = 0;
    for (const int pieces : {2, 3, 4, 5, 6, 7, 8}) {
        const std::vector<index::Material> classes = classes_with_kings(pieces);
        RowCaptureSearch search;
        for (int i = 0; i < 3000; ++i) {
            const Row row = random_row(random, classes[random() % classes.size()]);
            search.search(row.fixed, row.pivot);
            for (const Square square : ~row.fixed.occupied()) {
                const Position position = with_pivot(row, square);
                const std::set<tests::Capture> expected = tests::captures_by_rules(position);
                with_captures += !expected.empty();
                REQUIRE(search.forced().contains(square) == !expected.empty());
                if (captures_by_search(search, square) != expected) {
                    FAIL(rules::to_fen(position));
                }
            }
            REQUIRE((search.forced() & row.fixed.occupied()).empty());
        }
    }
    CHECK(with_captures > 250'000);
}

TEST_CASE("RowCaptureSearch finds the captures of the rules, for every square of a man that is the pivot") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int with_captures = 0;
    for (const int pieces : {2, 3, 4, 5, 6, 7, 8}) {
        std::vector<index::Material> classes = index::build_order(pieces);
        std::erase_if(classes, [&](const index::Material& m) { return m.men() == 0 || m.pieces() != pieces; });
        RowCaptureSearch search;
        for (int i = 0; i < 3000; ++i) {
            Position fixed = tests::random_position(random, classes[random() % classes.size()]);
            const Colour pivot = fixed.white().men.empty() || (!fixed.black().men.empty() && random() % 2 == 0)
                                     ? Colour::Black
                                     : Colour::White;
            fixed[pivot].men -= fixed[pivot].men.lowest();
            search.search_for_man(fixed, pivot);
            for (const Square square : ~(fixed.occupied() | (pivot == Colour::White ? rank_8 : rank_1))) {
                Position position = fixed;
                position[pivot].men |= square;
                const std::set<tests::Capture> expected = tests::captures_by_rules(position);
                with_captures += !expected.empty();
                REQUIRE(search.forced().contains(square) == !expected.empty());
                if (captures_by_search(search, square) != expected) {
                    FAIL(rules::to_fen(position));
                }
            }
        }
    }
    CHECK(with_captures > 250'000);
}

TEST_CASE("RowCaptureResolver equals CaptureResolver, and capture_mask, on rows of four pieces") {
    const SolvedClasses solved = tests::solve_in_memory(index::build_order(3), 2);
    CaptureResolver plain{solved};
    RowCaptureResolver by_rows{solved};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    constexpr Score untouched = 55;
    for (const index::Material& material : classes_with_kings(4)) {
        for (int i = 0; i < 300; ++i) {
            const Row row = random_row(random, random() % 2 == 0 ? material : material.flipped());
            RowScores scores;
            scores.cells.fill(untouched);
            const Bitboard forced = by_rows.resolve(row.fixed, row.pivot, scores.data());
            REQUIRE(forced == rules::capture_mask(row.fixed, row.pivot));
            for (int square = 0; square < 64; ++square) {
                const Score score = scores.cells[static_cast<std::size_t>(square)];
                if (!forced.contains(Square{square})) {
                    REQUIRE(score == untouched);
                } else if (score != plain.resolve(with_pivot(row, Square{square}))) {
                    FAIL(rules::to_fen(with_pivot(row, Square{square})));
                }
            }
        }
    }
}

TEST_CASE("operations on rows of scores equal the same cell by cell") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 2000; ++i) {
        RowScores before;
        RowScores reached;
        for (std::size_t cell = 0; cell < 64; ++cell) {
            before.cells[cell] = static_cast<Score>(random() % 5 == 0 ? 7 : static_cast<int>(random() % 256) - 128);
            reached.cells[cell] = static_cast<Score>(static_cast<int>(random() % 255) - 127);
        }
        const Bitboard squares{random() & random()};
        const auto score = static_cast<Score>(static_cast<int>(random() % 255) - 127);
        RowScores filled = before;
        fill(filled.data(), squares, score);
        RowScores written = before;
        write(written.data(), squares, reached.data());
        RowScores raised = before;
        raise(raised.data(), squares, score);
        RowScores moved = before;
        raise_before_move(moved.data(), squares, reached.data());
        for (std::size_t cell = 0; cell < 64; ++cell) {
            const Score old = before.cells[cell];
            const bool chosen = squares.contains(Square{static_cast<int>(cell)});
            REQUIRE(filled.cells[cell] == (chosen ? score : old));
            REQUIRE(written.cells[cell] == (chosen ? reached.cells[cell] : old));
            REQUIRE(raised.cells[cell] == (chosen ? std::max(score, old) : old));
            REQUIRE(moved.cells[cell] == (chosen ? std::max(before_move(reached.cells[cell]), old) : old));
            REQUIRE(squares_with(before.data(), 7).contains(Square{static_cast<int>(cell)}) == (old == 7));
        }
    }
}
