// Compares /playstrategy/dameo with /api/v1/probe?site=playstrategy and with the rules.
#include <algorithm>
#include <fstream>
#include <map>

#include <dameotb/rules/notation.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "samples.hpp"
#include "schema.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

json dialect(RequestHandler& site, const std::string& fen) {
    const web::Reply reply = tests::get(site, "/playstrategy/dameo", {{"fen", fen}});
    CAPTURE(fen, reply.body);
    REQUIRE(reply.status == 200);
    static const json description = json::parse(std::ifstream{OPENAPI});
    CHECK(mismatch(description, description["components"]["schemas"]["PlayStrategy"], json_of(reply)).empty());
    return json_of(reply);
}

json by_rules(RequestHandler& site, const std::string& fen) {
    return json_of(tests::get(site, "/api/v1/probe", {{"fen", fen}, {"site", "playstrategy"}}));
}

int sign_of(const json& result) {
    return result == "win" ? 1 : result == "loss" ? -1 : 0;
}

/// Returns a number that is the greater, the better the result is: by the rules, among draws without them. What is not
/// known comes after draws, unless it is won without the rules.
int rank(const json& move) {
    const json& result = move["rule"]["result"];
    const json& without = move["result"];
    if (result.is_null()) {
        return without.is_null() ? -2 : without == "win" ? 2 : -3;
    }
    return result == "draw" ? sign_of(without) : 4 * sign_of(result);
}

/// Checks what is said of a position, for the side to move. `result`: by the site's rules; `probe`: what /probe says.
void check_worth(const json& said, const json& result, const json& probe, int counter) {
    const int without = sign_of(probe["result"]);
    if (result.is_null()) {
        CHECK(said["wdl"].is_null());
        CHECK(said["dtz"].is_null());
        return;
    }
    REQUIRE(said["dtz"].is_number());
    const int dtz = said["dtz"];
    CHECK(said["wdl"] == (result == "draw" ? without : 2 * sign_of(result)));
    CHECK(said["dtm"] == (probe["plies"].is_null() ? json{} : json(without * probe["plies"].get<int>())));
    CHECK((dtz > 0) - (dtz < 0) == (said["variant_loss"] ? 0 : without));
    if (result == "draw") {
        CHECK(dtz == 51 * without);
    } else {
        CHECK(std::abs(dtz) + counter <= 50);  // so the client's own arithmetic finds the same result
    }
}

/// Returns the plies to the next capture or man's move, of a position that is won or lost. The site may draw sooner
/// than these would let it: king against king.
json plies_to_reset(const json& probe) {
    return probe["must_capture"] ? json(1) : probe["rule"]["z"];
}

std::string first_jump(const json& move) {
    return move["path"][0].get<std::string>() + move["path"][1].get<std::string>();
}

void check_all(RequestHandler& site, const Position& position, int counter) {
    const std::string fen = rules::to_fen(rules::Fen{position, counter});
    CAPTURE(fen);
    const json answer = dialect(site, fen);
    const json probe = by_rules(site, fen);
    check_worth(answer, probe["rule"]["result"], probe, counter);
    if (!probe["rule"]["z"].is_null() && probe["rule"]["result"] != "draw") {
        CHECK(std::abs(answer["dtz"].get<int>()) == plies_to_reset(probe));
    }
    CHECK(answer["variant_loss"] == probe["moves"].empty());
    std::map<std::string, int> seen;
    int last = 4;
    for (const json& move : answer["moves"]) {
        CAPTURE(move.dump());
        CHECK(++seen[move["uci"]] == 1);
        std::string squares = move["uci"];
        CHECK(move["turn"] == squares + (move["rest"].is_null() ? "" : "," + move["rest"].get<std::string>()));
        const Move named = rules::parse_move(position, move["san"].get<std::string>());
        const Position next = rules::after(position, named);
        const std::string next_text = rules::to_fen(next);
        const auto same = std::ranges::find_if(probe["moves"], [&](const json& one) {
            return one["fen"].get<std::string>().starts_with(next_text + ":");
        });
        REQUIRE(same != probe["moves"].end());
        const std::string turn = move["turn"];
        CHECK((turn.back() == 'K') == (*same)["promotes"]);
        CHECK(move["zeroing"] == (*same)["zeroing"]);
        CHECK(rank(*same) <= last);
        last = rank(*same);
        // A capture from a position that is drawn already counts for nothing, whatever it leads to.
        const json there = by_rules(site, (*same)["fen"]);
        const json& mine = (*same)["rule"]["result"];
        const json result = mine.is_null() ? json{} : json(mine == "win" ? "loss" : mine == "loss" ? "win" : "draw");
        check_worth(move, result, there, move["zeroing"] ? 0 : counter + 1);
        if (result == there["rule"]["result"] && result != "draw" && !there["rule"]["z"].is_null()) {
            CHECK(std::abs(move["dtz"].get<int>()) == plies_to_reset(there));
        }
        // The best turn of its first jump: no other that takes the same pieces first is better.
        for (const json& other : probe["moves"]) {
            if (first_jump(other) == squares.substr(0, 4)) {
                CHECK(rank(other) <= rank(*same));
            }
        }
    }
    for (const json& move : probe["moves"]) {
        CHECK((seen.contains(first_jump(move)) || seen.contains(first_jump(move) + "K")));
    }
}

}  // namespace

