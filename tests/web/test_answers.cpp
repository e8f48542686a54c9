// The table of answers under rules: what the server answers about one position, its line, and many at a time.
#include <map>
#include <memory>

#include "answer_vectors.hpp"
#include "asking.hpp"
#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

/// Calls check(vector, site, name of the parameter with the rule).
template <class Check>
void for_each_vector(const Check& check) {
    std::map<std::string, std::unique_ptr<RequestHandler>> sites;
    for (const AnswerVector& vector : answer_vectors()) {
        INFO(vector.fen_with_counter() << " under " << vector.rule << " with " << vector.tables);
        std::unique_ptr<RequestHandler>& site = sites[vector.tables];
        if (!site) {
            site =
                std::make_unique<RequestHandler>(std::string{SERVE_TABLES} + '/' + vector.tables, command_that_makes);
        }
        check(vector, *site, vector.is_of_site() ? "site" : "plies");
    }
}

json answer_at(RequestHandler& site, const AnswerVector& vector, const std::string& path, const char* parameter) {
    const web::Reply reply = get(site, path, {{"fen", vector.fen_with_counter()}, {parameter, vector.rule}});
    INFO(reply.body);
    REQUIRE(reply.status == 200);
    return json_of(reply);
}

}  // namespace

TEST_CASE("/api/v1/probe answers what the table of answers has", "[serve]") {
    for_each_vector([](const AnswerVector& vector, RequestHandler& site, const char* parameter) {
        check_answer(answer_at(site, vector, "/api/v1/probe", parameter), vector);
        const json without = json_of(ask(site, vector.fen));
        CHECK(without["result"] == vector.without.result);
        CHECK(without["plies"] == vector.without.plies);
    });
}

TEST_CASE("/api/v1/line answers what the table of answers has", "[serve]") {
    for_each_vector([](const AnswerVector& vector, RequestHandler& site, const char* parameter) {
        const json answer = answer_at(site, vector, "/api/v1/line", parameter);
        check_answer(answer, vector);
        std::vector<std::string> moves;
        for (const json& move : answer["line"]) {
            moves.push_back(move["move"]);
        }
        CHECK(moves == vector.line.value_or(std::vector<std::string>{}));
        CHECK((vector.line || !answer["rule"]["missing_dtz"].is_null() || answer["rule"]["result"].is_null()));
    });
}

TEST_CASE("POST /api/v1/probe answers what the position's own tables tell in the table of answers", "[serve]") {
    for_each_vector([](const AnswerVector& vector, RequestHandler& site, const char* parameter) {
        const json rule = vector.is_of_site() ? json(vector.rule) : json(std::stoi(vector.rule));
        const json many = json_of(post(site, json{{"fens", {vector.fen_with_counter()}}, {parameter, rule}}.dump()));
        INFO(many.dump());
        CHECK(many["positions"][0]["rule"]["result"] == vector.alone.result);
        CHECK(many["positions"][0]["rule"]["z"] == vector.alone.plies);
    });
}
