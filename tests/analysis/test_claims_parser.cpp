// Tests the language of claims: what its lines mean, and the errors for lines that mean nothing.
#include <dameotb/rules/notation.hpp>

#include <dameotb/analysis/claims/claim.hpp>

#include "catch.hpp"

using namespace dameotb;
using claims::Claim;
using claims::Count;
using claims::LineIs;
using claims::Longest;
using claims::PositionIs;
using claims::Quantity;
using claims::SyntaxError;

namespace {

std::string parse_error(const std::string& text) {
    try {
        (void)claims::parse_claims(text, "x.claims");
    } catch (const SyntaxError& error) {
        return error.what();
    }
    return "no error";
}

/// Returns the statements of a file's only claim, which has these lines.
std::vector<claims::Statement> parse_statements(const std::string& lines) {
    return claims::parse_claims("source \"S\"\nclaim \"C\"\n" + lines, "x.claims").at(0).statements;
}

/// Returns the error for a statement in line 3, behind four blanks.
std::string statement_error(const std::string& line) {
    return parse_error("source \"S\"\nclaim \"C\"\n    " + line + "\n");
}

}  // namespace

TEST_CASE("claims have names, sources, positions and statements") {
    const std::vector<Claim> all = claims::parse_claims(
        "# comment\n"
        "\n"
        "source \"Freeling, #1\"  # not a comment within quotes\r\n"
        "claim \"First\"\n"
        "\tposition W:WKa7,Kh8:BKa1: win in 5   # five\n"
        "   no placements of KvK, white to move: loss\n"
        "source \"Other\"\n"
        "refuted \"Second (2)\"\n"
        "position W:WKa7,Kh8:B: a win",
        "dir/x.claims");
    REQUIRE(all.size() == 2);
    CHECK(all[0].file == "dir/x.claims");
    CHECK(all[0].line == 4);
    CHECK(all[0].name == "First");
    CHECK(all[0].source == "Freeling, #1");
    CHECK_FALSE(all[0].refuted);
    REQUIRE(all[0].statements.size() == 2);
    CHECK(all[0].statements[0].line == 5);
    CHECK(all[0].statements[0].text == "position W:WKa7,Kh8:BKa1: win in 5");
    CHECK(all[0].statements[1].text == "no placements of KvK, white to move: loss");
    CHECK(all[1].name == "Second (2)");
    CHECK(all[1].source == "Other");
    CHECK(all[1].refuted);
    REQUIRE(all[1].statements.size() == 1);
    CHECK(std::get<PositionIs>(all[1].statements[0].what).position == rules::parse_position("W:WKa7,Kh8:B"));
}

TEST_CASE("counts have a quantity, a unit and a scope") {
    const auto statements = parse_statements(
        "all placements of KKvK, white to move: win\n"
        "all but 160 placements of KKvK, black to move: win\n"
        "no placement of KKvK, either to move: win\n"
        "exactly 23 distinct placements of KMvK, white to move, with WKb2,c3:BKa1, where not capture: win\n"
        "at least 1 placements of KKvK, white to move, where draw: win\n"
        "at most 18446744073709551615 placements of KKvK, white to move, with W:BKa1: win\n");
    std::vector<Count> counts;
    for (const claims::Statement& statement : statements) {
        counts.push_back(std::get<Count>(statement.what));
    }
    REQUIRE(counts.size() == 6);
    const std::vector<Quantity> quantities{Quantity::All,     Quantity::AllBut,  Quantity::No,
                                           Quantity::Exactly, Quantity::AtLeast, Quantity::AtMost};
    const std::vector<std::uint64_t> numbers{0, 160, 0, 23, 1, 18446744073709551615U};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        CAPTURE(i);
        CHECK(counts[i].quantity == quantities[i]);
        CHECK(counts[i].number == numbers[i]);
        CHECK(counts[i].distinct == (i == 3));
        CHECK(counts[i].scope.material.name() == (i == 3 ? "KMvK" : "KKvK"));
    }
    CHECK(counts[0].scope.sides_to_move == std::vector{Colour::White});
    CHECK(counts[1].scope.sides_to_move == std::vector{Colour::Black});
    CHECK(counts[2].scope.sides_to_move == std::vector{Colour::White, Colour::Black});
    CHECK(counts[3].scope.placed == rules::parse_position("W:WKb2,c3:BKa1").sides);
    CHECK(counts[5].scope.placed == rules::parse_position("W:W:BKa1").sides);
}

TEST_CASE("several counts on one line are as many statements") {
    const auto statements =
        parse_statements("distinct placements of KvM, black to move: 5 wins, 7 draws, 0 losses in 4-8\n");
    REQUIRE(statements.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& count = std::get<Count>(statements[i].what);
        CHECK(count.quantity == Quantity::Exactly);
        CHECK(count.number == std::vector<std::uint64_t>{5, 7, 0}[i]);
        CHECK(count.distinct);
        CHECK(statements[i].line == 3);
        CHECK(statements[i].text == statements[0].text);
    }
}

