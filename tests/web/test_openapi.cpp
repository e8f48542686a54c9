// Compares docs/openapi.json with the server's answers: every path and status in it, and every field of the answers.
#include <algorithm>
#include <functional>
#include <regex>
#include <set>

#include <dameotb/web/limits.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "schema.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::Reply;
using web::Request;
using web::RequestHandler;

namespace {

struct Example {
    std::string described_path;
    Request request;
    std::string tables = good_tables;

    /// Returns the name of the operation in the description.
    [[nodiscard]] std::string operation() const { return request.method == "POST" ? "post" : "get"; }
};

Example with_fen(const std::string& path, const std::string& fen, const std::string& tables = good_tables) {
    return {path, {"GET", path, {{"fen", fen}}, ""}, tables};
}

Example with_path(const std::string& described, const std::string& path, const std::string& tables = good_tables) {
    return {described, {"GET", path, {}, ""}, tables};
}

Example with_body(const std::string& body, const std::string& type = "application/json",
                  const std::string& tables = good_tables, const std::string& path = "/api/v1/probe") {
    Request request{"POST", path, {}, ""};
    request.content_type = type;
    request.body = body;
    return {request.path, request, tables};
}

Example with_wish(const std::multimap<std::string, std::string>& wish, const std::string& tables = good_tables) {
    return {"/api/v1/random", {"GET", "/api/v1/random", wish, ""}, tables};
}

std::vector<Example> examples() {
    std::vector<Example> all;
    for (const std::string path :
         {"/api/v1/probe", "/api/v1/line", "/api/v1/prove", "/dameo", "/dameo/mainline", "/playstrategy/dameo"}) {
        for (const char* fen :
             {"W:WKa7,Kh8:BKa1", "W:WKb1,Kd1:BKc1", "B:WKa1:B", "B:Wa1,a3,a4,b1,c6:Ba2", "B:Wg6:BKa1,b4", "W:Wg7:Bb2",
              "W:WKd1:BKf1,a2,b4,d3", "nonsense", "W:Wa1,b1,c1,d1,e1,f1,g1,h1,a2,b2,c2,d2:Bh8",
              "W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8"}) {
            all.push_back(with_fen(path, fen));
        }
        all.push_back(with_fen(path, "W:WKa1:BKh7", damaged_tables));
    }
    all.push_back(with_body(R"({"fens": ["W:WKa7,Kh8:BKa1", "B:WKa1:B", "B:Wg6:BKa1,b4", "nonsense", 1]})"));
    all.push_back(with_body(R"({"fens": ["W:WKa1:BKh7"]})", "application/json", damaged_tables));
    all.push_back(with_body("nonsense"));
    const std::string games = R"({"pdn": "[White \"A\"]\n1. c3-c4 1-0\n1. a1-h9"})";
    for (const auto& [body, type] : {std::pair{games, "application/json"}, {"{}", "application/json"}, {games, ""}}) {
        all.push_back(with_body(body, type, good_tables, "/api/v1/games"));
    }
    all.push_back(with_body(json{{"fens", std::vector<int>(1001)}}.dump()));
    all.push_back(with_body("{}", "text/plain"));
    std::string many_games;
    for (int i = 0; i < 10'000; ++i) {
        many_games += "* ";
    }
    all.push_back(with_body(json{{"pdn", many_games}}.dump(), "application/json", good_tables, "/api/v1/games"));
    for (const char* name : {"KKvK", "KvMM", "nonsense", "KMvM", "KKKKKKKvK"}) {
        all.push_back(with_wish({{"class", name}, {"seed", "1"}}));
    }
    all.push_back(with_wish({{"class", "KKvK"}, {"plies", "99"}}));
    all.push_back(with_wish({{"class", "KvK"}}, damaged_tables));
    const std::string stats = "/api/v1/stats/{class}";
    for (const char* name : {"KKvK", "KvMM", "MvM", "nonsense", "KMvM", "KKKKvKKKK"}) {
        all.push_back(with_path(stats, std::string{"/api/v1/stats/"} + name));
    }
    all.push_back(with_path(stats, "/api/v1/stats/KvK", damaged_tables));
    Example cross_site = with_path(stats, "/api/v1/stats/KvK");
    cross_site.request.fetch_site = "cross-site";
    all.push_back(cross_site);
    cross_site = with_wish({{"class", "KvK"}});
    cross_site.request.fetch_site = "cross-site";
    all.push_back(cross_site);
    for (const char* path : {"/health", "/api/v1/classes", "/api/v1/openapi.json"}) {
        Example wrong_host = with_path(path, path);
        wrong_host.request.host = "elsewhere.example";
        all.push_back(wrong_host);
    }
    all.push_back(with_path("/health", "/health"));
    all.push_back(with_path("/api/v1/classes", "/api/v1/classes"));
    all.push_back(with_path("/api/v1/classes", "/api/v1/classes", damaged_tables));
    all.push_back(with_path("/api/v1/openapi.json", "/api/v1/openapi.json"));
    return all;
}

