// Compares ranked_moves and best_line with the plain values.
#include <algorithm>
#include <functional>
#include <tuple>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using probe::RankedMove;
using probe::Tablebase;
using rules::parse_position;

namespace {

std::vector<RankedMove> ranked(const Tablebase& tables, const Position& position) {
    return std::get<std::vector<RankedMove>>(tables.ranked_moves(position));
}
std::vector<Move> line(const Tablebase& tables, const Position& position) {
    return std::get<std::vector<Move>>(tables.best_line({{position}}));
}

std::vector<RankedMove> plainly_ranked(const Position& position) {
    std::vector<RankedMove> moves;
    for (const Move& move : rules::legal_moves(position)) {
        moves.push_back({move, probe::Outcome::of(two_piece_values().of(rules::after(position, move)).before_move())});
    }
    std::sort(moves.begin(), moves.end(), [](const RankedMove& a, const RankedMove& b) {
        const auto offset = [](const Move& m) { return std::tuple{m.from, m.to, m.captured.bits()}; };
        const Value mine = a.outcome->value();
        const Value other = b.outcome->value();
        return mine != other ? mine > other : offset(a.move) < offset(b.move);
    });
    return moves;
}

bool are_equal(const std::vector<RankedMove>& a, const std::vector<RankedMove>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const RankedMove& x, const RankedMove& y) {
        return x.move == y.move && x.outcome == y.outcome;
    });
}

}  // namespace

TEST_CASE("ranked_moves: all legal moves, best first, in a fixed order", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const auto& positions = two_piece_values().positions();
    for (std::size_t i = 0; i < positions.size(); i += 7) {
        const auto moves = ranked(tables, positions[i]);
        if (!are_equal(moves, plainly_ranked(positions[i]))) {
            FAIL_CHECK(rules::to_fen(positions[i]));
        }
        const Value best = moves.empty() ? Value::loss_in(0) : moves.front().outcome->value();
        if (best != two_piece_values().of(positions[i])) {
            FAIL_CHECK(rules::to_fen(positions[i]));
        }
    }
}

TEST_CASE("ranked_moves of a finished game is empty", "[probe]") {
    const TemporaryDirectory empty;
    const Tablebase tables{empty.path()};
    CHECK(ranked(tables, parse_position("W:W:BKa1")).empty());
    CHECK(ranked(tables, parse_position("B:Wa1,a3,a4,b1,c6:Ba2")).empty());
}

TEST_CASE("ranked_moves asks for the positions after the moves, not for the position itself", "[probe]") {
    const TemporaryDirectory directory;
    write_tables(directory.path(), material("KvM"));
    const Tablebase tables{directory.path()};
    // There is no table of MvM, but the only move promotes.
    const Position promotes = parse_position("W:Wa7:Bb2");
    CHECK(std::holds_alternative<probe::NoTable>(tables.probe_dtm(promotes)));
    CHECK(line(tables, promotes).empty());  // a draw: all moves are known
    const auto moves = ranked(tables, promotes);
    REQUIRE(moves.size() == 2);
    CHECK(moves.front().outcome->value() == two_piece_values().of(promotes));
    // A capture with 10 pieces on the board. It leaves 9, and the other side's capture decides.
    const Position ten = parse_position("B:Wa1,a3,a4,b1,c4,d4,e5,h1:Ba2,e6");
    CHECK(std::holds_alternative<probe::NoTable>(tables.probe_dtm(ten)));
    const auto captures = ranked(tables, ten);
    REQUIRE(captures.size() == 1);
    CHECK(captures.front().outcome->value() == Value::loss_in(2));
}

TEST_CASE("known_moves: all distances, or all results, or what is known of each move", "[probe]") {
    const auto has_plies = [](const RankedMove& move) { return move.outcome && move.outcome->plies; };
    const Position position = parse_position("W:WKa1:BKh2");
    const auto plain = plainly_ranked(position);
    const TemporaryDirectory directory;
    const Tablebase none{directory.path()};
    // Without a table only moves are known that Black answers by taking the king; they come after the unknown ones.
    const auto some = none.known_moves({{position}});
    REQUIRE(some.size() == plain.size());
    CHECK(std::ranges::is_partitioned(some, std::not_fn(has_plies)));
    CHECK_FALSE(some.front().outcome);
    CHECK(has_plies(some.back()));
    for (const RankedMove& move : some) {
        const auto same = std::ranges::find(plain, move.move, &RankedMove::move);
        CHECK((!move.outcome || move.outcome == same->outcome));
    }
    write_table(directory.path(), material("KvK"), table::Metric::Wdl, wdl_code);
    const Tablebase results{directory.path()};
    const auto known = results.known_moves({{position}});
    REQUIRE(known.size() == plain.size());
    CHECK(std::holds_alternative<probe::NoTable>(results.ranked_moves(position)));
    for (std::size_t i = 0; i < known.size(); ++i) {
        CHECK(known[i].outcome->wdl == plain[i].outcome->wdl);
        CHECK(has_plies(known[i]) == (plain[i].outcome->wdl == Wdl::Draw));
    }
    write_table(directory.path(), material("KvK"), table::Metric::Dtm, dtm_code);
    const Tablebase all{directory.path()};
    CHECK(are_equal(all.known_moves({{position}}), plain));
    CHECK(are_equal(ranked(all, position), plain));
}