TEST_CASE("longest results and lines") {
    const auto statements = parse_statements(
        "longest win of KKvK, white to move: 13 plies\n"
        "longest loss of KKvK, black to move, where capture: 0 plies\n"
        "line 1. a7-g7 a1b1 2... g7-b7 12. b1xb8 from W:WKa7,Kh8:BKa1: legal\n"
        "line a7:b7 from W:WKa7,Kh8:BKa1: optimal, ends the game\n");
    CHECK(std::get<Longest>(statements.at(0).what).result == Wdl::Win);
    CHECK(std::get<Longest>(statements.at(0).what).plies == 13);
    CHECK(std::get<Longest>(statements.at(1).what).result == Wdl::Loss);
    CHECK(std::get<Longest>(statements.at(1).what).plies == 0);
    const auto& legal = std::get<LineIs>(statements.at(2).what);
    CHECK(legal.moves == std::vector<std::string>{"a7-g7", "a1b1", "g7-b7", "b1xb8"});
    CHECK_FALSE(legal.optimal);
    CHECK_FALSE(legal.ends_game);
    const auto& optimal = std::get<LineIs>(statements.at(3).what);
    CHECK(optimal.moves == std::vector<std::string>{"a7:b7"});
    CHECK(optimal.optimal);
    CHECK(optimal.ends_game);
}