TEST_CASE("/playstrategy/dameo says what /probe says by the rules of the site", "[serve]") {
    RequestHandler with_dtz{fifty_tables, command_that_makes};
    RequestHandler without_dtz{good_tables, command_that_makes};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    for (int i = 0; i < 150; ++i) {
        const auto classes = index::build_order(3);
        const Position position = random_position(random, classes[i % classes.size()]);
        const int counter = i % 3 == 0 ? i % 52 : 50 - i % 9;
        check_all(with_dtz, position, std::min(counter, 50));
        check_all(without_dtz, position, std::min(counter, 50));
    }
}

TEST_CASE("/playstrategy/dameo: captures of several jumps, and those that lead to one position", "[serve]") {
    RequestHandler site{fifty_tables, command_that_makes};
    for (const char* fen :
         {"W:WKd1:BKf1,a2,b4,d3", "W:WKd1:Bd3,b4,f6", "B:Wg6:BKa1,b4", "W:WKd1:Bd3,f4,g2,Kf1", "W:Wa6:Ba7,b8,c7,h8",
          "W:Wa6:Ba7,Kd4", "W:Wa7,Ka1:BKh1", "B:Wa1,a3,a4,b1,c6:Ba2", "W:WKa1:BKa5"}) {
        for (const int counter : {0, 3, 4, 49, 50}) {
            check_all(site, rules::parse_position(fen), counter);
        }
    }
    // Both kings can take the same pieces and return: one move for the tables, two jumps for the client.
    const json both = dialect(site, "W:WKe1,Kb3:BKg1,Kh2,Ke3,Kf6,Kb7,Kc8");
    std::string from;
    for (const json& move : both["moves"]) {
        from += move["uci"].get<std::string>().substr(0, 2);
    }
    CHECK(from.find("e1") != std::string::npos);
    CHECK(from.find("b3") != std::string::npos);
}

TEST_CASE("/playstrategy/dameo: a known position, as it is written", "[serve]") {
    RequestHandler site{fifty_tables, command_that_makes};
    const json move = dialect(site, "W:WKd1:Bd3,b4:H49:F30")["moves"][0];
    CHECK(move["uci"] == "d1d4");
    CHECK(move["rest"] == "d4a4");
    CHECK(move["turn"] == "d1d4,d4a4");
    CHECK(move["san"] == "d1xd4xa4");
    CHECK(move["wdl"] == -2);
    CHECK(move["dtz"] == 0);
    CHECK(move["variant_loss"] == true);
    const json man = dialect(site, "W:Wa7:BKh1:H12")["moves"][0];
    CHECK(man["turn"] == man["uci"]);
    CHECK(man["uci"].get<std::string>().size() == 5);
    CHECK(man["rest"].is_null());
    CHECK(dialect(site, "W:WKa7,Kh8:BKa1:H46")["wdl"] == 2);
    CHECK(dialect(site, "W:WKa7,Kh8:BKa1:H47")["wdl"] == 1);
    // Unknown, so that it is shown as such: no tables, or none that count plies of a rule.
    CHECK(dialect(site, rules::to_fen(initial_position()))["moves"][0]["wdl"].is_null());
    RequestHandler without_dtz{good_tables, command_that_makes};
    CHECK(dialect(without_dtz, "W:WKd1,Ka3:BKa1:H37")["dtz"] == 13);
    CHECK(dialect(without_dtz, "W:WKd1,Ka3:BKa1:H38")["wdl"].is_null());
}

