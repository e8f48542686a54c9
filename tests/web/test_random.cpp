// Tests that random positions are what was asked for, and that they are random.
#include <set>

#include <dameotb/rules/notation.hpp>

#include "api/random_position.hpp"
#include "asking.hpp"
#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RandomWish;
using web::Reply;
using web::RequestHandler;
using Parameters = std::multimap<std::string, std::string>;

namespace {

Reply random_for(RequestHandler& site, const Parameters& wish) {
    return tests::get(site, "/api/v1/random", wish);
}

bool fits(const json& answer, const Parameters& wish) {
    const auto is = [&](const char* name, const json& value) {
        const auto found = wish.find(name);
        return found == wish.end() || found->second == value;
    };
    const auto plies = wish.find("plies");
    return is("class", answer["class"]) && is("result", answer["result"]) &&
           is("side_to_move", answer["side_to_move"]) &&
           (plies == wish.end() || (answer["result"] != "draw" &&
                                    query::IntRange::parse(plies->second)->contains(answer["plies"].get<int>())));
}

}  // namespace

TEST_CASE("a random position is what was asked for, and is probed as that", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const Parameters& wish :
         {Parameters{{"class", "KvK"}}, Parameters{{"class", "KKvK"}, {"result", "win"}, {"plies", "9"}},
          Parameters{{"class", "KvKK"}, {"result", "loss"}, {"plies", "8-10"}},
          Parameters{{"class", "KKvK"}, {"plies", "13"}}, Parameters{{"class", "KKvK"}, {"result", "draw"}},
          Parameters{{"class", "MvM"}, {"side_to_move", "black"}, {"plies", "10-"}},
          Parameters{{"class", "MvKK"}, {"side_to_move", "white"}, {"result", "loss"}},
          Parameters{{"class", "MMvK"}, {"plies", "-4"}}}) {
        for (int seed = 0; seed < 10; ++seed) {
            Parameters seeded = wish;
            seeded.emplace("seed", std::to_string(seed));
            const Reply reply = random_for(site, seeded);
            CAPTURE(seeded, reply.body);
            REQUIRE(reply.status == 200);
            const json answer = json_of(reply);
            CHECK(fits(answer, wish));
            CHECK(answer["seed"] == seed);
            const json probe = json_of(ask(site, answer["fen"]));
            for (const char* field : {"class", "table", "side_to_move", "result", "plies"}) {
                CHECK(answer[field] == probe[field]);
            }
            CHECK(random_for(site, seeded).body == reply.body);
        }
    }
}

TEST_CASE("other seeds give other positions, and the server's own seed can be given back", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    std::set<std::string> fens;
    std::set<std::string> sides;
    for (int i = 0; i < 40; ++i) {
        const json answer = json_of(random_for(site, {{"class", "KvM"}}));
        fens.insert(answer["fen"]);
        sides.insert(answer["side_to_move"]);
        const json again = json_of(random_for(site, {{"class", "KvM"}, {"seed", answer["seed"].dump()}}));
        CHECK(again == answer);
    }
    CHECK(fens.size() > 20);
    CHECK(sides.size() == 2);
}

