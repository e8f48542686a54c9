// Tests everything except positions: classes, statistics, files, methods, headers, damage.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <thread>

#include <sys/resource.h>

#include <dameotb/web/http/frame_ancestors.hpp>
#include <dameotb/web/resources.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "command.hpp"
#include "crafted_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using nlohmann::json;
using web::Reply;
using web::RequestHandler;

TEST_CASE("classes are listed with the sizes of their files", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json classes = json_of(get(site, "/api/v1/classes"))["classes"];
    REQUIRE(classes.size() == 8);
    CHECK(classes.front()["class"] == "KvK");
    for (const json& entry : classes) {
        CAPTURE(entry.dump());
        const std::string file = good_tables + "/" + entry["class"].get<std::string>();
        CHECK(entry["wdl_bytes"] == std::filesystem::file_size(file + ".wdl"));
        CHECK(entry["dtm_bytes"] == std::filesystem::file_size(file + ".dtm"));
    }
    const auto found = std::ranges::find(classes, json{"KKvK"}[0], [](const json& entry) { return entry["class"]; });
    REQUIRE(found != classes.end());
    CHECK((*found)["positions"] == 31444);
}

TEST_CASE("the list of classes comes from headers, and files that are none are named", "[serve]") {
    const TemporaryDirectory directory;
    for (const char* name : {"KvK.wdl", "KvK.dtm", "KvM.dtm"}) {
        std::filesystem::copy_file(good_tables + "/" + name, directory / name);
    }
    for (const char* name : {"KvM.wdl", "KKKvKKK.dtm", "KKKKKKKvK.dtm"}) {
        write_file(directory / name, "");
    }
    write_zeros(directory / "KKKvKKK.wdl", right_header("KKKvKKK", table::Metric::Wdl, 1U << 17));
    write_zeros(directory / "KKMvKMM.wdl", right_header("KKMvKMM", table::Metric::Wdl, 1U << 16));
    RequestHandler site{directory.path(), command_that_makes};
    const json reply = json_of(get(site, "/api/v1/classes"));
    std::vector<std::string> classes;
    for (const json& entry : reply["classes"]) {
        classes.push_back(entry["class"].get<std::string>() + " " + entry["positions"].dump() + " " +
                          entry["wdl_bytes"].dump() + " " + entry["dtm_bytes"].dump());
    }
    const auto size = [&](const char* name) { return std::to_string(std::filesystem::file_size(directory / name)); };
    const std::uint64_t large = 2 * index::class_size(index::Material::parse("KKMvKMM").value());
    CHECK(classes == std::vector<std::string>{
                         "KvK 518 " + size("KvK.wdl") + " " + size("KvK.dtm"), "KvM 3528 null " + size("KvM.dtm"),
                         "KKMvKMM " + std::to_string(large) + " " + size("KKMvKMM.wdl") + " null"});
    CHECK(reply["bad_files"] == json::parse(R"([
        {"file": "KvM.wdl", "reason": "too short to be a table"},
        {"file": "KKKvKKK.wdl", "reason": "impossible number of positions in a block"},
        {"file": "KKKvKKK.dtm", "reason": "too short to be a table"}])"));
    RequestHandler good{good_tables, command_that_makes};
    CHECK(json_of(get(good, "/api/v1/classes"))["bad_files"].empty());
}

TEST_CASE("statistics are counted once, with positions that are as long as they say", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const json stats = json_of(get(site, "/api/v1/stats/KKvK"));
    const json& white = stats["sides"][0];
    CHECK(white["placements"] == 124992);
    CHECK(white["draws"] == 160);
    const json one_king = json_of(get(site, "/api/v1/stats/KvK"))["sides"][0];  // it wins what is left hanging, no more
    CHECK(one_king["wins"] == 672);
    CHECK(one_king["quiet"] == json{{"placements", 3360}, {"wins", 0}, {"draws", 3360}, {"losses", 0}});
    CHECK(white["longest_win"]["plies"] == 13);
    CHECK(white["longest_loss"].is_null());
    CHECK(json_of(ask(site, white["longest_win"]["fen"]))["plies"] == 13);
    const json& loss = stats["sides"][1]["longest_loss"];
    CHECK(json_of(ask(site, loss["fen"]))["plies"] == loss["plies"]);
    CHECK(stats["zugzwangs"] == json{{"placements", 0}, {"mutual", 0}});
    CHECK(json_of(get(site, "/api/v1/stats/MMvK"))["zugzwangs"] == json{{"placements", 130}, {"mutual", 22}});
    CHECK(json_of(get(site, "/api/v1/stats/KvKK")) == stats);  // with colours swapped it is the same class
}

