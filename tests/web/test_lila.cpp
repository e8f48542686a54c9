// Compares /dameo, which has the form of lila-tablebase, with /api/v1/probe.
#include <cstdlib>

#include <dameotb/rules/notation.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

json lila(RequestHandler& site, const std::string& fen) {
    const auto reply = tests::get(site, "/dameo", {{"fen", fen}});
    REQUIRE(reply.status == 200);
    return json_of(reply);
}

/// Compares what is said of a position with the answer of /api/v1/probe for the same position.
void check_position(const json& said, const json& probe) {
    CHECK(said["category"] == (probe["result"].is_null() ? json("unknown") : probe["result"]));
    if (probe["plies"].is_null()) {
        CHECK(said["dtm"].is_null());
    } else {
        const int sign = probe["result"] == "win" ? 1 : probe["result"] == "loss" ? -1 : 0;
        CHECK(said["dtm"] == sign * probe["plies"].get<int>());
    }
    CHECK(said["variant_loss"] == probe["moves"].empty());
    for (const char* field : {"dtz", "precise_dtz", "dtc", "dtw"}) {
        CHECK(said.at(field).is_null());
    }
    for (const char* field : {"checkmate", "stalemate", "variant_win", "insufficient_material"}) {
        CHECK(said.at(field) == false);
    }
}

void check_all(RequestHandler& site, const std::string& fen) {
    CAPTURE(fen);
    const json answer = lila(site, fen);
    const json probe = json_of(ask(site, fen));
    check_position(answer, probe);
    REQUIRE(answer["moves"].size() == probe["moves"].size());
    const Position position = rules::parse_position(fen);
    for (std::size_t i = 0; i < answer["moves"].size(); ++i) {
        const json& move = answer["moves"][i];
        CAPTURE(move.dump());
        CHECK(move["san"] == probe["moves"][i]["move"]);
        const Move named = rules::parse_move(position, move["uci"].get<std::string>());
        const Position next = rules::after(position, named);
        CHECK(json(rules::to_fen(next)) == probe["moves"][i]["fen"]);
        CHECK(move["zeroing"] == (named.is_capture() || position.own().men.contains(named.from)));
        // A move's fields are those of the position after it, for the side that is to move there; but not what that
        // one's own moves prove.
        const json next_probe = json_of(ask(site, probe["moves"][i]["fen"]));
        if (next_probe.contains("at_least")) {
            CHECK(move["category"] == "unknown");
            CHECK(move["dtm"].is_null());
        } else {
            check_position(move, next_probe);
        }
    }
}

}  // namespace

TEST_CASE("/dameo says what /probe says, in the form of lila-tablebase", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvK", "KvM", "MvM", "KKvM", "KMvK", "MvKK"}) {
        check_all(site, rules::to_fen(tests::random_position(random, *index::Material::parse(name))));
    }
    for (const char* fen : {"W:WKa7,Kh8:BKa1", "B:WKh6,Kh8:BKh1", "W:WKb1,Kd1:BKc1", "B:Wa1,a3,a4,b1,c6:Ba2",
                            "B:WKa1:B", "W:WKa1:B", "W:WKd1:BKf1,a2,b4,d3", "B:Wg6:BKa1,b4", "W:Wg7,Ka1:Bb4"}) {
        check_all(site, fen);
    }
}

TEST_CASE("/dameo: a win that only a move proves", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json wins = lila(site, "W:WKa1,g7:Bb4");
    CHECK(wins["category"] == "win");
    CHECK(wins["dtm"].is_null());
    CHECK(wins["moves"].front()["dtm"] == -4);
    CHECK(lila(site, "B:Wg6:BKa1,b4")["category"] == "unknown");  // at least a draw
}

TEST_CASE("/dameo: a known position, as it is written", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json answer = lila(site, "W:WKd1:Bd3");
    CHECK(answer["dtm"] == 1);
    const json first = answer["moves"][0];
    CHECK(first["uci"] == "d1d4");
    CHECK(first["san"] == "d1xd4");
    CHECK(first["dtm"] == 0);
    CHECK(first["category"] == "loss");
    CHECK(first["variant_loss"] == true);
    CHECK(first["zeroing"] == true);
}

