// Tests what one request may take, whatever it asks, and who waits for whom.
#include <ctime>
#include <string>
#include <vector>

#include <dameotb/web/limits.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "http/turns.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::Reply;
using web::RequestHandler;
using web::Turns;
using web::Work;

namespace {

/// White has 98,738 chains of captures: just few enough for its moves to be listed.
const std::string many_chains = "W:WKa1:BKf4,Kf7,Ke6,Kd6,Kb8,Ke1,Kg3,Kg5,Kb1,Kh7,Kh4,Kb4,Kf2,Kf8,Ka6,Kc7,Kc3,Kb2";

web::Request posted(const std::string& path, const json& body) {
    return {.method = "POST",
            .path = path,
            .query = {},
            .if_none_match = "",
            .content_type = "application/json",
            .body = body.dump()};
}

web::Request games(const std::string& pdn) {
    return posted("/api/v1/games", {{"pdn", pdn}});
}

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += text;
    }
    return all;
}

/// Requests that take long, or get much, for their size. Each took seconds, or got megabytes, before there was one
/// bound for all.
std::vector<web::Request> costly_requests() {
    const std::string game = "[FEN \"" + many_chains + "\"]\n1. a1a2";
    return {games(game + repeated(" (a1a2)", 4990)), games(repeated(game + " *\n", 800)), games(repeated("* ", 60000))};
}

double processor_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

TEST_CASE("no request takes more of a processor than a turn allows, or gets more than a megabyte", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    std::string tags;
    for (int i = 0; i < 9000; ++i) {
        tags += "[" + std::to_string(i) + " \"\"]";
    }
    CHECK(site.answer(games(tags), Work{Work::Share::Turn}).status ==
          200);  // seconds, if each name is looked for in all
    for (const web::Request& request : costly_requests()) {
        CAPTURE(request.body.substr(0, 200));
        const double begin = processor_seconds();
        CHECK_THROWS_AS(site.answer(request, Work{Work::Share::AtOnce}), web::NeedsTurn);
        const Reply reply = site.answer(request, Work{Work::Share::Turn});
        CAPTURE(reply.status, processor_seconds() - begin);
        CHECK((sanitized || processor_seconds() - begin < 0.3));
        CHECK(reply.body.size() <= web::most_answer_bytes + 100);
    }
}

TEST_CASE("an answer that takes too much says so", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto requests = costly_requests();
    const Reply late = site.answer(requests.front(), Work{Work::Share::Turn});
    CHECK(late.status == 503);
    CHECK(json_of(late)["error"]["code"] == "took_too_long");
    CHECK(header(late, "Retry-After") == "1");
    const Reply large = site.answer(requests.back());
    CHECK(large.status == 422);
    CHECK(json_of(large)["error"]["code"] == "too_long");
}

TEST_CASE("what takes more than a request may at once is refused to pages of other sites", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto status = [&site](web::Request request, const char* fetch_site) {
        request.fetch_site = fetch_site;
        return site.answer(request, Work{Work::Share::AtOnce}).status;
    };
    for (const web::Request& request : costly_requests()) {
        CHECK(status(request, "cross-site") == 403);
        CHECK_THROWS_AS(status(request, "same-origin"), web::NeedsTurn);
    }
    CHECK(status(games("1. c3-c4"), "cross-site") == 200);
    CHECK(status(posted("/api/v1/probe", {{"fens", {"W:WKa7,Kh8:BKa1"}}}), "cross-site") == 200);
}

TEST_CASE("a budget counts processor time, and ends when nobody waits", "[serve]") {
    probe::WorkBudget none{std::chrono::nanoseconds{0}};
    CHECK_THROWS_AS(none.look(), probe::OutOfBudget);
    const auto count_a_few = [](probe::WorkBudget& budget) {
        for (int i = 0; i < 16; ++i) {
            budget.count();
        }
    };
    CHECK_THROWS_AS(count_a_few(none), probe::OutOfBudget);
    bool is_given_up = false;
    probe::WorkBudget hour{std::chrono::hours{1}, [&] { return is_given_up; }};
    count_a_few(hour);
    is_given_up = true;
    CHECK_THROWS_AS(count_a_few(hour), probe::OutOfBudget);
}

TEST_CASE("a probe within a budget is the probe without, or none", "[serve]") {
    const probe::Tablebase tables{good_tables};
    const auto position = rules::parse_position("W:WKa7,Kh8:BKa1");
    probe::WorkBudget hour{std::chrono::hours{1}};
    CHECK(tables.probe_dtm(position, &hour) == tables.probe_dtm(position));
    CHECK(tables.best_line({{position}}, &hour) == tables.best_line({{position}}));
    CHECK(tables.known_moves({{position}}, &hour).size() == tables.known_moves({{position}}).size());
    probe::WorkBudget none{std::chrono::nanoseconds{0}};
    CHECK_THROWS_AS(tables.known_moves({{position}}, &none), probe::OutOfBudget);
    CHECK_THROWS_AS(tables.best_line({{position}}, &none), probe::OutOfBudget);
    const std::vector<Position> many(100, position);
    std::vector<probe::Answer<Value>> answers(many.size(), Value{});
    CHECK_THROWS_AS(tables.probe_dtm(many, answers, &none), probe::OutOfBudget);
}

TEST_CASE("a turn goes to the client that has the fewest, or has waited longest since its last", "[serve]") {
    Turns turns{2, 1};
    const auto client = [](const char* address) { return boost::asio::ip::make_address(address); };
    const auto greedy = client("192.0.2.1");
    const auto other = client("192.0.2.2");
    const auto third = client("192.0.2.3");
    std::string begun;
    std::vector<int> who(6);
    const auto ask = [&](const auto& address, int i) {
        turns.ask(address, &who[static_cast<std::size_t>(i)], [&begun, i] { begun += static_cast<char>('0' + i); });
    };
    ask(greedy, 0);
    ask(greedy, 1);
    ask(greedy, 2);
    ask(other, 3);
    CHECK(begun == "03");
    ask(third, 4);
    ask(third, 5);
    turns.end(greedy);  // the greedy one asked before the third, but has had a turn
    CHECK(begun == "034");
    CHECK(turns.withdraw(&who[5]));
    CHECK(!turns.withdraw(&who[4]));
    turns.end(other);
    CHECK(begun == "0341");
    turns.end(third);
    CHECK(begun == "0341");
    turns.end(greedy);
    CHECK(begun == "03412");
    turns.end(greedy);
    ask(greedy, 0);
    CHECK(begun == "034120");
}
