// Tests `dameotb serve` as a program: its address, its bounds, and clients that do harm.
#include <chrono>
#include <csignal>
#include <memory>
#include <random>
#include <regex>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <dameotb/web/limits.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "client.hpp"
#include "command.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using dameotb::web::most_of_a_client;

namespace {

using Clock = std::chrono::steady_clock;

/// A server that runs as long as the object lives.
class RunningServer {
public:
    explicit RunningServer(const std::vector<std::string>& more = {}) : command_{arguments(more)} {
        const auto give_up = Clock::now() + std::chrono::seconds{20};
        while (command_.out().find("stops") == std::string::npos && Clock::now() < give_up) {
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
        const std::string out = command_.out();
        const std::string start = "http://127.0.0.1:";
        REQUIRE_THAT(out, StartsWith(start));
        port_ = std::stoi(out.substr(start.size()));
    }
    ~RunningServer() { command_.send_signal(SIGKILL); }

    [[nodiscard]] int port() const { return port_; }
    [[nodiscard]] const Command& command() const { return command_; }
    CommandResult stop(int signal) {
        command_.send_signal(signal);
        return command_.wait();
    }

private:
    static std::vector<std::string> arguments(const std::vector<std::string>& more) {
        std::vector<std::string> all{"serve", "--dir", good_tables, "--port", "0"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    Command command_;
    int port_ = 0;
};

const std::string question = "GET /api/v1/probe?fen=W:WKa7,Kh8:BKa1 HTTP/1.1\r\nHost: localhost\r\n";
const std::string answer = "\"table\":\"KKvK\",\"result\":\"win\",\"plies\":5";

bool answers(int port, const std::string& from = "127.0.0.1") {
    return talk(port, question + "\r\n", from).find(answer) != std::string::npos;
}

/// Returns the reply without the date. Two equal replies differ only in that.
std::string without_date(const std::string& reply) {
    return std::regex_replace(reply, std::regex{"\r\nDate: [^\r]*"}, "");
}

}  // namespace

TEST_CASE("the server answers over TCP, many requests on a connection", "[serve]") {
    RunningServer server;
    const Client client{server.port()};
    for (int i = 0; i < 3; ++i) {
        client.send(question + "\r\n");
        const std::string reply = client.receive("]}\n");
        CHECK_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n") && Contains(answer));
    }
    // Several requests at once, one of them in parts, and a last one that closes the connection.
    client.send(question + "\r\n" + question.substr(0, 20));
    client.send(question.substr(20) + "\r\nHEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const std::string replies = client.receive();
    CHECK(replies.find(answer) != replies.rfind(answer));
    CHECK_THAT(replies, Contains("Content-Type: text/html") && !Contains("<html"));
}

TEST_CASE("many positions are asked for in a body", "[serve]") {
    RunningServer server;
    const std::string body = R"({"fens":["W:WKa7,Kh8:BKa1","W:WKa7,Kh8:BKa1"]})";
    const auto post = [&](const std::string& length) {
        return talk(server.port(),
                    "POST /api/v1/probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    "Content-Length: " +
                        length + "\r\n\r\n" + body);
    };
    const std::string reply = post(std::to_string(body.size()));
    CHECK_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n"));
    CHECK(reply.find(answer) != reply.rfind(answer));
    CHECK_THAT(post("99999999"), StartsWith("HTTP/1.1 413 ") && Contains("longer than 131072 bytes") &&
                                     Contains("\r\nAccess-Control-Allow-Origin: *\r\n"));
}

TEST_CASE("the host of an address that is asked for counts, not the header's", "[serve]") {
    RunningServer server;
    const std::string rest = "/api/v1/probe?fen=W:WKa7,Kh8:BKa1 HTTP/1.1\r\nConnection: close\r\nHost: ";
    CHECK_THAT(talk(server.port(), "GET http://localhost:99" + rest + "elsewhere.example\r\n\r\n"),
               StartsWith("HTTP/1.1 200 OK\r\n") && Contains(answer));
    CHECK_THAT(talk(server.port(), "GET http://elsewhere.example" + rest + "localhost\r\n\r\n"),
               StartsWith("HTTP/1.1 421 ") && Contains("elsewhere.example"));
    // Links of the page lead out of the folders of the path, not of the address.
    CHECK_THAT(talk(server.port(),
                    "GET http://localhost/a/b HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n"),
               Contains("href=\"../index.html") && !Contains("href=\"../../"));
}

TEST_CASE("an unchanged answer has no body and its length", "[serve]") {
    RunningServer server;
    const std::string reply = talk(server.port(), question + "If-None-Match: *\r\n\r\n");
    CHECK_THAT(reply, StartsWith("HTTP/1.1 304") && Contains("\r\nContent-Length: ") &&
                          !Contains("\r\nContent-Length: 0\r\n") && Catch::EndsWith("\r\n\r\n"));
}

TEST_CASE("what a client asks on top is not done: parts, compression, bodies", "[serve]") {
    RunningServer server;
    const std::string plain = without_date(talk(server.port(), question + "Connection: close\r\n\r\n"));
    std::string ranges = "Range: bytes=0-";
    for (int i = 0; i < 1500; ++i) {
        ranges += ",0-";
    }
    for (const std::string& more : {std::string{"Accept-Encoding: gzip, deflate, br"}, std::string{"Range: bytes=0-9"},
                                    ranges, std::string{"Expect: 100-continue"}}) {
        CAPTURE(more.substr(0, 40));
        CHECK(without_date(talk(server.port(), question + "Connection: close\r\n" + more + "\r\n\r\n")) == plain);
    }
    // A body is not read as the next request.
    const std::string smuggled = talk(server.port(), question + "Content-Length: 9\r\n\r\n" + question + "\r\n");
    CHECK_THAT(smuggled, Contains(answer));
    CHECK(smuggled.find(answer) == smuggled.rfind(answer));
    CHECK_THAT(
        talk(server.port(), "POST /api/v1/line HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n"),
        StartsWith("HTTP/1.1 405"));
}

TEST_CASE("a request that cannot be read is refused in words, and nothing after it is read", "[serve]") {
    RunningServer server;
    const Client slow{server.port()};
    slow.send("GET /api/v1/cl");
    const auto check = [](const std::string& reply, const std::string& status, const std::string& words) {
        CAPTURE(status, reply.substr(0, 400));
        CHECK_THAT(reply, StartsWith("HTTP/1.1 " + status + " ") && Contains("\r\nConnection: close\r\n"));
        const std::size_t body = reply.find("\r\n\r\n");
        REQUIRE(body != std::string::npos);
        const auto error = nlohmann::json::parse(reply.substr(body))["error"];  // and no second reply after it
        CHECK(error["code"] == "bad_request");
        CHECK_THAT(error["message"].get<std::string>(), Contains(words));
    };
    const std::string next = question + "\r\n";
    const std::string long_query = "GET /api/v1/probe?fen=" + std::string(300000, 'W') + " HTTP/1.1\r\n\r\n";
    check(talk(server.port(), long_query + next), "414", "longer than 8192 bytes");
    check(talk(server.port(), question + "X: " + std::string(300000, 'x') + "\r\n\r\n" + next), "431", "longer than");
    check(talk(server.port(), "nonsense\r\n" + next), "400", "cannot be read");
    check(talk(server.port(), "GET / HTTP/1.1\nHost: x\n\n" + next), "400", "cannot be read");
    check(slow.receive(), "408", "within 3 seconds");
    // What follows a body is not read as a request either. The answer says that it is the last one.
    const std::string body =
        talk(server.port(), question + "Content-Length: 300000\r\n\r\n" + std::string(300000, 'b'));
    CHECK_THAT(body, Contains(answer) && Contains("\r\nConnection: close\r\n"));
}

TEST_CASE("a server without standard input, output and error goes on", "[serve]") {
    const int port = RunningServer{}.port();  // which is free again
    Command command{{"serve", "--dir", good_tables, "--port", std::to_string(port)},
                    {.closed = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}}};
    const auto has_answer = [port] {
        try {
            return answers(port);
        } catch (const std::runtime_error&) {
            return false;  // it does not listen yet
        }
    };
    const auto give_up = Clock::now() + std::chrono::seconds{20};
    while (!has_answer() && Clock::now() < give_up) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    CHECK(has_answer());
    command.send_signal(SIGTERM);
    const CommandResult result = command.wait();
    CHECK(result.status == 128 + SIGTERM);
    CHECK(result.out.empty());
    CHECK(result.err.empty());
}

TEST_CASE("SIGTERM, SIGINT and SIGHUP stop the server at once, idle and busy connections alike", "[serve]") {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        RunningServer server;
        const Client idle{server.port()};
        const Client half{server.port()};
        half.send("GET / HT");
        CHECK(answers(server.port()));
        const CommandResult result = server.stop(signal);
        CHECK(result.status == 128 + signal);
        CHECK(result.err == "dameotb: stopped\n");
        CHECK(idle.receive().empty());
        CHECK(half.receive().empty());  // a server that waits for the rest answers with 408 after 3 seconds
    }
}

TEST_CASE("a port that is taken, and an address that is not ours, are errors", "[serve]") {
    RunningServer server;
    const std::string port = std::to_string(server.port());
    const CommandResult taken = run({"serve", "--dir", good_tables, "--port", port});
    CHECK(taken.status == 1);
    CHECK(taken.err == "dameotb: port " + port +
                           " of 127.0.0.1 is taken: choose another with --port, or any free one "
                           "with --port 0\n");
    const CommandResult elsewhere = run({"serve", "--dir", good_tables, "--port", "0", "--host", "192.0.2.1"});
    CHECK(elsewhere.status == 1);
    CHECK_THAT(elsewhere.err, StartsWith("dameotb: cannot listen on port 0 of 192.0.2.1: "));
}

TEST_CASE("the address of a report is printed, and where there is none the command that makes one", "[serve]") {
    const TemporaryDirectory directory;
    const std::string site = directory / "site";
    const CommandResult none = run({"serve", "--dir", good_tables, "--report", site});
    CHECK(none.status == 1);
    CHECK(none.out.empty());
    const std::string make = "dameotb report --dir " + good_tables + " --out " + site + " --explorer /";
    CHECK(none.err == "dameotb: " + site + ": no report here (make one with: " + make + ")\n");

    REQUIRE(run({"report", "--dir", good_tables, "--out", site, "--explorer", "/", "KvK"}).status == 0);
    RunningServer server{{"--report", site}};
    const std::string address = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
    CHECK_THAT(server.command().out(), StartsWith(address + "\nexplorer: " + address +
                                                  "explorer.html\nreport:   " + address + "report/\nAPI: "));
    const std::string host = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    CHECK_THAT(talk(server.port(), "GET /report/" + host), StartsWith("HTTP/1.1 200"));
    CHECK_THAT(talk(server.port(), "GET /report" + host),
               StartsWith("HTTP/1.1 301") && Contains("\r\nLocation: report/\r\n"));
    CHECK_THAT(RunningServer{}.command().out(), !Contains("report"));
}

TEST_CASE("a slash that is written with a percent sign makes no folder that links must lead out of", "[serve]") {
    const RunningServer server;
    const std::string rest = " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n";
    const std::string one = talk(server.port(), "GET /a%2Fb?c=/d" + rest);
    CHECK_THAT(one, StartsWith("HTTP/1.1 404") && Contains("href=\"index.html") && !Contains("href=\"../"));
    CHECK_THAT(talk(server.port(), "GET /a/b%2Fc" + rest), Contains("href=\"../index.html"));
}

TEST_CASE("serve --open gives the front page's address to the desktop, and says so where there is none", "[serve]") {
    const TemporaryDirectory directory;
    const std::string program = directory / "xdg-open";
    const std::string asked = directory / "asked";
    const auto has_come = [](const auto& is_there) {
        for (const auto give_up = Clock::now() + std::chrono::seconds{20}; Clock::now() < give_up;) {
            if (is_there()) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
        return false;
    };
    const CommandOptions in_directory{.environment = {"PATH=" + directory.path().string()}};
    const std::vector<std::string> arguments{"serve", "--dir", good_tables, "--port", "0", "--open"};
    SECTION("a browser") {
        write_file(program, "#!/bin/sh\necho \"$1\" >" + asked + "\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        Command command{arguments, in_directory};
        CHECK(has_come([&] { return std::filesystem::exists(asked) && read_file(asked).ends_with('\n'); }));
        CHECK(read_file(asked) == lines_of(command.out()).front() + "\n");
        command.send_signal(SIGTERM);
        CHECK_THAT(command.wait().err, !Contains("browser"));
    }
    SECTION("none") {
        if (GENERATE(false, true)) {
            write_file(program, "#!/bin/sh\nexit 3\n");
            std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        }
        Command command{arguments, in_directory};
        CHECK(has_come([&] { return command.error_output().find('\n') != std::string::npos; }));
        const std::string address = lines_of(command.out()).front();
        CHECK(answers(std::stoi(address.substr(address.rfind(':') + 1))));
        command.send_signal(SIGTERM);
        CHECK_THAT(command.wait().err,
                   StartsWith("dameotb: no browser could be opened (xdg-open): open " + address + " yourself\n"));
    }
}

TEST_CASE("other machines are let in only when asked, and loudly", "[serve]") {
    Command command{{"serve", "--dir", good_tables, "--port", "0", "--host", "0.0.0.0"}};
    const auto give_up = Clock::now() + std::chrono::seconds{20};
    while (command.out().find("stops") == std::string::npos && Clock::now() < give_up) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    // What is printed can be opened; 0.0.0.0 is no address of anything.
    const std::string out = command.out();
    CHECK_THAT(out, StartsWith("http://localhost:") && !Contains("0.0.0.0"));
    int addresses = 0;
    const std::regex address{"http://([^/]*):([0-9]+)/\\n"};
    for (auto at = std::sregex_iterator{out.begin(), out.end(), address}; at != std::sregex_iterator{}; ++at) {
        const std::string asked = "GET / HTTP/1.1\r\nHost: " + at->str(1) + "\r\n\r\n";
        CHECK_THAT(talk(std::stoi(at->str(2)), asked), StartsWith("HTTP/1.1 200"));
        ++addresses;
    }
    CHECK(addresses > 0);
    command.send_signal(SIGTERM);
    CHECK_THAT(command.wait().err, StartsWith("dameotb: WARNING: ") && Contains("OTHER MACHINES"));
}

TEST_CASE("slow sockets of one client delay nobody, not even that client", "[serve]") {
    RunningServer server;
    dameotb::tests::Random random{dameotb::tests::sample_seed};
    std::vector<std::unique_ptr<Client>> slow;
    for (int i = 0; i < 600; ++i) {
        slow.push_back(std::make_unique<Client>(server.port()));
        slow.back()->send(question.substr(0, random() % question.size()));
    }
    CHECK(answers(server.port(), "127.0.0.2"));
    CHECK(answers(server.port()));
    CHECK(slow.back()->waits());  // it gets 3 seconds
}

TEST_CASE("of a client's connections the one that waits longest makes room, behind a proxy none does", "[serve]") {
    for (const bool has_proxy : {false, true}) {
        CAPTURE(has_proxy);
        RunningServer server{has_proxy ? std::vector<std::string>{"--client-header", "X-Forwarded-For"}
                                       : std::vector<std::string>{}};
        const Client first{server.port()};
        const Client other{server.port(), "127.0.0.2"};
        std::vector<std::unique_ptr<Client>> more;
        for (std::size_t i = 0; i < most_of_a_client; ++i) {
            more.push_back(std::make_unique<Client>(server.port()));
            more.back()->send(question + "\r\n");
            CHECK_THAT(more.back()->receive("]}\n"), Contains(answer));
        }
        first.send(question + "\r\n");
        CHECK((first.receive("]}\n").find(answer) != std::string::npos) == has_proxy);
        for (const Client* client : std::initializer_list<const Client*>{&other, more.front().get()}) {
            client->send(question + "\r\n");
            CHECK_THAT(client->receive("]}\n"), Contains(answer));
        }
    }
}

TEST_CASE("HTTP/1.1 has one Host, and it is the server's", "[serve]") {
    RunningServer server{{"--server-name", "tables.example"}};
    const auto status = [&server](const std::string& head) {
        return talk(server.port(), head + "\r\n\r\n").substr(0, 12);
    };
    CHECK(status("GET / HTTP/1.1") == "HTTP/1.1 400");
    CHECK(status("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost") == "HTTP/1.1 400");
    CHECK(status("GET / HTTP/1.1\r\nHost: evil.example") == "HTTP/1.1 421");
    CHECK(status("GET / HTTP/1.1\r\nHost:") == "HTTP/1.1 421");
    CHECK(status("GET / HTTP/1.0") == "HTTP/1.1 200");
    const std::string port = std::to_string(server.port());
    for (const std::string& host :
         {"localhost:" + port, "127.0.0.1:" + port, "[::1]:" + port, std::string{"Tables.Example"}}) {
        CAPTURE(host);
        CHECK(status("GET / HTTP/1.1\r\nHost: " + host) == "HTTP/1.1 200");
    }
}

TEST_CASE("serve --frame-ancestors can be repeated, and takes several", "[serve]") {
    const auto page = [](const std::vector<std::string>& options) {
        return talk(RunningServer{options}.port(), "GET /explorer.html HTTP/1.0\r\n\r\n");
    };
    CHECK_THAT(page({"--frame-ancestors", "https://a.example,self", "--frame-ancestors", "http://b.example:8000"}),
               Contains("; frame-ancestors https://a.example 'self' http://b.example:8000\r\n"));
    CHECK_THAT(page({}), Contains("; frame-ancestors 'none'\r\n"));
}

TEST_CASE("serve --allow-origin can be repeated, and takes several", "[serve]") {
    RunningServer server{
        {"--allow-origin", "https://a.example,https://b.example", "--allow-origin", "https://c.example"}};
    for (const auto& [origin, status] : {std::pair{"https://a.example", "200"},
                                         {"https://b.example", "200"},
                                         {"https://c.example", "200"},
                                         {"https://d.example", "403"}}) {
        INFO(origin);
        CHECK_THAT(talk(server.port(),
                        fmt::format("GET /api/v1/random?class=KKvK HTTP/1.1\r\nHost: localhost\r\nOrigin: {}\r\n"
                                    "Sec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n",
                                    origin)),
                   StartsWith(fmt::format("HTTP/1.1 {}", status)));
    }
}

TEST_CASE("every reply has a date", "[serve]") {
    RunningServer server;
    const std::regex date{
        "\r\nDate: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} 20[0-9]{2} "
        "[0-9]{2}:[0-9]{2}:[0-9]{2} GMT\r\n"};
    for (const std::string& request : {question + "\r\n", std::string{"nonsense\r\n\r\n"}}) {
        CHECK(std::regex_search(talk(server.port(), request), date));
    }
}

TEST_CASE("threads share one heap, and what was freed goes back to the system", "[serve]") {
    RunningServer server;
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 20; ++i) {
        clients.push_back(std::make_unique<Client>(server.port()));
        clients.back()->send(question + "\r\n" + question + "\r\n");
    }
    for (const auto& client : clients) {
        CHECK_THAT(client->receive("]}\n"), Contains(answer));
    }
    // The size of addresses. Each further heap would take 64 MiB of them. 8 MiB are for the stack of each thread.
    CHECK((sanitized || server.command().memory_bytes("VmSize") < (std::uint64_t{320} << 20)));
}

namespace {

/// Returns a request that is wrong in some way, or right in spite of its look.
std::string malformed_request(dameotb::tests::Random& random) {
    const auto up_to = [&random](std::size_t most) { return static_cast<std::size_t>(random() % (most + 1)); };
    const auto garbage = [&](std::size_t size) {
        std::string bytes(size, '\0');
        for (char& byte : bytes) {
            byte = static_cast<char>(random());
        }
        return bytes;
    };
    static const std::vector<std::string> targets{"/api/v1/probe?fen=%",
                                                  "/api/v1/probe?fen=%zz%u12%u0000",
                                                  "/%2e%2e/%2e%2e/etc/passwd",
                                                  "/../../../../etc/passwd",
                                                  "/..%2f..%2f..%2fetc%2fpasswd",
                                                  "//etc/passwd",
                                                  "/api/v1/stats/..%2f..%2fKvK",
                                                  "/api/v1/probe?fen=%00%00",
                                                  "/api/v1/probe?fen=W:WKa1:BKh8%0d%0aX:y",
                                                  "/%ff%fe%c0%af",
                                                  "/api/v1/probe?&&&===&fen",
                                                  "http://[::1]/",
                                                  "*",
                                                  "",
                                                  "/api/v1/probe?fen=" + std::string(20000, 'W'),
                                                  "/" + std::string(70000, '/')};
    const std::string& target = targets[up_to(targets.size() - 1)];
    switch (up_to(9)) {
        case 0:
            return garbage(up_to(300));
        case 1:
            return garbage(up_to(30)) + "\r\n\r\n";
        case 2:
            return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        case 3:
            return "GET " + target + " HTTP/9.7\r\n" + garbage(up_to(200)) + "\r\n\r\n";
        case 4:
            return question + "X: " + std::string(up_to(20000), 'x') + "\r\n\r\n";
        case 5: {
            std::string headers;
            for (std::size_t i = up_to(2000); i > 0; --i) {
                headers += "a: b\r\n";
            }
            return question + headers + "\r\n";
        }
        case 6:
            return question.substr(0, up_to(question.size()));  // then nothing more is sent
        case 7:
            return question + "Content-Length: -1\r\nTransfer-Encoding: chunked\r\n\r\n" + garbage(up_to(50));
        case 8:
            return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n" +
                   garbage(up_to(20));
        default: {
            std::string damaged = question + "\r\n";
            for (int i = 0; i < 3; ++i) {
                damaged[up_to(damaged.size() - 1)] = static_cast<char>(random());
            }
            return damaged;
        }
    }
}

}  // namespace

TEST_CASE("10,000 malformed requests leave it serving", "[serve]") {
    RunningServer server;
    CAPTURE(dameotb::tests::sample_seed);
    dameotb::tests::Random random{dameotb::tests::sample_seed};
    for (int i = 0; i < 10000; ++i) {
        const std::string request = malformed_request(random);
        const Client client{server.port()};
        client.send(request);
        // Some clients wait for the answer, some hang up at once, and some only stop sending.
        if (i % 4 == 0) {
            client.finish_sending();
            const std::string reply = client.receive();
            CAPTURE(i, request.substr(0, 200), reply.substr(0, 200));
            CHECK((reply.empty() || reply.starts_with("HTTP/1.1 ")));
            CHECK_THAT(reply, !Contains("root:"));
        }
        if (i % 1000 == 0) {
            CHECK(answers(server.port()));
        }
    }
    CHECK(answers(server.port()));
    // The most so far. What the system says of a process that has ended counts this process, too, which it began as.
    CHECK((sanitized || server.command().memory_bytes("VmHWM") < (std::uint64_t{64} << 20)));
    CHECK(server.stop(SIGTERM).status == 128 + SIGTERM);
}

TEST_CASE("a browser gets a page where nothing is, a program JSON", "[serve]") {
    const RunningServer server;
    const auto asked = [&](const std::string& headers) {
        return talk(server.port(), "GET /a/b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
    };
    CHECK_THAT(asked("Accept: text/html,*/*;q=0.8\r\n"), StartsWith("HTTP/1.1 404") &&
                                                             Contains("text/html; charset=utf-8") &&
                                                             Contains("href=\"../index.html\""));
    CHECK_THAT(asked(""), StartsWith("HTTP/1.1 404") && Contains("application/json") && Contains("not_found"));
}
