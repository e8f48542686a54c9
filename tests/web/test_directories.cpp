// Tests a server of several directories, and one with a cap on the pieces of tables.
#include <filesystem>

#include "asking.hpp"
#include "catch.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::RequestHandler;

namespace {

constexpr auto two_kings_fen = "W:WKa7,Kh8:BKa1";

/// Returns what does not depend on where the files of KKvK are.
std::vector<std::string> answers_of(RequestHandler& site) {
    return {ask(site, two_kings_fen).body, get(site, "/api/v1/classes").body, get(site, "/api/v1/stats/KKvK").body,
            get(site, "/api/v1/random", {{"class", "KKvK"}, {"result", "draw"}, {"seed", "1"}}).body,
            get(site, "/api/v1/line", {{"fen", two_kings_fen}}).body};
}

}  // namespace

TEST_CASE("a server of several directories answers as one of one", "[serve]") {
    const TemporaryDirectory first;
    const TemporaryDirectory second;
    for (const auto& entry : std::filesystem::directory_iterator{good_tables}) {
        const std::filesystem::path name = entry.path().filename();
        const bool one_class_per_worker = name == "KKvK.wdl" || name == "KvK.dtm";
        std::filesystem::copy_file(entry.path(), (one_class_per_worker ? second : first).path() / name);
    }
    RequestHandler alone{good_tables, command_that_makes};
    RequestHandler both{{first.path(), second.path()}, command_that_makes};
    CHECK(answers_of(both) == answers_of(alone));
    RequestHandler without{first.path(), command_that_makes};
    CHECK(answers_of(without) != answers_of(alone));
}

TEST_CASE("a server with a cap has no tables of more pieces", "[serve]") {
    RequestHandler all{good_tables, command_that_makes};
    RequestHandler two{good_tables, command_that_makes, web::ServerNames{}, {.most_pieces = 2}};
    CHECK(json_of(ask(all, two_kings_fen))["plies"] == 5);
    const json capped = json_of(ask(two, two_kings_fen));
    CHECK(capped["result"] == nullptr);
    CHECK(capped["missing_table"]["class"] == "KKvK");
    CHECK(two.api().classes().size() == 3);
    CHECK(json_of(get(two, "/api/v1/classes"))["classes"].size() == 3);
    for (const std::string path : {"/api/v1/stats/KKvK", "/api/v1/random"}) {
        const web::Reply reply = get(two, path, {{"class", "KKvK"}});
        CHECK(reply.status == 404);
        CHECK(json_of(reply)["missing_table"]["class"] == "KKvK");
    }
    CHECK(get(two, "/api/v1/stats/KvM").status == 200);
    CHECK(get(two, "/api/v1/random", {{"class", "KvM"}}).status == 200);
    // Forced captures that lead to two pieces are followed.
    const std::string capture = "B:WKa3,Kc2:BKa1";
    CHECK(ask(two, capture).body == ask(all, capture).body);
}