/// Texts such as "get /health 200".
using Statuses = std::set<std::string>;

Statuses described_statuses(const json& description) {
    Statuses all;
    for (const auto& [path, operations] : description["paths"].items()) {
        for (const auto& [operation, described] : operations.items()) {
            for (const auto& [status, ignored] : described["responses"].items()) {
                all.insert(operation + " " + path + " " + status);
            }
        }
    }
    return all;
}

}  // namespace

TEST_CASE("the API's description and its answers agree", "[serve]") {
    RequestHandler good{good_tables, command_that_makes};
    RequestHandler damaged{damaged_tables, command_that_makes};
    const json description = json_of(get(good, "/api/v1/openapi.json"));
    REQUIRE(description["openapi"] == "3.1.0");
    Statuses seen;
    for (Example& example : examples()) {
        RequestHandler& site = example.tables == good_tables ? good : damaged;
        CAPTURE(example.request.path, example.request.query);
        const Reply reply = site.answer(example.request);
        const std::string status = std::to_string(reply.status);
        const json& responses = description["paths"][example.described_path][example.operation()]["responses"];
        REQUIRE(responses.contains(status));
        const json& schema = resolved(description, responses[status])["content"][reply.content_type]["schema"];
        REQUIRE(schema.is_object());
        CHECK(mismatch(description, schema, json_of(reply)) == "");
        const std::string operation = example.operation() + " " + example.described_path + " ";
        seen.insert(operation + status);
        if (const std::string tag = header(reply, "ETag"); !tag.empty()) {
            example.request.if_none_match = tag;
            seen.insert(operation + std::to_string(site.answer(example.request).status));
        }
    }
    // These statuses would take a class of 5 pieces, a crowd, or all memory, to see.
    seen.insert("get /api/v1/stats/{class} 202");
    seen.insert("post /api/v1/games 413");
    for (const std::string path : {"get /api/v1/probe", "post /api/v1/probe", "get /api/v1/line", "get /api/v1/prove",
                                   "get /dameo", "get /dameo/mainline", "get /playstrategy/dameo", "get /api/v1/random",
                                   "get /api/v1/stats/{class}", "post /api/v1/games"}) {
        seen.insert(path + " 503");
        seen.insert(path + " 403");  // to a page of another site, if the answer takes much (test_work)
    }
    CHECK(seen == described_statuses(description));
}

TEST_CASE("the description's examples and numbers are those of the server", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json description = json_of(get(site, "/api/v1/openapi.json"));
    CHECK(ask(site, description["components"]["parameters"]["Fen"]["example"]).status == 200);
    std::multimap<std::string, std::string> wish;
    for (const json& parameter : description["paths"]["/api/v1/random"]["get"]["parameters"]) {
        const json& example = parameter["example"];
        wish.emplace(parameter["name"], example.is_string() ? example.get<std::string>() : example.dump());
    }
    CHECK(get(site, "/api/v1/random", wish).status == 200);

    const json& body = description["paths"]["/api/v1/probe"]["post"]["requestBody"]["content"]["application/json"];
    CHECK(mismatch(description, body["schema"], body["example"]) == "");
    const json answers = json_of(post(site, body["example"].dump()));
    for (const json& answer : answers["positions"]) {
        CHECK(!answer.contains("error"));
    }
    for (const std::size_t count : {web::most_batch_positions, web::most_batch_positions + 1}) {
        const json many{{"fens", std::vector<std::string>(count, "W:WKa7,Kh8:BKa1")}};
        CHECK((mismatch(description, body["schema"], many) == "") == (post(site, many.dump()).status == 200));
    }
}

