// What /prove says of positions, with and without a table.
#include "asking.hpp"
#include "catch.hpp"
#include "known_results.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

const std::string stroke = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7";

json proof_of(RequestHandler& site, const std::string& fen, std::multimap<std::string, std::string> query = {}) {
    query.emplace("fen", fen);
    return json_of(get(site, "/api/v1/prove", std::move(query)));
}

}  // namespace

TEST_CASE("/prove searches where neither a table nor the moves say the result", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json proof = proof_of(site, stroke);
    CHECK(proof["result"] == "win");
    CHECK(proof["plies"].is_null());
    CHECK(proof["at_least"] == json{{"result", "win"}, {"plies", 5}});
    CHECK(proof["at_most"].is_null());
    CHECK(proof["proved"] == true);
    CHECK(!proof["missing_table"].is_null());
    CHECK(proof["line"].size() == 5);
    CHECK(proof["line"][0]["move"] == "c1-e3");
    const json draw = proof_of(site, "B:Wa2,a4,h4:BKb4");
    CHECK(draw["proved"] == true);
    CHECK(draw["at_least"] == json{{"result", "draw"}, {"plies", 0}});
    // What is not asked for does not change.
    const json probe = json_of(ask(site, stroke));
    CHECK(probe["result"].is_null());
    CHECK_FALSE(probe.contains("proved"));
}

TEST_CASE("/prove knows the positions with known results", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const std::vector<KnownResult> known = known_results();
    REQUIRE(known.size() == 8);
    for (const KnownResult& one : known) {
        const json answer = proof_of(site, one.fen);
        INFO(answer.dump());
        CHECK(answer["result"] == one.result);
        if (one.plies) {
            CHECK(answer["plies"] == *one.plies);
        }
    }
}

TEST_CASE("/prove says under a draw rule what holds under it", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    // The win takes 5 plies, the first of them a man's move, which resets the counter.
    const json in_time = proof_of(site, stroke + ":H49", {{"plies", "50"}});
    CHECK(in_time["rule"]["result"] == "win");
    CHECK(in_time["rule"]["at_least"] == json{{"result", "win"}, {"z", nullptr}});
    CHECK(in_time["rule"]["at_most"].is_null());
    CHECK(in_time["at_least"] == json{{"result", "win"}, {"plies", 5}});
    CHECK(in_time["proved"] == true);
    CHECK(in_time["line"].size() == 5);
    const json too_late = proof_of(site, stroke, {{"plies", "2"}});
    CHECK(too_late["rule"]["result"].is_null());
    CHECK(too_late["rule"]["at_least"] == json{{"result", "draw"}, {"z", 0}});
    CHECK(too_late["result"] == "win");
    CHECK(proof_of(site, stroke + ":H49", {{"site", "abstractplay"}})["rule"]["result"] == "win");
    // Of a win in a table that comes too late, that it is no loss. What is known needs no search.
    CHECK(proof_of(site, "W:WKa7,Kh8:BKa1:H48", {{"plies", "50"}})["rule"]["at_least"]["result"] == "draw");
    const std::string known = "W:WKa7,Kh8:BKa1:H40";
    CHECK(proof_of(site, known, {{"plies", "50"}}) ==
          json_of(get(site, "/api/v1/line", {{"fen", known}, {"plies", "50"}})));
}

TEST_CASE("/prove answers as /line what needs no search, and what none proves", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const char* fen : {"W:WKa7,Kh8:BKa1", "W:WKb1,Kd1:BKc1", "B:Wa1,a3,a4,b1,c6:Ba2", "start"}) {
        CAPTURE(fen);
        const json proof = proof_of(site, fen);
        CHECK_FALSE(proof.contains("proved"));
        CHECK(proof == json_of(get(site, "/api/v1/line", {{"fen", fen}})));
    }
    CHECK(get(site, "/api/v1/prove", {{"fen", "nonsense"}}).status == 400);
    CHECK(get(site, "/api/v1/prove", {{"fen", stroke}, {"plies", "none"}}).status == 400);
    CHECK(get(site, "/api/v1/prove", {{"fen", "W:WKa1:BKh7"}}).status == 200);
}
