// What /prove says of positions, with and without a table.
#include "asking.hpp"
#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

const std::string stroke = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7";

json proof_of(RequestHandler& site, const std::string& fen) {
    return json_of(get(site, "/api/v1/prove", {{"fen", fen}}));
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

TEST_CASE("/prove answers as /line what needs no search, and what none proves", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const char* fen : {"W:WKa7,Kh8:BKa1", "W:WKb1,Kd1:BKc1", "B:Wa1,a3,a4,b1,c6:Ba2", "start"}) {
        CAPTURE(fen);
        const json proof = proof_of(site, fen);
        CHECK_FALSE(proof.contains("proved"));
        CHECK(proof == json_of(get(site, "/api/v1/line", {{"fen", fen}})));
    }
    CHECK(get(site, "/api/v1/prove", {{"fen", "nonsense"}}).status == 400);
    CHECK(get(site, "/api/v1/prove", {{"fen", stroke}, {"plies", "50"}}).status == 400);
    CHECK(get(site, "/api/v1/prove", {{"fen", "W:WKa1:BKh7"}}).status == 200);
}