TEST_CASE("the schema check finds what does not fit", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json description = json_of(get(site, "/api/v1/openapi.json"));
    const json& schema = description["components"]["schemas"]["Probe"];
    const json good = json_of(ask(site, "W:WKa7,Kh8:BKa1"));
    REQUIRE(mismatch(description, schema, good) == "");
    for (const json& patch : json::parse(R"([
             {"fen": null}, {"plies": "5"}, {"plies": -1}, {"result": "won"}, {"class": "KKvKx"}, {"moves": {}},
             {"moves": [{}]}, {"more": 1}, {"missing_table": {"class": "KvK"}}])")) {
        json wrong = good;
        wrong.update(patch);
        CAPTURE(patch.dump());
        CHECK(mismatch(description, schema, wrong) != "");
    }
    json short_of_one = good;
    short_of_one.erase("must_capture");
    CHECK(mismatch(description, schema, short_of_one) != "");
}

// The rules that the recommended sets of Redocly and Spectral have for what this description uses.
TEST_CASE("the description keeps the rules of common linters", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json description = json_of(get(site, "/api/v1/openapi.json"));
    const auto says = [](const json& object, const char* name) {
        return object.contains(name) && object[name].is_string() && !object[name].get<std::string>().empty();
    };
    CHECK(says(description["info"], "description"));
    CHECK(says(description["info"]["license"], "name"));
    CHECK(says(description["info"]["license"], "identifier"));
    CHECK(!description["servers"].empty());
    CHECK(description["security"] == json::array());  // nobody has to log in
    std::set<std::string> tags;
    for (const json& tag : description["tags"]) {
        CHECK(says(tag, "description"));
        CHECK(tags.insert(tag["name"]).second);
    }
    std::set<std::string> ids;
    std::set<std::string> used_tags;
    for (const auto& [path, operations] : description["paths"].items()) {
        CHECK(path.find('?') == std::string::npos);
        CHECK((path.size() == 1 || path.back() != '/'));
        for (const auto& [method, operation] : operations.items()) {
            CAPTURE(path, method);
            CHECK(says(operation, "summary"));
            CHECK(says(operation, "description"));
            REQUIRE(says(operation, "operationId"));
            CHECK(std::regex_match(operation["operationId"].get<std::string>(), std::regex{"[A-Za-z0-9_-]+"}));
            CHECK(ids.insert(operation["operationId"]).second);
            REQUIRE(!operation["tags"].empty());
            used_tags.insert(operation["tags"].begin(), operation["tags"].end());
            bool succeeds = false;
            bool refuses = false;
            for (const auto& [status, response] : operation["responses"].items()) {
                succeeds = succeeds || status[0] == '2';
                refuses = refuses || status[0] == '4';
                CHECK(says(resolved(description, response), "description"));
            }
            CHECK(succeeds);
            CHECK(refuses);
            std::set<std::string> in_path;
            for (const json& named : operation.value("parameters", json::array())) {
                const json& parameter = resolved(description, named);
                CAPTURE(parameter["name"]);
                CHECK(mismatch(description, parameter["schema"], parameter["example"]) == "");
                if (parameter["in"] == "path") {
                    CHECK(parameter["required"] == true);
                    in_path.insert("{" + parameter["name"].get<std::string>() + "}");
                }
            }
            for (const std::string& name : in_path) {
                CHECK(path.find(name) != std::string::npos);
            }
            CHECK(static_cast<std::size_t>(std::ranges::count(path, '{')) == in_path.size());
        }
    }
    CHECK(used_tags == tags);
    // Nothing is described that nothing refers to, and everything that is referred to is described.
    std::set<std::string> referred;
    const std::string all = description.dump();
    const std::regex reference{R"re("\$ref":"#/components/([^"]+)")re"};
    for (std::sregex_iterator at{all.begin(), all.end(), reference}, end; at != end; ++at) {
        referred.insert((*at)[1]);
    }
    std::set<std::string> described;
    for (const auto& [kind, components] : description["components"].items()) {
        for (const auto& [name, ignored] : components.items()) {
            described.insert(kind + "/" + name);
        }
    }
    CHECK(referred == described);
    // An object's required members are among its properties, and an enumeration's values have its type.
    const std::function<void(const json&)> check_schemas = [&](const json& node) {
        if (node.is_object() && node.contains("required") && node["required"].is_array()) {
            for (const json& name : node["required"]) {
                CHECK(node["properties"].contains(name.get<std::string>()));
            }
        }
        if (node.is_object() && node.contains("enum") && node["enum"].is_array()) {
            for (const json& value : node["enum"]) {
                CHECK(mismatch(description, {{"type", node["type"]}}, value) == "");
            }
        }
        if (node.is_structured()) {
            for (const json& inner : node) {
                check_schemas(inner);
            }
        }
    };
    check_schemas(description["components"]);
    check_schemas(description["paths"]);
}
