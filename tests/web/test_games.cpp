// Tests POST /api/v1/games.
#include <dameotb/rules/notation.hpp>
#include <dameotb/web/limits.hpp>

#include "asking.hpp"
#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::Reply;
using web::RequestHandler;

namespace {

Reply read_games(RequestHandler& site, const std::string& pdn) {
    return post(site, json{{"pdn", pdn}}.dump(), "application/json", "/api/v1/games");
}

}  // namespace

TEST_CASE("games come with their tags, each move with the position after it", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const Reply reply = read_games(site,
                                   "[White \"A\"]\n[FEN \"W:WKa7,Kh8:BKa1\"]\n1. a7-g7 (1. a7-a6) a1-b1 {why} 2-0\n"
                                   "[White \"B\"]\n1. c3-c4 c3-c4\n");
    REQUIRE(reply.status == 200);
    const json games = json_of(reply)["games"];
    REQUIRE(games.size() == 2);
    CHECK(games[0] == json::parse(R"({"tags": {"White": "A", "FEN": "W:WKa7,Kh8:BKa1"}, "fen": "W:WKa7,Kh8:BKa1",
        "moves": [{"move": "a7-g7", "fen": "B:WKg7,Kh8:BKa1"}, {"move": "a1-b1", "fen": "W:WKg7,Kh8:BKb1"}],
        "result": "2-0", "error": null})"));
    CHECK(games[1]["fen"] == rules::to_fen(initial_position()));
    CHECK(games[1]["moves"].size() == 1);
    CHECK(games[1]["error"] == "line 5: move 'c3-c4': no piece of the side to move on c3");
    CHECK(json_of(read_games(site, "")) == json{{"games", json::array()}});
}

TEST_CASE("the number of a game's first move is that of its FEN", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto game = [&](const std::string& fen) {
        return json_of(read_games(site, "[fen \"" + fen + "\"]\n1.\u00A0A7\u2013G7 \u00BD\u2013\u00BD"))["games"][0];
    };
    const json late = game("W:WKa7,Kh8:BKa1:H12:F103");
    CHECK(late["move_number"] == 103);
    CHECK(late["error"].is_null());
    CHECK(late["tags"] == json{{"FEN", "W:WKa7,Kh8:BKa1:H12:F103"}});
    CHECK(late["moves"] == json::parse(R"([{"move": "a7-g7", "fen": "B:WKg7,Kh8:BKa1"}])"));
    CHECK(late["result"] == "1/2-1/2");
    for (const std::string number : {"", ":F1", ":F0"}) {
        CHECK_FALSE(game("W:WKa7,Kh8:BKa1" + number).contains("move_number"));
    }
    std::string wide;
    for (const char c : std::string{"[White \"A\"]"}) {
        wide += {c, '\0'};
    }
    CHECK(json_of(read_games(site, wide))["games"][0]["error"] == "line 1: the text is UTF-16: save it as UTF-8");
}

TEST_CASE("the positions of a line go on with the move number of the FEN", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json answer = json_of(get(site, "/api/v1/line", {{"fen", "W:WKa7,Kh8:BKa1:F103"}}));
    CHECK(answer["fen"] == "W:WKa7,Kh8:BKa1:F103");
    std::vector<std::string> numbers;
    for (const json& step : answer["line"]) {
        const std::string fen = step["fen"];
        numbers.push_back(fen.substr(fen.find(":F")));
    }
    CHECK(numbers == std::vector<std::string>{":F103", ":F104", ":F104", ":F105", ":F105"});
}

TEST_CASE("a request that is no text of games is refused", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const std::string body : {"", "[]", "{}", R"({"pdn": 1})", "{\"pdn\": \"\xff\"}"}) {
        const Reply reply = post(site, body, "application/json", "/api/v1/games");
        CHECK(reply.status == 400);
        CHECK(json_of(reply)["error"]["code"] == "bad_request");
    }
    CHECK(post(site, R"({"pdn": ""})", "text/plain", "/api/v1/games").status == 415);
}

TEST_CASE("games take no more time than the server has", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    // As in test_positions: minutes would be needed to list these captures.
    const json many = json_of(read_games(
        site,
        "[FEN \"W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8\"]\n1. h2xh9"));
    CHECK(many["games"][0]["error"].get<std::string>().find("ways to capture") != std::string::npos);
    std::string variations = "[FEN \"W:WKa1:BKh7\"]\n1. a1-a2";
    for (std::size_t i = 0; i < web::most_game_moves; ++i) {
        variations += " (a1-b1)";
    }
    const json long_one = json_of(read_games(site, variations));
    CHECK(long_one["games"][0]["error"].get<std::string>().find("only 5000 moves") != std::string::npos);
}