TEST_CASE("two captures that lead to one position are one move", "[probe]") {
    const TemporaryDirectory empty;
    const Tablebase tables{empty.path()};
    // Either king captures all six pieces and returns to its square.
    const Position position = parse_position("W:WKd1,Ka8:BKb1,Ka2,Kc3,Kd5,Kf6,Ke8");
    const auto moves = ranked(tables, position);
    CHECK(moves.size() == rules::successors(position).size());
    CHECK(moves.size() + 1 == rules::legal_moves(position).size());
    for (const RankedMove& move : moves) {
        CHECK(move.outcome->value() == Value::win_in(1));
    }
}

TEST_CASE("best_line of known positions", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const auto text = [&tables](const char* fen) {
        Position position = parse_position(fen);
        std::string words;
        for (const Move& move : line(tables, position)) {
            words.append(words.empty() ? "" : " ").append(rules::to_text(position, move));
            position = rules::after(position, move);
        }
        return words;
    };
    CHECK(text("W:WKa1:BKb1") == "a1xc1");
    CHECK(text("W:WKa1:BKc3").empty());
    CHECK(text("W:W:BKc3").empty());
    CHECK(text("B:W:BKa1") == "a1-b1");
}

TEST_CASE("best_line: the winner's shortest way, the loser's longest, to the very end", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const auto& positions = two_piece_values().positions();
    int longest = 0;
    for (std::size_t i = 0; i < positions.size(); i += 11) {
        CAPTURE(rules::to_fen(positions[i]));
        const Value value = two_piece_values().of(positions[i]);
        const auto moves = line(tables, positions[i]);
        REQUIRE(static_cast<int>(moves.size()) == value.dtm().plies());
        Position at = positions[i];
        for (const Move& move : moves) {
            const auto best = plainly_ranked(at);
            REQUIRE_FALSE(best.empty());
            REQUIRE(move == best.front().move);
            at = rules::after(at, move);
        }
        if (value.wdl() != Wdl::Draw) {
            REQUIRE(rules::legal_moves(at).empty());
        }
        longest = std::max(longest, value.dtm().plies());
    }
    CHECK(longest >= 7);
}

TEST_CASE("best_line ends only where no move is left", "[probe]") {
    const TemporaryDirectory directory;
    const auto line_with_constant = [&directory](unsigned code, const char* fen) {
        write_tables(directory.path(), material("MMvM"), [code](const Position&) { return code; });
        return std::get<std::vector<Move>>(Tablebase{directory.path()}.best_line({{parse_position(fen)}}));
    };
    const char* const blocked = "B:Wa1,b1:Ba2";
    const char* const free = "B:Wa1,b1:Bh8";
    constexpr unsigned loss_in_0 = 1;
    constexpr unsigned win_in_1 = 2;
    constexpr unsigned loss_in_2 = 3;
    CHECK(line_with_constant(loss_in_0, blocked).empty());
    CHECK_THROWS_AS(line_with_constant(loss_in_0, free), table::TablebaseError);
    CHECK_THROWS_AS(line_with_constant(win_in_1, blocked), table::TablebaseError);
    CHECK_THROWS_AS(line_with_constant(loss_in_2, blocked), table::TablebaseError);
}

TEST_CASE("best_line does not follow tables that contradict each other", "[probe]") {
    const SampleTables files;
    // One quiet position of MvM, a win in 5, gets another value.
    const Position wrong = parse_position("W:Wa7:Ba4");
    REQUIRE(two_piece_values().of(wrong) == Value::win_in(5));
    const unsigned code = GENERATE(1U, 2U, 4U, 5U, 8U);
    CAPTURE(code);
    const index::ClassIndex index{material("MvM")};
    write_tables(files.path(), material("MvM"), [&](const Position& position) {
        return index.rank(position) == index.rank(wrong) ? code : dtm_code(position);
    });
    const Tablebase tables{files.path()};
    try {
        (void)tables.best_line({{wrong}});
        FAIL("no error");
    } catch (const table::TablebaseError& error) {
        CHECK(error.path() == (files / "MvM.dtm").string());
        CHECK_THAT(error.what(), Contains("contradict"));
    }
}
