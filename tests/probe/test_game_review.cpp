// Compares reviews of moves with the plain values.
#include <dameotb/probe/site_game.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::MoveReview;
using probe::Tablebase;

namespace {

Value value_of(const Position& position, const Move& move) {
    return two_piece_values().of(rules::after(position, move)).before_move();
}

}  // namespace

TEST_CASE("review: every move of every seventh position", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const auto& positions = two_piece_values().positions();
    int thrown = 0;
    int slower = 0;
    int equals = 0;
    for (std::size_t i = 0; i < positions.size(); i += 7) {
        const Position& position = positions[i];
        const auto legal = rules::legal_moves(position);
        for (const Move& move : legal) {
            const MoveReview review = probe::review(tables, {{}, position, 0}, move);
            const Value value = value_of(position, move);
            const Value best = two_piece_values().of(position);
            bool agrees = review.move().outcome == probe::Outcome::of(value);
            agrees &= review.thrown_away() == (value.wdl() == best.wdl() ? std::nullopt : std::optional{best.wdl()});
            const bool comparable = value.wdl() == best.wdl() && best.wdl() != Wdl::Draw;
            agrees &= review.plies_lost() == (comparable ? std::abs(value.dtm().plies() - best.dtm().plies()) : 0);
            const auto as_good = review.as_good();
            std::size_t others = 0;
            for (const Move& other : legal) {
                others += other != move && value_of(position, other) == value ? 1 : 0;
            }
            agrees &= as_good.size() == others;
            for (const Move& other : as_good) {
                agrees &= other != move && value_of(position, other) == value;
            }
            thrown += review.thrown_away() ? 1 : 0;
            slower += review.plies_lost() > 0 ? 1 : 0;
            equals += as_good.empty() ? 0 : 1;
            if (!agrees) {
                FAIL(rules::to_fen(position) << " " << rules::to_text(position, move));
            }
        }
    }
    CHECK(thrown > 100);
    CHECK(slower > 100);
    CHECK(equals > 100);
}

TEST_CASE("review: nothing is said where the tables know nothing", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const Position position = initial_position();
    const MoveReview review = probe::review(tables, {{}, position, 0}, rules::legal_moves(position).back());
    CHECK_FALSE(review.move().outcome);
    CHECK_FALSE(review.thrown_away());
    CHECK(review.plies_lost() == 0);
    CHECK(review.as_good().empty());
    CHECK(review.moves[review.played].move == rules::legal_moves(position).back());
}
