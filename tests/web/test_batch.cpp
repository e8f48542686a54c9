// Compares POST /api/v1/probe with GET of each position, and asks for too much.
#include <dameotb/rules/notation.hpp>
#include <dameotb/web/limits.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::Reply;
using web::RequestHandler;

namespace {

std::string body_of(const std::vector<json>& fens) {
    return json{{"fens", fens}}.dump();
}

/// Returns what GET says of the position, without what the answer to many positions leaves out: the moves, and what
/// only they prove.
json alone(RequestHandler& site, const json& fen) {
    json answer = fen.is_string() ? json_of(ask(site, fen)) : json();
    answer.erase("moves");
    answer.erase("must_capture");
    if (answer.contains("at_least")) {
        answer["result"] = answer["plies"] = nullptr;
        if (answer["missing_table"].is_null()) {
            const std::string table = answer["table"];
            answer["missing_table"] = {{"class", table},
                                       {"can_be_made", true},
                                       {"command", command_that_makes(*index::Material::parse(table))}};
        }
        answer.erase("at_least");
        answer.erase("at_most");
    }
    return answer;
}

}  // namespace

TEST_CASE("many positions get what each gets alone, in their order", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    std::vector<json> fens{"nonsense",      "W:WKa1:BKh7", "B:WKa1:B",
                           "B:Wg6:BKa1,b4", "W:Wa8:Bb3",   rules::to_fen(initial_position())};
    for (int i = 0; i < 200; ++i) {
        const char* name = std::array{"KvK", "KKvM", "MvM", "KvKM", "KKvKM"}[random() % 5];
        fens.emplace_back(rules::to_fen(tests::random_position(random, *index::Material::parse(name))));
    }
    const Reply reply = post(site, body_of(fens));
    REQUIRE(reply.status == 200);
    const json positions = json_of(reply)["positions"];
    REQUIRE(positions.size() == fens.size());
    for (std::size_t i = 0; i < fens.size(); ++i) {
        CAPTURE(fens[i]);
        CHECK(positions[i] == alone(site, fens[i]));
    }
}

TEST_CASE("a damaged table spoils only the answers that need it", "[serve]") {
    RequestHandler site{damaged_tables, command_that_makes};
    const Reply reply = post(site, body_of({"B:WKa1:B", "W:WKa1:BKh7", "W:WKa1:Bh7", "W:WKh1:BKa8"}));
    CHECK(reply.status == 200);
    const json positions = json_of(reply)["positions"];
    REQUIRE(positions.size() == 4);
    CHECK(positions[0]["result"] == "loss");
    CHECK(positions[2]["missing_table"]["class"] == "KvM");
    for (const std::size_t damaged : {1, 3}) {
        CHECK(positions[damaged]["error"]["code"] == "damaged_table");
        CHECK_THAT(positions[damaged].dump(), Catch::Contains("KvK.") && !Catch::Contains(damaged_tables));
    }
}

TEST_CASE("of many positions those are answered for which there is time, and the others can be asked for again",
          "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    tests::Random random{tests::sample_seed};
    std::vector<json> fens;
    for (int i = 0; i < 150; ++i) {
        fens.emplace_back(rules::to_fen(tests::random_position(random, *index::Material::parse("KKvM"))));
    }
    // The time is over at a look at the clock, whichever.
    const auto answer = [&site](const std::vector<json>& asked, web::Work::Share share, int looks, int& seen) {
        web::Request request{"POST", "/api/v1/probe", {}, ""};
        request.content_type = "application/json";
        request.body = json{{"fens", asked}, {"plies", 50}}.dump();
        return site.answer(request, web::Work{share, [&seen, looks] { return ++seen > looks; }});
    };
    int all_looks = 0;
    const json expected = json_of(answer(fens, web::Work::Share::Turn, 1 << 30, all_looks))["positions"];
    REQUIRE(expected.size() == fens.size());
    int parts = 0;
    for (int looks = 0; looks < all_looks; ++looks) {
        CAPTURE(looks);
        int seen = 0;
        CHECK_THROWS_AS(answer(fens, web::Work::Share::AtOnce, looks, seen), web::NeedsTurn);
        seen = 0;
        const Reply reply = answer(fens, web::Work::Share::Turn, looks, seen);
        if (reply.status == 503) {
            continue;
        }
        REQUIRE(reply.status == 200);
        const json positions = json_of(reply)["positions"];
        REQUIRE(positions.size() == fens.size());
        std::vector<json> left;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (positions[i].contains("error")) {
                CHECK(positions[i]["error"]["code"] == "took_too_long");
                left.push_back(fens[i]);
            } else {
                CHECK(left.empty());
                CHECK(positions[i] == expected[i]);
            }
        }
        CHECK((!left.empty() && left.size() < fens.size()));
        seen = 0;
        const json rest = json_of(answer(left, web::Work::Share::Turn, 1 << 30, seen))["positions"];
        CHECK(rest == json(std::vector(expected.end() - static_cast<std::ptrdiff_t>(left.size()), expected.end())));
        ++parts;
    }
    CHECK(parts > 0);
}

TEST_CASE("what is no text gets an error in its place", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json positions = json_of(post(site, body_of({1, nullptr, json::array(), "W:WKa7,Kh8:BKa1"})))["positions"];
    REQUIRE(positions.size() == 4);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(positions[i]["error"]["code"] == "bad_position");
    }
    CHECK(positions[3]["plies"] == 5);
    CHECK(json_of(post(site, body_of({})))["positions"].empty());
}

TEST_CASE("a body of another form is refused as a whole", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto check = [&site](const std::string& body, const std::string& type, int status, const std::string& code) {
        CAPTURE(body.substr(0, 100), type);
        const Reply reply = post(site, body, type);
        CHECK(reply.status == status);
        CHECK(json_of(reply)["error"]["code"] == code);
    };
    const std::string good = body_of({"W:WKa1:BKh7"});
    for (const std::string& body : {std::string{}, std::string{"nonsense"}, std::string{"[]"}, std::string{"{}"},
                                    std::string{R"({"fens": "W:WKa1:BKh7"})"}, good + "x", std::string(100'000, '['),
                                    std::string{"{\"fens\": [\"\xff\"]}"}}) {
        check(body, "application/json", 400, "bad_request");
    }
    for (const char* type : {"", "text/plain", "application/jsonx", "application/x-www-form-urlencoded"}) {
        check(good, type, 415, "bad_content_type");
    }
    CHECK(post(site, good, "Application/JSON; charset=utf-8").status == 200);
    const std::vector<json> most(web::most_batch_positions, "W:WKa1:BKh7");
    CHECK(post(site, body_of(most)).status == 200);
    std::vector<json> more = most;
    more.emplace_back("W:WKa1:BKh7");
    check(body_of(more), "application/json", 413, "too_many_positions");
}

TEST_CASE("an answer to a body is not kept", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    web::Request request{"POST", "/api/v1/probe", {}, "*"};
    request.content_type = "application/json";
    request.body = body_of({"W:WKa1:BKh7"});
    const Reply reply = site.answer(request);
    CHECK(reply.status == 200);
    CHECK(header(reply, "ETag").empty());
    CHECK(header(reply, "Cache-Control") == "no-cache");
}
