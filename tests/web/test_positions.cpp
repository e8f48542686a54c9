// Compares what /probe and /line say of positions with the rules and with each other.
#include <algorithm>
#include <ctime>
#include <map>
#include <set>

#include <dameotb/rules/notation.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

/// Returns the value of a move for the side that makes it, from the value of the position that it leads to.
json before_move(const json& position) {
    if (position["result"] == "draw") {
        return {"draw", 0};
    }
    return {position["result"] == "loss" ? "win" : "loss", position["plies"].get<int>() + 1};
}

json worth(const json& answer) {
    return {answer["result"], answer["plies"]};
}

/// Returns a number that is greater for a better answer.
int preference(const json& answer) {
    const int plies = answer["plies"];
    return answer["result"] == "win" ? 1000 - plies : answer["result"] == "draw" ? 0 : plies - 1000;
}

void check_move(RequestHandler& site, const Position& position, const json& move) {
    CAPTURE(move.dump());
    const Move legal = rules::parse_move(position, move["move"].get<std::string>());
    const Position next = rules::after(position, legal);
    CHECK(move["from"] == legal.from.to_string());
    CHECK(move["to"] == legal.to.to_string());
    CHECK(move["path"].front() == move["from"]);
    CHECK(move["path"].back() == move["to"]);
    CHECK(move["captured"].size() == static_cast<std::size_t>(legal.captured.count()));
    for (const json& square : move["captured"]) {
        const auto name = square.get<std::string>();
        CHECK(legal.captured.contains(Square{name[0] - 'a', name[1] - '1'}));
    }
    CHECK(move["fen"] == rules::to_fen(next));
    const auto men = [&](const Position& p) { return p[position.side_to_move].men.count(); };
    CHECK(move["promotes"] == (men(next) < men(position)));
    CHECK(worth(move) == before_move(json_of(ask(site, move["fen"]))));
}

}  // namespace

TEST_CASE("every legal move is listed, best first, and the position is worth what the best one is", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "MMvK", "MvKK"}) {
        for (int i = 0; i < 4; ++i) {
            const Position position = tests::random_position(random, *index::Material::parse(name));
            CAPTURE(rules::to_fen(position));
            const json answer = json_of(ask(site, rules::to_fen(position)));
            const json& moves = answer["moves"];
            CHECK(answer["fen"] == rules::to_fen(position));
            CHECK(answer["class"] == name);
            CHECK(answer["side_to_move"] == (position.side_to_move == Colour::White ? "white" : "black"));
            CHECK(answer["missing_table"].is_null());
            CHECK(answer["must_capture"] == rules::must_capture(position));
            CHECK(moves.size() == rules::successors(position).size());
            std::set<json> fens;
            for (const json& move : moves) {
                check_move(site, position, move);
                fens.insert(move["fen"]);
            }
            CHECK(fens.size() == moves.size());
            CHECK(std::ranges::is_sorted(moves, std::ranges::greater{}, preference));
            CHECK(worth(answer) == (moves.empty() ? json{"loss", 0} : worth(moves.front())));
        }
    }
}

TEST_CASE("a capture has every stop, and what it takes", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json moves = json_of(ask(site, "W:WKd1:BKf1,a2,b4,d3"))["moves"];
    REQUIRE(moves.size() == 2);
    for (const json& move : moves) {
        CHECK(move["path"].size() == 5);
        CHECK(move["captured"] == json{"f1", "a2", "d3", "b4"});
    }
    // Forced captures lead to classes that have tables.
    CHECK(worth(json_of(ask(site, "B:Wa1,c1,f1,h1:BKb1"))) == json{"loss", 2});
}

TEST_CASE("the line ends the game, and each move of it is best", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json answer = json_of(get(site, "/api/v1/line", {{"fen", "W:WKa8,Kb7:BKh1"}}));
    CHECK(worth(answer) == json{"win", 7});
    REQUIRE(answer["line"].size() == 7);
    std::string fen = answer["fen"];
    for (const json& move : answer["line"]) {
        const json best = json_of(ask(site, fen))["moves"].front();
        CHECK(best["move"] == move["move"]);
        CHECK(best["fen"] == move["fen"]);
        fen = move["fen"];
    }
    CHECK(json_of(ask(site, fen))["moves"].empty());
    CHECK(json_of(get(site, "/api/v1/line", {{"fen", "W:WKb1,Kd1:BKc1"}}))["line"].empty());
}

