// What /probe and /line say under a draw rule: what the probe library says, in the fields of the description.
#include <fstream>

#include <dameotb/rules/movegen.hpp>
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

constexpr DrawRule rule{6};

std::string with_counter(const Position& position, int counter) {
    return rules::to_fen(rules::Fen{position, counter});
}

probe::Question under_rule(const Position& position, int counter) {
    return {{position, counter}, {.name = {}, .draw_rule = rule}};
}

json under(RequestHandler& site, const std::string& path, const std::string& fen, const std::string& plies = "6") {
    const web::Reply reply = get(site, path, {{"fen", fen}, {"plies", plies}});
    REQUIRE(reply.status == 200);
    return json_of(reply);
}

json rule_json(const std::optional<probe::Outcome>& outcome) {
    json fields{{"result", nullptr}, {"z", nullptr}};
    if (outcome) {
        fields["result"] = to_string(outcome->wdl);
    }
    if (outcome && outcome->plies) {
        fields["z"] = *outcome->plies;
    }
    return fields;
}

/// Returns a position from which best play under the rule takes more plies than the rule has.
Position long_win(const probe::Tablebase& tables) {
    Random random{sample_seed};
    for (;;) {
        const Position position = random_position(random, *index::Material::parse("KMvK"));
        if (std::get<std::vector<Move>>(tables.best_line(under_rule(position, 0))).size() > 6) {
            return position;
        }
    }
}

void check_schema(const json& answer, const std::string& schema) {
    static const json description = json::parse(std::ifstream{OPENAPI});
    CHECK(mismatch(description, description["components"]["schemas"][schema], answer).empty());
}

}  // namespace

TEST_CASE("under a draw rule an answer has what the probe library says", "[serve]") {
    RequestHandler site{ruled_tables, command_that_makes};
    const probe::Tablebase tables{ruled_tables};
    Random random{sample_seed};
    CAPTURE(sample_seed);
    const std::vector<index::Material> classes = index::build_order(3);
    int changed = 0;
    for (std::size_t i = 0; i < 90; ++i) {
        const Position position = random_position(random, classes[i % classes.size()]);
        const int counter = static_cast<int>(i % 8);
        const std::string fen = with_counter(position, counter);
        CAPTURE(fen);
        const json answer = under(site, "/api/v1/probe", fen);
        check_schema(answer, "Probe");
        const int counted = std::min(counter, rule.plies);  // beyond the rule's end all are alike
        CHECK(answer["fen"] == with_counter(position, counted));
        json expected = rule_json(tables.probe(under_rule(position, counter)).outcome);
        expected.update({{"plies", 6}, {"counter", counted}, {"missing_dtz", nullptr}});
        CHECK(answer["rule"] == expected);
        changed += answer["rule"]["result"] != answer["result"];
        const std::vector<probe::RankedMove> moves = tables.known_moves(under_rule(position, counter));
        REQUIRE(answer["moves"].size() == moves.size());
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const json& move = answer["moves"][k];
            CHECK(move["move"] == rules::to_text(position, moves[k].move));
            CHECK(move["zeroing"] == rules::is_zeroing(position, moves[k].move));
            CHECK(move["rule"] == rule_json(moves[k].outcome));
            CHECK(move["result"] == to_string(moves[k].without->wdl));
            CHECK(move["fen"] ==
                  with_counter(rules::after(position, moves[k].move), move["zeroing"] ? 0 : counted + 1));
        }
        // Many at a time, without moves.
        const json many = json_of(post(site, json{{"fens", {fen, "nonsense"}}, {"plies", 6}}.dump()));
        check_schema(many, "BatchAnswers");
        CHECK(many["positions"][0]["rule"] == answer["rule"]);
        CHECK(many["positions"][0]["fen"] == answer["fen"]);
        CHECK(many["positions"][1].contains("error"));
        // Without the parameter nothing is said of a rule, and the counter is ignored.
        const json without = json_of(ask(site, fen));
        CHECK_FALSE(without.contains("rule"));
        CHECK(without["fen"] == rules::to_fen(position));
        CHECK(without["result"] == answer["result"]);
    }
    CHECK(changed > 0);
}