TEST_CASE("what no random position shows is found by a search of the class, or is not there", "[serve]") {
    const probe::Tablebase tables{good_tables};
    web::Work work;
    const auto wish = [](const char* name, rules::Wdl result, int plies, std::uint32_t seed) {
        query::Query query;
        query.result = result;
        query.plies = query::IntRange{plies, plies};
        return RandomWish{*index::Material::parse(name), query, seed};
    };
    for (const char* name : {"KKvK", "KvKK"}) {
        std::set<std::string> fens;
        for (std::uint32_t seed = 0; seed < 30; ++seed) {
            const auto found = random_of_all(good_tables, wish(name, rules::Wdl::Win, 13, seed));
            REQUIRE(found);
            CHECK(index::Material::of(*found).name() == name);
            CHECK(tables.probe_dtm(*found) == probe::Answer<rules::Value>{rules::Value::win_in(13)});
            fens.insert(rules::to_fen(*found));
            CHECK(random_of_all(good_tables, wish(name, rules::Wdl::Win, 13, seed)) == found);
        }
        CHECK(fens.size() > 5);
        CHECK(!random_of_all(good_tables, wish(name, rules::Wdl::Win, 15, 0)));
        CHECK(!random_try(tables, wish(name, rules::Wdl::Win, 15, 0), work));
    }
    // A class that is its own twin has one side to move in its table, and two on the board.
    std::set<rules::Colour> sides;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        RandomWish either = wish("KvK", rules::Wdl::Win, 1, seed);
        sides.insert(random_of_all(good_tables, either)->side_to_move);
        either.query.side_to_move = rules::Colour::Black;
        CHECK(random_of_all(good_tables, either)->side_to_move == rules::Colour::Black);
    }
    CHECK(sides.size() == 2);
}

TEST_CASE("a class without all its tables is named, with the command that makes it", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto check = [&site](const std::string& asked, const std::string& missing, const std::string& to_make,
                               const std::string& words) {
        CAPTURE(asked);
        for (const Reply& reply : {random_for(site, {{"class", asked}}), tests::get(site, "/api/v1/stats/" + asked)}) {
            CHECK(reply.status == 404);
            const json answer = json_of(reply);
            CHECK(answer["error"]["message"] == words);
            CHECK(answer["missing_table"] == json{{"class", missing},
                                                  {"can_be_made", true},
                                                  {"command", "dameotb gen --dir DIR --class " + to_make}});
        }
    };
    const std::string there = "; this server has tables of 8 classes of up to 3 pieces";
    check("KKMMvK", "KKMMvK", "KKMMvK", "no table KKMMvK.dtm here" + there);
    check("KvKKMM", "KKMMvK", "KKMMvK", "no table KKMMvK.dtm here" + there);
    check("MMvM", "KMvM", "MMvM", "no table KMvM.dtm here, which MMvM needs" + there);  // the table MMvM.dtm is there
}

TEST_CASE("a wish that cannot be granted is refused in words", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto check = [&site](const Parameters& wish, int status, const std::string& code, const std::string& words) {
        CAPTURE(wish);
        const Reply reply = random_for(site, wish);
        CHECK(reply.status == status);
        CHECK(json_of(reply)["error"]["code"] == code);
        CHECK_THAT(json_of(reply)["error"]["message"].get<std::string>(), Catch::Contains(words));
    };
    check({}, 400, "bad_request", "class");
    check({{"class", "KvX"}}, 400, "bad_class", "no class");
    check({{"class", "KKKKvKKKK"}}, 422, "too_many_pieces", "7");
    check({{"class", "KMvM"}}, 404, "missing_table", "KMvM.dtm");
    check({{"class", "KKvK"}, {"result", "won"}}, 400, "bad_request", "win, draw, loss");
    check({{"class", "KKvK"}, {"side_to_move", "w"}}, 400, "bad_request", "white, black");
    for (const char* plies : {"x", "", "9-5", "-", "1-2-3", "-1-"}) {
        check({{"class", "KKvK"}, {"plies", plies}}, 400, "bad_request", "plies");
    }
    check({{"class", "KKvK"}, {"plies", "9-5"}}, 400, "bad_request", "first number is not greater");
    for (const char* seed : {"x", "-1", "4294967296", "1.5"}) {
        check({{"class", "KKvK"}, {"seed", seed}}, 400, "bad_request", "seed");
    }
    check({{"class", "KKvK"}, {"result", "win"}, {"plies", "8"}}, 400, "bad_request", "odd");
    check({{"class", "KKvK"}, {"plies", "251-"}}, 400, "bad_request", "at most 250");
    check({{"class", "KKvK"}, {"result", "draw"}, {"plies", "0"}}, 400, "bad_request", "draw");
    check({{"class", "KKvK"}, {"plies", "15"}}, 404, "no_such_position", "/api/v1/stats/KKvK");
}