TEST_CASE("a missing table is named, and what can be known is said", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json missing{{"class", "KMvM"}, {"can_be_made", true}, {"command", "dameotb gen --dir DIR --class KMvM"}};
    const json answer = json_of(ask(site, "B:Wg6:BKa1,b4"));
    CHECK(answer["class"] == "MvKM");
    CHECK(answer["table"] == "KMvM");
    CHECK(answer["missing_table"] == missing);
    CHECK(worth(answer) == json{nullptr, nullptr});
    CHECK(answer["moves"].size() == rules::legal_moves(rules::parse_position("B:Wg6:BKa1,b4")).size());
    CHECK(json_of(get(site, "/api/v1/line", {{"fen", "B:Wg6:BKa1,b4"}}))["missing_table"] == missing);

    // The promotion leads to a class that has a table. The other moves come after it.
    const json moves = json_of(ask(site, "W:Wg7,Ka1:Bb4"))["moves"];
    CHECK(moves.front()["promotes"] == true);
    CHECK(moves.front()["result"] == "win");
    CHECK(moves.back()["result"].is_null());

    // Tables of so many pieces cannot be made.
    CHECK(json_of(ask(site, "W:WKa1,Kb1,Kc1,Kd1:BKh8,Kg8,Kf8,Ke8"))["missing_table"] ==
          json{{"class", "KKKKvKKKK"}, {"can_be_made", false}, {"command", nullptr}});
}

TEST_CASE("what the moves prove of a missing table is said", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};  // without KMvM
    for (const char* path : {"/api/v1/probe", "/api/v1/line"}) {
        CAPTURE(path);
        const json wins = json_of(get(site, path, {{"fen", "W:WKa1,g7:Bb4"}}));
        CHECK(worth(wins) == json{"win", nullptr});
        CHECK(wins["at_least"] == json{{"result", "win"}, {"plies", 5}});
        CHECK(wins["at_most"].is_null());
        CHECK(wins["missing_table"]["class"] == "KMvM");
        const json holds = json_of(get(site, path, {{"fen", "B:Wg6:BKa1,b4"}}));
        CHECK(worth(holds) == json{nullptr, nullptr});
        CHECK(holds["at_least"] == json{{"result", "draw"}, {"plies", 0}});
        CHECK(holds["at_most"].is_null());
        const json unknown = json_of(get(site, path, {{"fen", "W:WKg7,a1:Bb4"}}));
        CHECK(unknown["at_least"].is_null());
        CHECK(unknown["at_most"].is_null());
        CHECK_FALSE(json_of(get(site, path, {{"fen", "W:WKa7,Kh8:BKa1"}})).contains("at_least"));
    }
}

TEST_CASE("bounds agree with the moves that are listed, and with the true value", "[serve]") {
    RequestHandler fewer{good_tables, command_that_makes};                           // without KMvM
    RequestHandler truth{std::string{SERVE_TABLES} + "/ruled", command_that_makes};  // with it
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    std::map<std::string, int> kinds;
    for (int i = 0; i < 1000; ++i) {
        const std::string fen =
            rules::to_fen(tests::random_position(random, *index::Material::parse(i % 2 == 0 ? "KMvM" : "MvKM")));
        CAPTURE(fen);
        const json answer = json_of(ask(fewer, fen));
        if (!answer.contains("at_least")) {
            CHECK(worth(answer) == worth(json_of(ask(truth, fen))));
            ++kinds["table"];
            continue;
        }
        const int value = preference(json_of(ask(truth, fen)));
        CHECK((answer["at_least"].is_null() || preference(answer["at_least"]) <= value));
        CHECK((answer["at_most"].is_null() || answer["at_most"]["plies"].is_null() ||
               value <= preference(answer["at_most"])));
        const json& moves = answer["moves"];
        const bool all_known = std::ranges::none_of(moves, [](const json& move) { return move["result"].is_null(); });
        const json& best = moves.front();
        if (all_known) {
            CHECK(worth(answer) == worth(best));
            CHECK(answer["missing_table"].is_null());
            CHECK(preference(answer) == value);
            ++kinds["exact"];
        } else {
            CHECK(answer["missing_table"]["class"] == "KMvM");
            CHECK(answer["result"] == (best["result"] == "win" ? json("win") : json(nullptr)));
            if (best["result"] == "win" || best["result"] == "draw") {
                CHECK(worth(answer["at_least"]) == worth(best));
            }
            ++kinds[answer["result"].is_null() ? "unknown" : "win"];
        }
    }
    for (const char* kind : {"table", "exact", "unknown", "win"}) {
        INFO(kind);
        CHECK(kinds[kind] > 0);
    }
}