TEST_CASE("a line under a draw rule ends the game before the counter does", "[serve]") {
    RequestHandler site{ruled_tables, command_that_makes};
    // The man's moves set the counter to 0.
    const std::string fen = rules::to_fen(long_win(probe::Tablebase{ruled_tables}));
    CAPTURE(fen);
    const json answer = under(site, "/api/v1/line", fen);
    check_schema(answer, "Line");
    REQUIRE(answer["rule"]["result"] != "draw");
    REQUIRE(answer["line"].size() > 6);
    std::string at = answer["fen"];
    CHECK(at == fen + ":H0");
    for (const json& move : answer["line"]) {
        const json best = under(site, "/api/v1/probe", at)["moves"].front();
        CHECK(best["move"] == move["move"]);
        CHECK(best["fen"] == move["fen"]);
        at = move["fen"];
        CHECK(*rules::parse_fen(at).halfmove_clock < 6);
    }
    CHECK(under(site, "/api/v1/probe", at)["moves"].empty());
    CHECK(under(site, "/api/v1/line", "W:WKa7,Kh8:BKa1:H6")["line"].empty());
}

TEST_CASE("without .dtz files for the rule, an answer says what is certain and what is missing", "[serve]") {
    RequestHandler site{ruled_tables, command_that_makes};
    const std::string fen = "W:WKd1,Ka3:BKa1";  // a win in 13
    const json unknown = under(site, "/api/v1/probe", fen, "12");
    check_schema(unknown, "Probe");
    CHECK(unknown["rule"] ==
          json{{"plies", 12}, {"counter", 0}, {"result", nullptr}, {"z", nullptr}, {"missing_dtz", "KKvK"}});
    CHECK(json_of(get(site, "/api/v1/line", {{"fen", fen}, {"plies", "12"}}))["line"].empty());
    const json certain = under(site, "/api/v1/probe", fen, "13");
    CHECK(certain["rule"]["result"] == "win");
    CHECK(certain["rule"]["z"].is_null());
    CHECK(under(site, "/api/v1/line", fen, "13")["line"].size() == 13);
    // Other clients may not keep an answer that new tables change.
    CHECK(header(get(site, "/api/v1/probe", {{"fen", fen}, {"plies", "12"}}), "Cache-Control").find("no-cache") == 0);
}

TEST_CASE("a site's name asks for its rules", "[serve]") {
    RequestHandler site{ruled_tables, command_that_makes};
    const std::string capture = "W:WKa1:BKa5:H4";  // king against king
    const auto asked = [&](const std::string& name) {
        const json answer = json_of(get(site, "/api/v1/probe", {{"fen", capture}, {"site", name}}));
        check_schema(answer, "Probe");
        return answer;
    };
    CHECK(asked("playstrategy")["rule"]["site"] == "playstrategy");
    CHECK(asked("playstrategy")["rule"]["plies"] == 50);
    CHECK_FALSE(asked("freeling").contains("rule"));
    for (const char* name : {"lidraughts", "", "50", "Freeling"}) {
        CAPTURE(name);
        CHECK(get(site, "/api/v1/probe", {{"fen", capture}, {"site", name}}).status == 400);
        CHECK(post(site, json{{"fens", {capture}}, {"site", name}}.dump()).status == 400);
    }
    CHECK(get(site, "/api/v1/probe", {{"fen", capture}, {"site", "freeling"}, {"plies", "50"}}).status == 400);
    CHECK(get(site, "/api/v1/probe", {{"fen", capture}, {"plies", "playstrategy"}}).status == 400);
}

TEST_CASE("a rule that no tables can have is a bad request", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const char* plies : {"0", "121", "-1", "x", "", "5.5", "50 ", "4294967297"}) {
        CAPTURE(plies);
        CHECK(get(site, "/api/v1/probe", {{"fen", "W:WKa1:BKh7"}, {"plies", plies}}).status == 400);
        CHECK(get(site, "/api/v1/line", {{"fen", "W:WKa1:BKh7"}, {"plies", plies}}).status == 400);
    }
    for (const char* plies :
         {"0", "121", "-1", "\"50\"", "null", "5.5", "4294967297", "1e400", "18446744073709551616"}) {
        CAPTURE(plies);
        const std::string body = std::string{R"({"fens": [], "plies": )"} + plies + "}";
        CHECK(post(site, body).status == 400);
    }
}
