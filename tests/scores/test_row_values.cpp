// Compares the best move of whole rows, and the numbers of moves, with the rules' moves of each position.
#include <dameotb/scores/row/row_values.hpp>

#include <algorithm>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/notation.hpp>

#include <dameotb/scores/row/row_slides.hpp>
#include "catch.hpp"
#include "plain_tables.hpp"
#include "random_classes.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

Score best_successor(const tests::RandomClasses& classes, const Position& position) {
    Score best = score_at_ply(0);
    for (const Position& next : rules::successors(position)) {
        best = std::max(best, before_move(classes.score(next)));
    }
    return best;
}

/// Compares the numbers of moves of every third position of a row. `position`: the row's pieces without the pivot king.
/// Returns how many best moves there are.
int check_counts(const tests::RandomClasses& classes, const ClassScores& own, std::uint32_t row, Position position,
                 RowValues& values) {
    const Colour pivot_side = own.layout().pivot();
    const Bitboard co_kings = position[pivot_side].kings;
    const Bitboard asked = own.layout().vacant(row, index::Slice::of(position).men()) & Bitboard{0x9249249249249249U};
    int all_best = 0;
    const MoveCounts counts = values.quiet_move_counts(row, position.side_to_move, asked);
    for (const Square square : all_squares) {
        int winning = 0;
        int best = 0;
        if (asked.contains(square)) {
            position[pivot_side].kings = co_kings | square;
            for (const Move& move : rules::quiet_moves(position)) {
                const Score worth = before_move(classes.score(rules::after(position, move)));
                winning += worth > 0 ? 1 : 0;
                best += worth == classes.score(position) ? 1 : 0;
            }
        }
        const auto i = static_cast<std::size_t>(square.index());
        if (counts.winning[i] != winning || counts.best[i] != best) {
            FAIL(rules::to_fen(position));
        }
        all_best += best;
    }
    return all_best;
}

struct Checked {
    int quiet = 0;
    int best_moves = 0;
};

/// Compares a random row of the class, in which any king of the pivot king's side is the pivot king. Adds how much was
/// compared.
void check_row(const tests::RandomClasses& classes, const index::ClassIndex& index, RowValues& values,
               tests::Random& random, Checked& checked) {
    const ClassScores& own = *classes.by_class.at(index.material());
    const Colour pivot_side = own.layout().pivot();
    Position position = index.unrank(random() % index.size(), static_cast<Colour>(random() % 2));
    Bitboard co_kings = position[pivot_side].kings;
    for (auto leave = random() % static_cast<unsigned>(co_kings.count()); leave > 0; --leave) {
        co_kings -= co_kings.lowest();
    }
    Square pivot = co_kings.lowest();
    co_kings = position[pivot_side].kings - pivot;
    const auto [row, symmetry] = own.layout().image(co_kings, position[opponent(pivot_side)].kings);
    if (symmetry != 0) {  // only a class without men has rows that lie elsewhere
        for (const Colour colour : both_colours) {
            position[colour].kings = index::apply(symmetry, position[colour].kings);
        }
        pivot = index::apply(symmetry, pivot);
        co_kings = index::apply(symmetry, co_kings);
    }
    const Bitboard vacant = ~(position.occupied() - pivot);
    values.begin_slice(own.slices().rank(index::Slice::of(position)));
    RowScores best;
    const Bitboard quiet = values.best(row, position.side_to_move, vacant, best.data());
    for (const Square square : vacant) {
        position[pivot_side].kings = co_kings | square;
        REQUIRE(quiet.contains(square) == !rules::must_capture(position));
        if (quiet.contains(square) &&
            best.cells[static_cast<std::size_t>(square.index())] != best_successor(classes, position)) {
            FAIL(rules::to_fen(position));
        }
    }
    REQUIRE((quiet - vacant).empty());
    checked.quiet += quiet.count();
    position[pivot_side].kings = co_kings;
    checked.best_moves += check_counts(classes, own, row, position, values);
}

}  // namespace

TEST_CASE("RowValues equals the best of the rules' successors, on rows of four pieces and fewer") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const tests::RandomClasses classes{{tests::class_of("KMvKM"), tests::class_of("MMMvK"), tests::class_of("KKvMM"),
                                        tests::class_of("KKvKK"), tests::class_of("KKKvK")},
                                       random};
    for (const auto& [material, solved] : classes.by_class) {
        if (material.kings() == 0) {
            continue;
        }
        CAPTURE(material.name());
        const index::ClassIndex index{material};
        RowValues values{classes.solved_classes, *solved};
        Checked checked;
        for (int i = 0; i < 100; ++i) {
            check_row(classes, index, values, random, checked);
        }
        CHECK(checked.quiet > 500);
        CHECK(checked.best_moves > 0);
    }
}

TEST_CASE("raise_by_slides equals sliding the king along every line") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 5000; ++i) {
        const Bitboard vacant{i % 2 == 0 ? random() | random() : random() | random() | random() | random()};
        RowScores reached;
        RowScores cells;
        for (std::size_t square = 0; square < 64; ++square) {
            reached.cells[square] = static_cast<Score>(static_cast<int>(random() % 255) - 127);
            cells.cells[square] = i % 3 == 0 ? static_cast<Score>(static_cast<int>(random() % 255) - 127) : no_score;
        }
        RowScores expected = cells;
        for (const Square from : vacant) {
            for (const rules::Direction d : rules::all_directions) {
                for (const Square to : rules::slide(from, d, ~vacant)) {
                    Score& best = expected.cells[static_cast<std::size_t>(from.index())];
                    best = std::max(best, before_move(reached.cells[static_cast<std::size_t>(to.index())]));
                }
            }
        }
        raise_by_slides(cells.data(), vacant, reached.data());
        REQUIRE((equal_squares(cells.data(), expected.data()) & vacant) == vacant);
    }
}
