// Compares /dameo under the draw rule of .dtz files with what they hold, and with /api/v1/line under that rule.
#include <fstream>
#include <map>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "schema.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

constexpr DrawRule six_plies{6};

std::string counted_fen(const Position& position, int counter) {
    return rules::to_fen(rules::Fen{position, counter});
}

json lila_answer_at(RequestHandler& site, const std::string& path, const char* schema, const std::string& fen) {
    const web::Reply reply = get(site, path, {{"fen", fen}});
    CAPTURE(fen, reply.body);
    REQUIRE(reply.status == 200);
    static const json description = json::parse(std::ifstream{OPENAPI});
    CHECK(mismatch(description, description["components"]["schemas"][schema], json_of(reply)) == "");
    return json_of(reply);
}

json ruled_lila(RequestHandler& site, const std::string& fen) {
    return lila_answer_at(site, "/dameo", "Lila", fen);
}

template <class T>
T value_in(const probe::Answer<T>& answer) {
    return std::get<T>(answer);
}

/// Returns what is to be said of a position by its values in the tables. `is_over`: the rule had ended the game before
/// the position came up.
json by_tables(const probe::Tablebase& tables, const Position& position, int counter, bool is_over) {
    const Wdl without = value_in(tables.probe_wdl(position));
    const RuleValue value = value_in(tables.probe_dtz(position));
    const bool holds = !is_over && counter + value.plies() <= six_plies.plies;
    const char* const drawn = without == Wdl::Win ? "cursed-win" : without == Wdl::Loss ? "blessed-loss" : "draw";
    const int sign = static_cast<int>(without);
    const json dtz = value.wdl() == without ? json(sign * value.plies()) : json{};
    return {{"dtz", dtz.is_null() ? json(sign * (six_plies.plies + 1)) : dtz},
            {"precise_dtz", dtz},
            {"dtc", nullptr},
            {"dtm", sign * value_in(tables.probe_dtm(position)).dtm().plies()},
            {"dtw", nullptr},
            {"checkmate", false},
            {"stalemate", false},
            {"variant_win", false},
            {"variant_loss", rules::legal_moves(position).empty()},
            {"insufficient_material", false},
            {"category", value.wdl() == without && holds ? to_string(without) : drawn}};
}

/// Returns the whole answer, with the moves in the library's order.
json expected_answer(const probe::Tablebase& tables, const Position& position, int counter) {
    json answer = by_tables(tables, position, counter, false);
    answer["moves"] = json::array();
    for (const probe::RankedMove& ranked :
         tables.known_moves({{position, counter}, {.name = {}, .draw_rule = six_plies}})) {
        const Move& move = ranked.move;
        const Position next = rules::after(position, move);
        const bool zeroing = rules::is_zeroing(position, move);
        json said = by_tables(tables, next, zeroing ? 0 : counter + 1, counter >= six_plies.plies);
        std::string squares = rules::to_text(position, move);
        said["san"] = squares;
        std::erase_if(squares, [](char c) { return c == '-' || c == 'x'; });
        said["uci"] = squares;
        said["zeroing"] = zeroing;
        said["conversion"] = move.is_capture() || next.enemy().kings.count() != position.own().kings.count();
        answer["moves"].push_back(said);
    }
    return answer;
}

}  // namespace

TEST_CASE("/dameo has what .dtz files hold, of each position and counter", "[serve]") {
    RequestHandler site{ruled_tables, command_that_makes};
    const probe::Tablebase tables{ruled_tables};
    SECTION("of a whole class, up to symmetry") {
        constexpr Bitboard quarter{0x0F0F0F0F};
        std::size_t number = 0;
        tests::for_each_subset(1, quarter, [&](Bitboard white) {
            tests::for_each_subset(1, all_squares - white, [&](Bitboard black) {
                for (int counter = 0; counter <= six_plies.plies; ++counter) {
                    if (sampled && ++number % 97 != 0) {
                        continue;
                    }
                    Position position;
                    position[Colour::White].kings = white;
                    position[Colour::Black].kings = black;
                    for (const Colour side : {Colour::White, Colour::Black}) {
                        position.side_to_move = side;
                        const std::string fen = counted_fen(position, counter);
                        CAPTURE(fen);
                        CHECK(json_of(get(site, "/dameo", {{"fen", fen}})) ==
                              expected_answer(tables, position, counter));
                    }
                }
            });
        });
    }
    SECTION("of all classes of up to 3 pieces") {
        CAPTURE(sample_seed);
        Random random{sample_seed};
        const std::vector<index::Material> classes = index::build_order(3);
        std::map<std::string, int> seen;
        for (std::size_t i = 0; i < (sampled ? 90 : 2000); ++i) {
            const Position position = random_position(random, classes[i % classes.size()]);
            const int counter = static_cast<int>(random() % 9);  // beyond the rule's end, too
            const std::string fen = counted_fen(position, counter);
            CAPTURE(fen);
            const json answer = i % 10 == 0 ? ruled_lila(site, fen) : json_of(get(site, "/dameo", {{"fen", fen}}));
            CHECK(answer == expected_answer(tables, position, counter));
            ++seen[answer["category"]];
        }
        for (const char* category : {"win", "cursed-win", "draw", "blessed-loss", "loss"}) {
            CHECK(seen[category] > 0);
        }
    }
}