TEST_CASE("the moves of a position are listed, however many pieces it has", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const Position& position :
         {initial_position(), rules::parse_position("B:Wd4,e4,c3,f3,a1,b1,g1:Ba8,b8,c8,d5,e8,f8,g8")}) {
        const auto reply = ask(site, rules::to_fen(position));
        REQUIRE(reply.status == 200);
        const json answer = json_of(reply);
        CHECK(worth(answer) == json{nullptr, nullptr});
        CHECK(answer["missing_table"]["command"].is_null());
        CHECK(answer["must_capture"] == rules::must_capture(position));
        CHECK(answer["moves"].size() == rules::legal_moves(position).size());
        for (const json& move : answer["moves"]) {
            CHECK(worth(move) == json{nullptr, nullptr});
            const auto text = move["move"].get<std::string>();
            CHECK(rules::to_text(position, rules::parse_move(position, text)) == text);
        }
        CHECK(json_of(get(site, "/api/v1/line", {{"fen", rules::to_fen(position)}}))["line"].empty());
    }
}

TEST_CASE("a position with too many ways to capture is refused soon", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    // A king among 19 others, placed for the worst.
    const std::string fen = "W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8";
    for (const std::string path : {"/api/v1/probe", "/dameo", "/playstrategy/dameo"}) {
        const std::clock_t start = std::clock();  // of the processor
        const auto reply = get(site, path, {{"fen", fen}});
        CHECK(reply.status == 422);
        CHECK(json_of(reply)["error"]["code"] == "too_many_captures");
        CHECK(std::clock() - start < 2 * CLOCKS_PER_SEC);
    }
    CHECK(get(site, "/api/v1/line", {{"fen", fen}}).status == 200);  // lists no moves
    // The most that a search among positions of 12 pieces has found.
    CHECK(ask(site, "W:WKa7:BKd1,Kc2,Kb3,Kg3,Ke4,Ka5,Kf5,Kh5,Kd6,Kc7,Ke8").status == 200);
}

TEST_CASE("what is no position is refused in words", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto check = [&site](const std::string& fen, int status, const std::string& code, const std::string& words) {
        CAPTURE(fen);
        const auto reply = ask(site, fen);
        CHECK(reply.status == status);
        CHECK(json_of(reply)["error"]["code"] == code);
        CHECK_THAT(json_of(reply)["error"]["message"].get<std::string>(), Catch::Contains(words));
    };
    check("W:Wa8:Bb3", 400, "bad_position", "a8");
    check("W:Wa1:Ka1", 400, "bad_position", "character 7");
    check("W:Wa1:Ba1", 400, "bad_position", "two pieces on a1");
    check("nonsense", 400, "bad_position", "no side to move");
    check(std::string{"W:W\0:B", 6}, 400, "bad_position", "not printable");
    check("W:W\xff\xfe:B", 400, "bad_position", "not printable");
    check(std::string(5000, 'W'), 400, "bad_position", "longer than");
    check("", 400, "bad_request", "fen");
    CHECK(get(site, "/api/v1/probe").status == 400);
    CHECK(get(site, "/api/v1/probe", {{"fen", "W:WKa1:BKh8"}, {"fen", "W:WKa1:BKh8"}}).status == 400);
}

TEST_CASE("fen=start asks about the position in which games begin", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const std::string start = rules::to_fen(initial_position());
    for (const char* path : {"/api/v1/probe", "/dameo", "/playstrategy/dameo"}) {
        CAPTURE(path);
        const web::Reply reply = get(site, path, {{"fen", "start"}});
        CHECK(reply.body == get(site, path, {{"fen", start}}).body);
        CHECK(reply.status == 200);
    }
}