TEST_CASE("/dameo: what lila-tablebase answers where it knows nothing, or is asked nothing", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json start = lila(site, rules::to_fen(initial_position()));
    CHECK(start["category"] == "unknown");
    CHECK(start["dtm"].is_null());
    CHECK(start["moves"].size() == rules::legal_moves(initial_position()).size());
    CHECK(lila(site, "_W:WKa7,Kh8:BKa1_") == lila(site, "W:WKa7,Kh8:BKa1"));
    CHECK(get(site, "/dameo", {{"fen", "nonsense"}}).status == 400);
    CHECK(get(site, "/dameo").status == 400);
    CHECK(get(site, "/dameo/").status == 404);
}

namespace {

/// Compares a main line with /api/v1/line, and its distances with /dameo of each position on it.
void check_mainline(RequestHandler& site, const std::string& fen) {
    CAPTURE(fen);
    const web::Reply reply = tests::get(site, "/dameo/mainline", {{"fen", fen}});
    REQUIRE(reply.status == 200);
    const json answer = json_of(reply);
    const json line = json_of(tests::get(site, "/api/v1/line", {{"fen", fen}}))["line"];
    REQUIRE(answer["mainline"].size() == line.size());
    Position at = rules::parse_position(fen);
    json before = lila(site, fen);
    CHECK(answer["dtm"] == before["dtm"]);
    const bool white_to_move = at.side_to_move == Colour::White;
    CHECK(answer["winner"] == (before["category"] == "draw"                     ? json(nullptr)
                               : (before["category"] == "win") == white_to_move ? json("w")
                                                                                : json("b")));
    for (std::size_t i = 0; i < line.size(); ++i) {
        const json& step = answer["mainline"][i];
        CAPTURE(step.dump());
        CHECK(step["san"] == line[i]["move"]);
        CHECK(step["uci"] == before["moves"][0]["uci"]);
        CHECK(step["dtz"].is_null());
        CHECK(step["precise_dtz"].is_null());
        at = rules::after(at, rules::parse_move(at, step["uci"].get<std::string>()));
        before = lila(site, rules::to_fen(at));
        CHECK(step["dtm"] == before["dtm"]);
    }
    CHECK((before["category"] == "draw" || before["variant_loss"] == true));
}

}  // namespace

TEST_CASE("/dameo/mainline is the best line, in the form of lila-tablebase", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvK", "KvM", "MvM", "KKvM", "MvKK", "KKvK"}) {
        for (int i = 0; i < 5; ++i) {
            check_mainline(site, rules::to_fen(tests::random_position(random, *index::Material::parse(name))));
        }
    }
    for (const char* fen : {"W:WKa7,Kh8:BKa1", "B:WKh6,Kh8:BKh1", "B:WKa1:B", "W:WKb1,Kd1:BKc1", "W:WKa1:BKh7"}) {
        check_mainline(site, fen);
    }
}

TEST_CASE("/dameo/mainline: a position without tables whose moves tell its value", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const char* fen : {"B:WKa8,h3:Be2", "W:We7:BKa1,h6", "W:WKa1:B"}) {
        check_mainline(site, fen);
    }
    const json answer = json_of(get(site, "/dameo/mainline", {{"fen", "B:WKa8,h3:Be2"}}));
    CHECK(answer["winner"].is_string());
    CHECK(std::abs(answer["dtm"].get<int>()) == static_cast<int>(answer["mainline"].size()));
}

TEST_CASE("/dameo/mainline: 404 without tables, 400 without a position", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto asked = [&](const std::string& fen) { return get(site, "/dameo/mainline", {{"fen", fen}}); };
    const web::Reply missing = asked("B:Wg6:BKa1,b4");
    CHECK(missing.status == 404);
    CHECK(json_of(missing)["error"] ==
          json{{"code", "missing_table"}, {"message", "there are no tables of KMvM with distances here"}});
    const web::Reply too_many = asked(rules::to_fen(initial_position()));
    CHECK(too_many.status == 404);
    CHECK(json_of(too_many)["error"]["message"] == "there are no tables of more than 7 pieces");
    CHECK(asked("nonsense").status == 400);
    CHECK(asked("_W:WKa7,Kh8:BKa1_").body == asked("W:WKa7,Kh8:BKa1").body);
    CHECK(get(site, "/dameo/mainline").status == 400);
}
