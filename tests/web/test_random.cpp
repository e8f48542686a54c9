// Tests that random positions are what was asked for, and that they are random.
#include <algorithm>
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
        return found == wish.end() || json(found->second) == value;
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

TEST_CASE("a random position is worth playing, unless any will do", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto kings_and_men = [](const std::string& pieces) {
        const auto kings = std::ranges::count(pieces, 'K');
        return std::pair{kings, std::ssize(pieces) - kings};
    };
    const auto is_weaker = [&](const std::string& one, const std::string& other) {
        const auto [kings, men] = kings_and_men(one);
        const auto [other_kings, other_men] = kings_and_men(other);
        return one.size() <= other.size() && kings <= other_kings &&
               std::pair{kings, men} != std::pair{other_kings, other_men};
    };
    const auto is_worth_playing = [&](const json& probe, bool any_length, bool any_winner) {
        const json& moves = probe["moves"];
        if (probe["must_capture"] || moves.size() < 2) {
            return false;
        }
        if (probe["result"] == "draw") {
            return moves.back()["result"] == "loss";
        }
        const std::string name = probe["class"];
        const std::string white = name.substr(0, name.find('v'));
        const std::string black = name.substr(name.find('v') + 1);
        const bool white_wins = (probe["result"] == "win") == (probe["side_to_move"] == "white");
        const bool stronger_loses = is_weaker(white_wins ? white : black, white_wins ? black : white);
        return (any_length || probe["plies"] >= (probe["result"] == "win" ? 5 : 4)) && (any_winner || !stronger_loses);
    };
    const auto worth_of = [&](const Parameters& wish, int count) {
        int worth = 0;
        for (int seed = 0; seed < count; ++seed) {
            Parameters seeded = wish;
            seeded.emplace("seed", std::to_string(seed));
            const Reply reply = random_for(site, seeded);
            CAPTURE(seeded, reply.body);
            REQUIRE(reply.status == 200);
            const bool any_winner = wish.contains("result") && wish.contains("side_to_move");
            worth += static_cast<int>(
                is_worth_playing(json_of(ask(site, json_of(reply)["fen"])), wish.contains("plies"), any_winner));
        }
        return worth;
    };
    constexpr int count = 30;
    int others = 0;
    for (const Parameters& wish :
         std::vector<Parameters>{{{"class", "KKvK"}},
                                 {{"class", "KKvK"}, {"result", "win"}},
                                 {{"class", "KKvK"}, {"result", "draw"}},
                                 {{"class", "KvKK"}, {"result", "loss"}},
                                 {{"class", "KvK"}},
                                 {{"class", "MMvK"}, {"result", "win"}},
                                 {{"class", "MvM"}},
                                 {{"class", "KvM"}, {"result", "win"}},
                                 {{"class", "KKvM"}, {"plies", "3"}},
                                 {{"class", "KvKK"}, {"result", "draw"}, {"side_to_move", "black"}}}) {
        CAPTURE(wish);
        CHECK(worth_of(wish, count) == count);
        Parameters any = wish;
        any.emplace("any", "1");
        others += count - worth_of(any, count);
        any.find("any")->second = "0";
        CHECK(worth_of(any, 1) == 1);
    }
    CHECK(others > 2 * count);
    // The whole class is searched for the same.
    const probe::Tablebase tables{good_tables};
    web::Work work;
    query::Query query;
    query.result = Wdl::Win;
    query.plies = query::IntRange{1, 1};
    const RandomWish at_once{*index::Material::parse("KKvK"), query, 0, true};
    CHECK(!random_of_all(good_tables, tables, at_once, work));
    query.result = Wdl::Draw;
    query.plies.reset();
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        const auto found =
            random_of_all(good_tables, tables, {*index::Material::parse("KKvK"), query, seed, true}, work);
        REQUIRE(found);
        CHECK(is_worth_playing(json_of(ask(site, rules::to_fen(*found))), false, false));
    }
}

TEST_CASE("what no random position shows is found by a search of the class, or is not there", "[serve]") {
    const probe::Tablebase tables{good_tables};
    web::Work work;
    const auto wish = [](const char* name, Wdl result, int plies, std::uint32_t seed) {
        query::Query query;
        query.result = result;
        query.plies = query::IntRange{plies, plies};
        return RandomWish{*index::Material::parse(name), query, seed};
    };
    for (const char* name : {"KKvK", "KvKK"}) {
        std::set<std::string> fens;
        for (std::uint32_t seed = 0; seed < 30; ++seed) {
            const auto found = random_of_all(good_tables, tables, wish(name, Wdl::Win, 13, seed), work);
            REQUIRE(found);
            CHECK(index::Material::of(*found).name() == name);
            CHECK(tables.probe_dtm(*found) == probe::Answer<Value>{Value::win_in(13)});
            fens.insert(rules::to_fen(*found));
            CHECK(random_of_all(good_tables, tables, wish(name, Wdl::Win, 13, seed), work) == found);
        }
        CHECK(fens.size() > 5);
        CHECK(!random_of_all(good_tables, tables, wish(name, Wdl::Win, 15, 0), work));
        CHECK(!random_try(tables, wish(name, Wdl::Win, 15, 0), work));
    }
    // A class that is its own twin has one side to move in its table, and two on the board.
    std::set<Colour> sides;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        RandomWish either = wish("KvK", Wdl::Win, 1, seed);
        sides.insert(random_of_all(good_tables, tables, either, work)->side_to_move);
        either.query.side_to_move = Colour::Black;
        CHECK(random_of_all(good_tables, tables, either, work)->side_to_move == Colour::Black);
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
    check({{"class", "KKvK"}, {"any", "yes"}}, 400, "bad_request", "0, 1");
    check({{"class", "KKvK"}, {"result", "win"}, {"plies", "1"}}, 404, "no_such_position", "worth playing");
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
