// Tests the names by which the server may be called, and which pages may start something costly.
#include <dameotb/web/http/server_names.hpp>

#include "asking.hpp"
#include "catch.hpp"

using namespace dameotb::tests;
using namespace dameotb::web;

namespace {

std::string refused(const ServerNames& names, const std::vector<std::string>& hosts) {
    std::string all;
    for (const std::string& host : hosts) {
        all += names.accept(host) ? "" : host + '\n';
    }
    return all;
}

std::string accepted(const ServerNames& names, const std::vector<std::string>& hosts) {
    std::string all;
    for (const std::string& host : hosts) {
        all += names.accept(host) ? host + '\n' : "";
    }
    return all;
}

const std::vector<std::string> strangers{"",
                                         ":",
                                         ":80",
                                         "evil.example",
                                         "evil.example:8080",
                                         "localhost.evil.example",
                                         "127.0.0.1.evil.example",
                                         "127.0.0.1x",
                                         "127.1",
                                         "2130706433",
                                         "localhost:80x",
                                         "localhost@evil.example",
                                         "[::1",
                                         "[::1]x",
                                         "[evil.example]",
                                         std::string{"localhost\0.evil.example", 23}};

}  // namespace

TEST_CASE("the server is called by what it listens to", "[serve]") {
    const std::vector<std::string> loopback{"localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]:8080"};
    const std::vector<std::string> elsewhere{"192.0.2.1", "192.0.2.1:80", "[2001:db8::1]"};
    for (const char* address : {"127.0.0.1", "::1", "localhost", "127.1.2.3"}) {
        CAPTURE(address);
        const ServerNames names{address};
        CHECK(refused(names, loopback).empty());
        CHECK(accepted(names, strangers).empty());
        CHECK(accepted(names, elsewhere).empty());
    }
    for (const char* address : {"0.0.0.0", "::"}) {
        CAPTURE(address);
        const ServerNames names{address};
        CHECK(refused(names, loopback).empty());
        CHECK(refused(names, elsewhere).empty());
        CHECK(accepted(names, strangers).empty());
    }
    const ServerNames one{"192.0.2.1", {"Tables.example"}};
    CHECK(refused(one, {"192.0.2.1:8080", "tables.example", "TABLES.EXAMPLE:443"}).empty());
    CHECK(accepted(one, strangers).empty());
    CHECK(accepted(one, loopback).empty());
    CHECK(accepted(one, {"192.0.2.2", "[2001:db8::1]", "tables.example.org"}).empty());
}

TEST_CASE("a name of the server is what a Host can have as its name", "[serve]") {
    for (const std::string name : {"tables.example", "Tables.Example", "my_server-2", "192.0.2.1", "2001:db8::1"}) {
        CAPTURE(name);
        CHECK(is_server_name(name));
        const std::string host = name.find(':') == std::string::npos ? name : "[" + name + "]";
        CHECK(refused(ServerNames{"127.0.0.1", {name}}, {host, host + ":443"}).empty());
    }
    for (const std::string name : {"", "tables.example:443", "https://tables.example", "tables.example/", "a b",
                                   "[2001:db8::1]", "*.example", "tables.example,other.example", "a@b"}) {
        CAPTURE(name);
        CHECK_FALSE(is_server_name(name));
    }
}

TEST_CASE("a request for another host is answered with 421 and nothing else, whatever it asks", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto status = [&site](const std::string& path, const std::string& host) {
        Request request{"GET", path, {{"fen", "W:WKa7,Kh8:BKa1"}}, ""};
        request.host = host;
        const Reply reply = site.answer(request);
        CHECK((reply.status == 200 || json_of(reply)["error"]["code"] == "wrong_host"));
        return reply.status;
    };
    for (const std::string path : {"/", "/health", "/api/v1/probe", "/api/v1/classes", "/api/v1/stats/KvK"}) {
        CAPTURE(path);
        CHECK(status(path, "evil.example:8080") == 421);
        CHECK(status(path, "localhost:8080") == 200);
    }
}

TEST_CASE("pages of other sites may ask for positions and not for statistics", "[serve]") {
    RequestHandler site{good_tables, command_that_makes, web::ServerNames{}, {.opened_to = {"https://club.example"}}};
    const auto status = [&site](const std::string& path, const std::optional<std::string>& origin,
                                const std::string& fetch_site) {
        Request request{"GET", path, {{"fen", "W:WKa7,Kh8:BKa1"}}, ""};
        request.host = "localhost:8080";
        request.origin = origin;
        request.fetch_site = fetch_site;
        return site.answer(request).status;
    };
    const std::string stats = "/api/v1/stats/KvK";
    for (const std::string path : {"/api/v1/probe", "/api/v1/line", "/api/v1/classes"}) {
        CHECK(status(path, "https://evil.example", "cross-site") == 200);
    }
    // A program, the explorer, a page that another server of this machine serves, the address bar.
    CHECK(status(stats, {}, "") == 200);
    CHECK(status(stats, {}, "same-origin") == 200);
    CHECK(status(stats, "http://localhost:3000", "same-site") == 200);
    CHECK(status(stats, {}, "none") == 200);
    // An image, a script that fetches, an old browser, a page without an origin.
    CHECK(status(stats, {}, "cross-site") == 403);
    CHECK(status(stats, "https://evil.example", "cross-site") == 403);
    CHECK(status(stats, "https://evil.example", "") == 403);
    CHECK(status(stats, "null", "") == 403);
    // A site that the server is opened to, and others whose names contain its own.
    CHECK(status(stats, "https://club.example", "cross-site") == 200);
    for (const char* other : {"http://club.example", "https://club.example:8443", "https://www.club.example",
                              "https://club.example.evil.example"}) {
        CHECK(status(stats, other, "cross-site") == 403);
    }
}