TEST_CASE("syntax errors name line, column and what was expected") {
    const std::string what =
        "expected a predicate: win, draw, loss, capture, moves, winning moves, best moves, zugzwang, mutual zugzwang, "
        "unique solution, some move, every move, not or '('";
    const std::vector<std::pair<std::string, std::string>> files{
        {"", "1:1: expected a claim, found the end of the line"},
        {"source \"S\"\n# none\n", "3:1: expected a claim, found the end of the line"},
        {"claim \"C\"", "1:1: expected 'source' and whose claims these are, before the first claim, found 'claim'"},
        {"win\n", "1:1: expected 'source' and whose claims these are, found 'win'"},
        {"source S", "1:8: expected a text in quotes, as in \"Two kings win\", found 'S'"},
        {"source \"\"", "1:8: expected a text in quotes, as in \"Two kings win\", found '\"\"'"},
        {"source \"S", "1:8: expected a text in quotes, as in \"Two kings win\", found '\"S'"},
        {"source \"S\" x", "1:12: expected the end of the line, found 'x'"},
        {"source \"S\"\nno placements", "2:1: expected 'claim', 'refuted' or 'source', found 'no'"},
        {"source \"S\"\nclaim \"C\"\n\n",
         "4:1: expected a statement of the claim in line 2, found the end of the line"},
        {"source \"S\"\nclaim \"C\"\n claim \"D\"\n",
         "3:2: expected a statement of the claim in line 2, found 'claim'"},
    };
    for (const auto& [text, error] : files) {
        CAPTURE(text);
        CHECK(parse_error(text) == error);
    }
    const std::vector<std::pair<std::string, std::string>> statements{
        {"some placements of KvK, white to move: win",
         "3:5: expected a statement, which begins with all, no, exactly, at least, at most, placements, longest, "
         "position or line; or claim, refuted or source, found 'some'"},
        {"all KvK, white to move: win", "3:9: expected 'placements' or 'distinct placements', found 'KvK'"},
        {"all distinct KvK", "3:18: expected 'placements', found 'KvK'"},
        {"all but placements of KvK", "3:13: expected a number, found 'placements'"},
        {"exactly -1 placements of KvK", "3:13: expected a number, found '-1'"},
        {"exactly 18446744073709551616 placements of KvK", "3:13: expected a number, found '18446744073709551616'"},
        {"at 5 placements", "3:8: expected 'least' or 'most', found '5'"},
        {"all placements KvK", "3:20: expected 'of', found 'KvK'"},
        {"all placements of KvX, white to move: win", "3:23: expected a class, as in KKMvKM, found 'KvX'"},
        {"all placements of KvKK, white to move: win",
         "3:23: expected KKvK, as the tables have the class, found 'KvKK': swap the colours"},
        {"all placements of KKKKKvKKKK, white to move: win",
         "3:23: expected a class of at most 7 pieces, found 'KKKKKvKKKK'"},
        {"all placements of KvK white to move: win", "3:27: expected ',', found 'white'"},
        {"all placements of KvK, anyone to move: win",
         "3:28: expected 'white', 'black' or 'either', as in white to move, found 'anyone'"},
        {"all placements of KvK, white moves: win", "3:34: expected 'to', found 'moves'"},
        {"all placements of KvK, white to move, capture: win", "3:43: expected 'where', found 'capture'"},
        {"all placements of KvK, white to move, with Ka1: win",
         "3:48: 'Ka1': expected W, B, H or F at character 3, found 'K'"},
        {"all placements of KvK, white to move, with WKa1,Kb1:B: win", "3:48: 'WKa1,Kb1:B': more pieces than KvK has"},
        {"all placements of KvK, white to move win", "3:42: expected ':', found 'win'"},
        {"all placements of KvK, white to move: ", "3:42: " + what + ", found the end of the line"},
        {"all placements of KvK, white to move: win draw", "3:47: expected the end of the line, found 'draw'"},
        {"all placements of KvK, white to move: (win or draw", "3:55: expected ')', found the end of the line"},
        {"all placements of KvK, white to move: win and", "3:50: " + what + ", found the end of the line"},
        {"all placements of KvK, white to move: some moves", "3:48: expected 'move', found 'moves'"},
        {"all placements of KvK, white to move: moves many",
         "3:49: expected a number or a range, as in 5, 5-9, 5- or -9, found 'many'"},
        {"all placements of KvK, white to move: moves 9-5",
         "3:49: expected a range whose first number is not greater than the second, as in 5-9, found '9-5'"},
        {"all placements of KvK, white to move: win in 4",
         "3:50: expected a number of plies that the result can have: wins take an odd number, losses an even one, at "
         "most 250"},
        {"all placements of KvK, white to move: draw in 4", "3:48: expected the end of the line, found 'in'"},
        {"placements of KvK, white to move: wins", "3:39: expected a number, found 'wins'"},
        {"longest draw of KvK, white to move: 1 plies", "3:13: expected 'win' or 'loss', found 'draw'"},
        {"longest win of KvK, white to move: 2 plies",
         "3:40: expected an odd number of plies for a win, an even one for a loss, at most 250, found '2'"},
        {"longest win of KvK, white to move: 1", "3:41: expected 'plies', found the end of the line"},
        {"position W:WKa1,i1:BKb1: win",
         "3:14: 'W:WKa1,i1:BKb1': expected a square (a1 to h8) at character 8, found 'i1'"},
        {"position W:WKa1:BKb1 win", "3:26: expected ':', found 'win'"},
        {"line from W:WKa1:BKb1: legal", "3:10: expected a move, found 'from'"},
        {"line 1. from W:WKa1:BKb1: legal", "3:13: expected a move, found 'from'"},
        {"line a1-a2 W:WKa1:BKb1: legal", "3:34: expected 'from', found the end of the line"},
        {"line a1-a2 from W:WKa1:BKb1: best", "3:34: expected 'legal' or 'optimal', found 'best'"},
        {"line a1-a2 from W:WKa1:BKb1: legal, ends it", "3:46: expected 'the', found 'it'"},
        {"no placements of KvK, white to move, under a rule of 5 plies: win", "3:48: expected 'the', found 'a'"},
        {"no placements of KvK, white to move, under the rule of 121 plies: win",
         "3:60: expected from 1 to 120 plies, found '121'"},
        {"no placements of KvK, white to move, under the rule of 5: win", "3:61: expected 'plies', found ':'"},
        {"no placements of KvK, white to move, under the rule of 5 plies: win in 6-",
         "3:76: expected a number of plies that the result can have: from 1 to 5"},
        {"no placements of KvK, white to move, under the rule of 5 plies: zugzwang",
         "3:69: expected a predicate that a draw rule has: win, draw, draw by the rule, loss, capture, moves, not or "
         "'(', found 'zugzwang'"},
        {"no placements of KvK, white to move: draw by the rule", "3:47: expected the end of the line, found 'by'"},
        {"longest win of KvK, white to move, under the rule of 5 plies: 0 plies",
         "3:67: expected from 1 to 5 plies, found '0'"},
        {"position W:WKa1:BKb1:H6, under the rule of 5 plies: win",
         "3:14: 'W:WKa1:BKb1:H6': the counter is greater than the rule of 5 plies allows"},
    };
    for (const auto& [line, error] : statements) {
        CAPTURE(line);
        CHECK(statement_error(line) == error);
    }
}

TEST_CASE("nested terms are bounded in number, however long the line is") {
    const auto nested = [](const std::string& opening, std::size_t times, const std::string& closing = "") {
        std::string line = "position W:WKa7,Kh8:BKa1: ";
        for (std::size_t i = 0; i < times; ++i) {
            line += opening;
        }
        line += "win";
        for (std::size_t i = 0; i < times; ++i) {
            line += closing;
        }
        return line;
    };
    const auto is_refused = [](const std::string& line) {
        return statement_error(line).find("expected a formula of at most 100 nested terms") != std::string::npos;
    };
    for (const char* opening : {"not ", "some move leads to ", "every move leads to "}) {
        CHECK(parse_statements(nested(opening, 99)).size() == 1);
        CHECK(is_refused(nested(opening, 100)));
    }
    CHECK(parse_statements(nested("(", 99, ")")).size() == 1);
    CHECK(is_refused(nested("(", 100, ")")));
    CHECK(is_refused(nested("(not ", 1'000'000, ")")));
}