TEST_CASE("statistics that cannot be counted say why", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto check = [&site](const std::string& name, int status, const std::string& code) {
        CAPTURE(name);
        const Reply reply = get(site, "/api/v1/stats/" + name);
        CHECK(reply.status == status);
        CHECK(json_of(reply)["error"]["code"] == code);
    };
    check("", 400, "bad_class");
    check("../../etc/passwd", 400, "bad_class");
    check("KMvM", 404, "missing_table");
    check("KKKKvKKKK", 422, "too_many_pieces");
    CHECK(json_of(get(site, "/api/v1/stats/KMvM"))["missing_table"]["class"] == "KMvM");
}

TEST_CASE("a damaged table is an answer that names no directory", "[serve]") {
    RequestHandler site{damaged_tables, command_that_makes};
    for (const Reply& reply : {ask(site, "W:WKa1:BKh7"), get(site, "/api/v1/stats/KvK")}) {
        CHECK(reply.status == 500);
        CHECK(json_of(reply)["error"]["code"] == "damaged_table");
        CHECK_THAT(reply.body, Catch::Contains("KvK.") && !Catch::Contains(damaged_tables));
    }
}

TEST_CASE("a table that cannot be opened for want of descriptors is not damaged", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    rlimit before{};
    getrlimit(RLIMIT_NOFILE, &before);
    const rlimit none{0, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    const Reply reply = ask(site, "W:WKa1:BKh7");
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK(reply.status == 503);
    CHECK(json_of(reply)["error"] == json{{"code", "unreadable_table"}, {"message", "KvK.wdl: Too many open files"}});
    CHECK(ask(site, "W:WKa1:BKh7").status == 200);
}

TEST_CASE("many clients at once get what one gets", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const std::string expected = ask(site, "W:WKa7,Kh8:BKa1").body;
    const std::string expected_stats = get(site, "/api/v1/stats/MMvK").body;
    std::vector<std::thread> clients;
    std::atomic<int> wrong = 0;
    for (int i = 0; i < 4; ++i) {
        clients.emplace_back([&] {
            for (int n = 0; n < 50; ++n) {
                wrong += ask(site, "W:WKa7,Kh8:BKa1").body != expected ? 1 : 0;
                wrong += get(site, "/api/v1/stats/MMvK").body != expected_stats ? 1 : 0;
            }
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    CHECK(wrong == 0);
}

TEST_CASE("what is embedded is served under its exact name, and nothing else is", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const auto& resource : web::explorer_resources()) {
        if (resource.path == "/not_found.html") {
            continue;  // that is what others are answered with
        }
        CAPTURE(resource.path);
        const Reply reply = get(site, std::string{resource.path});
        CHECK(reply.status == 200);
        if (resource.path.ends_with(".html")) {  // without what a server does not have
            CHECK(reply.body.starts_with("<!DOCTYPE html>"));
            CHECK(reply.body.find("<!-- with") == std::string::npos);
        } else {
            CHECK(reply.body == resource.bytes);
        }
        CHECK(reply.content_type != "application/octet-stream");
    }
    CHECK(get(site, "/").body == get(site, "/index.html").body);
    for (const std::string path : {"", "/nothing", "//", "/./", "/../", "/../../../../etc/passwd", "/index.html/",
                                   "/page/index.html", "/INDEX.HTML", "/KvK.dtm", "/api/v1/",
                                   "/api/v1/../../etc/passwd", "/api/v2/probe", "*", "http://127.0.0.1/"}) {
        CAPTURE(path);
        const Reply reply = get(site, path);
        CHECK(reply.status == 404);
        CHECK(json_of(reply)["error"]["code"] == "not_found");
    }
    CHECK(get(site, std::string{"/index.html\0", 12}).status == 404);
    CHECK(get(site, "/not_found.html").status == 404);
}

TEST_CASE("where nothing is, browsers get a page whose links lead to something, others JSON", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto asked = [&](const std::string& path, const std::string& accept) {
        Request request{"GET", path, {}, ""};
        request.accept = accept;
        return site.answer(request);
    };
    const std::string browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (const std::string path : {"/nothing", "/explorer", "/a/", "/a/b/c", "/report/KvK.html", "/api/v2/probe"}) {
        CAPTURE(path);
        const Reply page = asked(path, browser);
        CHECK(page.status == 404);
        CHECK(page.content_type == "text/html; charset=utf-8");
        CHECK(header(page, "Vary") == "Accept");
        CHECK(header(page, "ETag").empty());
        CHECK_THAT(header(page, "Content-Security-Policy"), Catch::Contains("script-src 'self'"));
        std::set<std::string> found;
        const std::regex link{R"re( (?:href|src)="([^"#]+)")re"};
        for (std::sregex_iterator at{page.body.begin(), page.body.end(), link}, end; at != end; ++at) {
            // What a browser makes of it.
            const std::string target = (std::filesystem::path{path}.parent_path() / (*at)[1].str()).lexically_normal();
            CAPTURE(target);
            CHECK(get(site, target).status == 200);
            found.insert(std::filesystem::path{target}.filename());
        }
        for (const char* name : {"index.html", "api.html", "explorer.html", "common.css", "not_found.js"}) {
            CHECK(found.contains(name));
        }
        for (const char* accept : {"", "*/*", "application/json"}) {
            const Reply json_reply = asked(path, accept);
            CHECK(json_reply.status == 404);
            CHECK(json_reply.content_type == "application/json");
            CHECK(header(json_reply, "Vary") == "Accept");
        }
    }
    // The API answers everybody in one form.
    CHECK(asked("/api/v1/nothing", browser).content_type == "application/json");
    // Each link out of a folder is longer than the folder's part of the address.
    CHECK(asked("/1/2/3/4/5/6/7/8/", browser).content_type == "text/html; charset=utf-8");
    for (const std::string& path : {std::string{"/1/2/3/4/5/6/7/8/9/"}, std::string(4000, '/')}) {
        const Reply deep = asked(path, browser);
        CHECK(deep.status == 404);
        CHECK(deep.content_type == "application/json");
        CHECK(header(deep, "Vary") == "Accept");
    }
}

TEST_CASE("an answer that the client has is not sent again", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const Reply first = ask(site, "W:WKa7,Kh8:BKa1");
    const std::string tag = header(first, "ETag");
    REQUIRE(tag.size() == 18);
    CHECK(header(first, "Cache-Control") == "public, max-age=3600");
    const auto again = [&site](const std::string& tags) {
        return site.answer({"GET", "/api/v1/probe", {{"fen", "W:WKa7,Kh8:BKa1"}}, tags}).status;
    };
    CHECK(again(tag) == 304);
    CHECK(again("W/\"x\", " + tag) == 304);
    CHECK(again("*") == 304);
    CHECK(again("\"x\"") == 200);
    CHECK(header(ask(site, "W:WKa7,Kh7:BKa1"), "ETag") != tag);
    // An answer that depends on which tables there are must be asked for again.
    CHECK(header(ask(site, "B:Wg6:BKa1,b4"), "Cache-Control") == "no-cache");
    CHECK(header(ask(site, "nonsense"), "ETag").empty());
}

TEST_CASE("methods: GET, HEAD and OPTIONS, and POST where there is a question in the body", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const auto ask = [&site](const std::string& method) {
        return site.answer({method, "/api/v1/probe", {{"fen", "W:WKa7,Kh8:BKa1"}}, ""});
    };
    CHECK(ask("HEAD").body == ask("GET").body);
    CHECK(ask("OPTIONS").status == 200);
    CHECK(header(ask("OPTIONS"), "Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS, POST");
    CHECK(header(ask("OPTIONS"), "Access-Control-Allow-Headers") == "Content-Type, If-None-Match");
    for (const char* method : {"PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PRI", "get", ""}) {
        CAPTURE(method);
        CHECK(ask(method).status == 405);
        CHECK(header(ask(method), "Allow") == "GET, HEAD, OPTIONS, POST");
    }
    const Reply post = site.answer({"POST", "/api/v1/line", {{"fen", "W:WKa7,Kh8:BKa1"}}, ""});
    CHECK(post.status == 405);
    CHECK(header(post, "Allow") == "GET, HEAD, OPTIONS");
}

TEST_CASE("every reply says what browsers may do with it", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    for (const Reply& reply :
         {get(site, "/"), get(site, "/nothing"), get(site, "/api/v1/classes"), ask(site, "nonsense"),
          RequestHandler::unreadable(400), site.answer({"POST", "/", {}, ""})}) {
        CHECK(header(reply, "X-Content-Type-Options") == "nosniff");
        CHECK(header(reply, "Referrer-Policy") == "no-referrer");
        const std::string policy = header(reply, "Content-Security-Policy");
        CHECK_THAT(policy, Catch::StartsWith("default-src 'none'") && Catch::Contains("frame-ancestors 'none'") &&
                               !Catch::Contains("unsafe"));
    }
    // Programs of other sites may ask the API and read its errors, but may not read the pages.
    CHECK(header(get(site, "/api/v1/classes"), "Access-Control-Allow-Origin") == "*");
    CHECK(header(ask(site, "nonsense"), "Access-Control-Allow-Origin") == "*");
    CHECK(header(get(site, "/dameo", {{"fen", "W:WKa1:BKh7"}}), "Access-Control-Allow-Origin") == "*");
    CHECK(header(post(site, "{}"), "Access-Control-Allow-Origin") == "*");
    CHECK(header(get(site, "/"), "Access-Control-Allow-Origin").empty());
}

TEST_CASE("a browser gets what it searches for proofs with: the package, and the tables of few pieces", "[serve]") {
    RequestHandler site{good_tables, command_that_makes};
    const bool has_package = !web::package_resources().empty();
    CHECK((get(site, "/explorer.html").body.find("<meta name=\"tables\" content=\"tables/\">") != std::string::npos) ==
          has_package);
    CHECK(get(site, "/tables/tables.json").status == (has_package ? 200 : 404));
    for (const char* path : {"/tables/", "/tables/KKvK.stats", "/tables/../KKvK.wdl", "/tables//KKvK.wdl"}) {
        CHECK(get(site, path).status == 404);
    }
    if (!has_package) {
        return;
    }
    CHECK(get(site, "/dameotb/dameotb-prove.wasm").content_type == "application/wasm");
    CHECK(get(site, "/dameotb/dameotb.js").content_type == "text/javascript; charset=utf-8");
    CHECK_THAT(header(get(site, "/prove_worker.js"), "Content-Security-Policy"), Catch::Contains("'wasm-unsafe-eval'"));
    const auto tables_of = [](RequestHandler& handler) {
        std::map<std::string, std::string> tables;
        const json list = json_of(get(handler, "/tables/tables.json"));
        for (const json& file : list["files"]) {
            const std::string name = file["name"];
            const std::string bytes = get(handler, "/tables/" + name).body;
            CHECK(bytes.size() == file["bytes"]);
            tables[name] = bytes;
        }
        return tables;
    };
    std::map<std::string, std::string> expected;
    for (const auto& entry : std::filesystem::directory_iterator{good_tables}) {
        const std::string ending = entry.path().extension();
        if (ending == ".wdl" || ending == ".dtm") {
            std::ifstream file{entry.path(), std::ios::binary};
            expected[entry.path().filename()] = {std::istreambuf_iterator<char>{file}, {}};
        }
    }
    CHECK(tables_of(site) == expected);
    CHECK(expected.size() > 10);
    RequestHandler small{good_tables, command_that_makes, web::ServerNames{}, {.most_pieces = 2}};
    std::erase_if(expected, [](const auto& file) { return file.first.size() > std::string_view{"KvK.wdl"}.size(); });
    CHECK(tables_of(small) == expected);
}

TEST_CASE("pages may be framed by those whom the server names, and data by nobody", "[serve]") {
    using web::is_frame_ancestor;
    const auto policy = [](const std::vector<std::string>& framed_by, const std::string& path) {
        RequestHandler site{good_tables, command_that_makes, web::ServerNames{}, {.framed_by = framed_by}};
        return header(get(site, path), "Content-Security-Policy");
    };
    const std::vector<std::string> two{"https://club.example:8443", "self"};
    for (const char* page : {"/", "/explorer.html", "/rules.html"}) {
        CAPTURE(page);
        CHECK_THAT(policy({}, page), Catch::EndsWith("; frame-ancestors 'none'"));
        CHECK_THAT(policy(two, page), Catch::StartsWith("default-src 'none'; script-src 'self'; ") &&
                                          Catch::EndsWith("; frame-ancestors https://club.example:8443 'self'"));
        CHECK_THAT(policy({"*"}, page), Catch::EndsWith("; frame-ancestors *"));
    }
    for (const char* data : {"/api/v1/classes", "/explorer.css", "/nothing"}) {
        CAPTURE(data);
        CHECK_THAT(policy(two, data), Catch::EndsWith("; frame-ancestors 'none'"));
    }
    for (const char* good : {"*", "self", "'self'", "https://a", "http://127.0.0.1:8080", "https://*.club.example",
                             "HTTPS://Club-1.example:65535", "app.x+y-z://host"}) {
        CAPTURE(good);
        CHECK(is_frame_ancestor(good));
    }
    for (const char* bad : {"",
                            "club.example",
                            "https://",
                            "https://club.example/",
                            "https://club.example/page",
                            "https://a:",
                            "https://a:0",
                            "https://a:65536",
                            "https://a:8o",
                            "https://a:80:80",
                            "https://a b",
                            "https://a;script-src *",
                            "https://a, b",
                            "https://a\r\nX: y",
                            "'none'",
                            "none",
                            "'self",
                            "**",
                            "https://*",
                            "https://*.",
                            "https://.a",
                            "https://a.",
                            "https://a..b",
                            "https://u@a",
                            "1http://a",
                            "://a",
                            "https:a",
                            "https://[::1]",
                            "https://a?b",
                            "https://a#b"}) {
        CAPTURE(bad);
        CHECK_FALSE(is_frame_ancestor(bad));
        CHECK_FALSE(web::is_origin(bad));
    }
}

TEST_CASE("an origin is as browsers send it", "[serve]") {
    for (const char* sent : {"https://club.example", "http://club.example:443", "https://club.example:80",
                             "https://club.example:1443", "http://127.0.0.1:8080"}) {
        CAPTURE(sent);
        CHECK(web::is_origin(sent));
    }
    for (const char* never_sent : {"*", "self", "https://*.club.example", "https://Club.example", "HTTPS://club.example",
                                   "https://club.example:443", "http://club.example:80", "https://club.example:0443"}) {
        CAPTURE(never_sent);
        CHECK_FALSE(web::is_origin(never_sent));
    }
}

TEST_CASE("a report is served below /report/, and pages lead to its claims", "[serve]") {
    const TemporaryDirectory directory;
    write_file(directory / "index.html", "<p>all</p>");
    write_file(directory / "report.js", "1;");
    write_file(directory / "notes", "not for others");
    const auto leads_to_claims = [](RequestHandler& site) {
        return get(site, "/").body.find("\n    <a href=\"report/claims.html\"") != std::string::npos;
    };
    {
        RequestHandler site{good_tables, command_that_makes, web::ServerNames{}, {.report = directory.path()}};
        CHECK(get(site, "/report/").body == "<p>all</p>");
        CHECK(get(site, "/report/index.html").content_type == "text/html; charset=utf-8");
        CHECK(get(site, "/report/report.js").body == "1;");
        const Reply without_slash = get(site, "/report");
        CHECK(without_slash.status == 301);
        CHECK(header(without_slash, "Location") == "report/");
        CHECK(site.answer({"HEAD", "/report", {}, ""}).status == 301);
        CHECK(get(site, "/report/notes").status == 404);
        CHECK(get(site, "/report/../index.html").status == 404);
        CHECK_FALSE(leads_to_claims(site));
    }
    write_file(directory / "claims.html", "<p>claims</p>");
    RequestHandler site{good_tables, command_that_makes, web::ServerNames{}, {.report = directory.path()}};
    CHECK(leads_to_claims(site));
    CHECK(get(site, "/rules.html").body.find("<!-- with ") == std::string::npos);
    CHECK_THROWS_WITH(
        (RequestHandler{good_tables, command_that_makes, web::ServerNames{}, {.report = directory / "none"}}),
        (directory / "none").string() + ": no report here");
    CHECK_THROWS_AS(
        (RequestHandler{good_tables, command_that_makes, web::ServerNames{}, {.report = directory / "none"}}),
        web::NoReportError);
    RequestHandler without{good_tables, command_that_makes};
    CHECK(get(without, "/report").status == 404);
}