TEST_CASE("/playstrategy/dameo: a capture under way goes on with what takes the most", "[serve]") {
    RequestHandler site{fifty_tables, command_that_makes};
    const json answer = dialect(site, "W:WBd4:BGd3,b4,Kh6:H49:F30");
    REQUIRE(answer["moves"].size() == 1);
    CHECK(answer["moves"][0]["turn"] == "d4a4");
    CHECK(answer["moves"][0]["rest"].is_null());
    CHECK(answer["wdl"].get<int>() == -answer["moves"][0]["wdl"].get<int>());
    CHECK(dialect(site, "W:Wd4.b:Bd3.g,b4,h6.k") == answer);
    CHECK(dialect(site, "W:WAa6:BGa5,a7,Kd7:H0:F3")["moves"][0]["turn"] == "a6a8K");
    CHECK(dialect(site, "W:WAa8:BGa7,b8,c7,h8")["moves"][0]["turn"] == "a8c8,c8c6");
    // Three squares to land on. The best comes first, and the result is its.
    const json king = dialect(site, "B:Wd3,Kg1,Gf5:BBf3");
    REQUIRE(king["moves"].size() == 3);
    for (const json& move : king["moves"]) {
        CHECK(king["wdl"].get<int>() >= -move["wdl"].get<int>());
    }
    CHECK(king["wdl"].get<int>() == -king["moves"][0]["wdl"].get<int>());
    for (const char* fen : {"W:WBd4:BGd3", "W:WBd4:Bb4", "B:WBd4:BGd3,b4", "W:WKd4:BGd3,b4"}) {
        CAPTURE(fen);
        CHECK(tests::get(site, "/playstrategy/dameo", {{"fen", fen}}).status == 400);
    }
    CHECK(tests::get(site, "/dameo", {{"fen", "W:WBd4:BGd3,b4"}}).status == 400);
    CHECK(ask(site, "W:WBd4:BGd3,b4").status == 400);
    // Too many ways to go on.
    const std::string crowd = "W:WBh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8,Gb6";
    CHECK(tests::get(site, "/playstrategy/dameo", {{"fen", crowd}}).status == 422);
}

TEST_CASE("/playstrategy/dameo: where the counter leaves the result open, the distance is said", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};  // without .dtz
    const json open = json_of(get(site, "/playstrategy/dameo", {{"fen", "W:WKa7,Kh8:BKa1:H46"}}));
    CHECK(open["wdl"].is_null());
    CHECK(open["dtz"].is_null());
    CHECK(open["dtm"] == 5);
}

TEST_CASE("/playstrategy: of other games, pages may read that there is nothing", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    web::Request request;
    request.method = "GET";
    request.path = "/playstrategy/chess";
    request.accept = "text/html";
    const web::Reply reply = site.answer(request);
    CHECK(reply.status == 404);
    CHECK(json_of(reply)["error"]["code"] == "not_found");
    CHECK(header(reply, "Access-Control-Allow-Origin") == "*");
}

TEST_CASE("/playstrategy/dameo: what is no position", "[serve]") {
    RequestHandler site{fifty_tables, command_that_makes};
    CHECK(tests::get(site, "/playstrategy/dameo", {{"fen", "nonsense"}}).status == 400);
    CHECK(tests::get(site, "/playstrategy/dameo").status == 400);
    CHECK(tests::get(site, "/playstrategy/chess", {{"fen", "W:WKa1:BKh7"}}).status == 404);
}