TEST_CASE("/dameo: a win with counter 48 of 50 is one that the rule makes a draw", "[serve]") {
    RequestHandler site{fifty_tables, command_that_makes};
    const auto category = [&](const std::string& fen) { return ruled_lila(site, fen)["category"]; };
    CHECK(category("W:WKa7,Kh8:BKa1") == "win");
    CHECK(category("W:WKa7,Kh8:BKa1:H46") == "win");
    const json drawn = ruled_lila(site, "_W:WKa7,Kh8:BKa1:H48:F90_");
    CHECK(drawn["category"] == "cursed-win");
    CHECK(drawn["dtz"] == 4);
    CHECK(drawn["moves"][0]["category"] == "blessed-loss");
    CHECK(category("B:WKa1:B:H50") == "loss");
    CHECK(category("W:WKd1:Bd3:H50") == "cursed-win");
    // A game that is drawn already ends nothing, as there.
    CHECK(ruled_lila(site, "W:WKd1:Bd3:H50")["moves"][0]["category"] == "blessed-loss");
    CHECK(category(rules::to_fen(initial_position()) + ":H50") == "draw");
    CHECK(category(rules::to_fen(initial_position())) == "unknown");
    CHECK(ruled_lila(site, rules::to_fen(initial_position()))["dtz"].is_null());
}

TEST_CASE("/dameo: a .dtz that is missing leaves open whether the rule draws", "[serve]") {
    RequestHandler site{std::string{SERVE_TABLES} + "/partly_ruled", command_that_makes};  // without KKvK.dtz
    const json win = ruled_lila(site, "W:WKd1,Ka3:BKa1");                                  // in 13 plies
    CHECK(win["category"] == "maybe-win");
    CHECK(win["dtz"].is_null());
    CHECK(win["dtm"] == 13);
    std::map<std::string, int> seen;
    for (const json& move : win["moves"]) {
        ++seen[move["category"]];
    }
    CHECK(seen["maybe-loss"] > 0);
    CHECK(seen["loss"] == 0);
    const json soon = ruled_lila(site, "W:WKa7,Kh8:BKa1:H1");  // in 5, within the rule
    CHECK(soon["category"] == "win");
    CHECK(soon["dtz"].is_null());
    CHECK(ruled_lila(site, "W:WKa7,Kh8:BKa1:H6")["category"] == "cursed-win");
    const web::Reply mainline = get(site, "/dameo/mainline", {{"fen", "W:WKd1,Ka3:BKa1"}});
    CHECK(mainline.status == 404);
    CHECK(json_of(mainline)["error"] ==
          json{{"code", "missing_table"}, {"message", "there are no tables of KKvK for this draw rule here"}});
    CHECK(header(get(site, "/dameo", {{"fen", "W:WKd1,Ka3:BKa1"}}), "Cache-Control").find("no-cache") == 0);
}

TEST_CASE("/dameo without .dtz files ignores the counter", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const std::string path : {"/dameo", "/dameo/mainline"}) {
        const std::string body = get(site, path, {{"fen", "W:WKa7,Kh8:BKa1:H48"}}).body;
        CHECK(body == get(site, path, {{"fen", "W:WKa7,Kh8:BKa1"}}).body);
        CHECK(body.find("conversion") == std::string::npos);
        CHECK(body.find("\"dtz\":null") != std::string::npos);
    }
}

TEST_CASE("/dameo/mainline ends the game before the counter does", "[serve]") {
    RequestHandler site{ruled_tables, command_that_makes};
    CAPTURE(sample_seed);
    Random random{sample_seed};
    const std::vector<index::Material> classes = index::build_order(3);
    int decided = 0;
    for (std::size_t i = 0; i < 90; ++i) {
        Position at = random_position(random, classes[i % classes.size()]);
        int counter = static_cast<int>(i % 8);
        const std::string fen = counted_fen(at, counter);
        CAPTURE(fen);
        const json answer = lila_answer_at(site, "/dameo/mainline", "LilaMainline", fen);
        const json line = json_of(get(site, "/api/v1/line", {{"fen", fen}, {"plies", "6"}}));
        const json& result = line["rule"]["result"];
        CHECK(answer["winner"] ==
              (result == "draw" ? json{} : json((result == "win") == (at.side_to_move == Colour::White) ? "w" : "b")));
        decided += result != "draw";
        REQUIRE(answer["mainline"].size() == line["line"].size());
        const auto check_distances = [&](const json& said) {
            const json there = ruled_lila(site, counted_fen(at, counter));
            for (const char* name : {"dtz", "precise_dtz", "dtm"}) {
                CHECK(said[name] == there[name]);
            }
        };
        check_distances(answer);
        for (std::size_t k = 0; k < line["line"].size(); ++k) {
            const json& step = answer["mainline"][k];
            CHECK(step["san"] == line["line"][k]["move"]);
            const Move move = rules::parse_move(at, step["uci"].get<std::string>());
            counter = rules::is_zeroing(at, move) ? 0 : counter + 1;
            at = rules::after(at, move);
            check_distances(step);
        }
    }
    CHECK(decided > 0);
}
