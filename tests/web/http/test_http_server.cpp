// Tests HTTP without tables: which clients the bounds count, and what happens when a bound is reached.
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

#include <dameotb/web/http/http_server.hpp>
#include <dameotb/web/limits.hpp>

#include "catch.hpp"
#include "client.hpp"
#include "http/http_message.hpp"

using namespace dameotb::tests;
using namespace dameotb::web;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// More than what the system takes of an answer that nobody reads.
constexpr std::size_t large_bytes = std::size_t{15} << 20;
/// What Client::receive may have taken of it, together with the head.
constexpr std::size_t most_received_head = std::size_t{1} << 20;

/// A server in this process that does not answer /held and, in a turn, /long until the test allows it.
class HeldServer {
public:
    explicit HeldServer(const std::string& client_header = "")
        : server_{{.answer = [this](const Request& request, Work work) { return answer(request, work); },
                   .reads_body = [](const Request& head) { return head.path == "/body"; },
                   .unreadable =
                       [](int status) {
                           return Reply{status, "text/plain", "unreadable", {}};
                       },
                   .client_header = client_header}},
          port_{server_.bind("127.0.0.1", 0)},
          thread_{[this] { server_.run(); }} {}
    ~HeldServer() {
        let_go();
        stop();
    }
    HeldServer(const HeldServer&) = delete;
    HeldServer& operator=(const HeldServer&) = delete;

    [[nodiscard]] int port() const { return port_; }
    void stop() {
        server_.stop();
        if (thread_.joinable()) {
            thread_.join();
        }
    }
    /// Waits until answering the path in a turn has begun, or has been given up. Returns false after 5 seconds.
    bool has_begun(const std::string& path) { return comes(begun_, path); }
    /// Waits likewise for any path. Returns it, or nothing after 5 seconds. Requires: one has begun at most.
    std::string first_begun() {
        std::unique_lock lock{mutex_};
        changed_.wait_for(lock, std::chrono::seconds{5}, [&] { return !begun_.empty(); });
        return begun_.empty() ? "" : *begun_.begin();
    }
    bool is_given_up(const std::string& path) { return comes(given_up_, path); }
    void let_go() {
        const std::lock_guard lock{mutex_};
        is_held_ = false;
        changed_.notify_all();
    }

private:
    bool comes(const std::set<std::string>& paths, const std::string& path) {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, std::chrono::seconds{5}, [&] { return paths.contains(path); });
    }

    /// Works until the test lets go, or nobody waits for the answer.
    void work_long(const std::string& path, Work& work) {
        std::unique_lock lock{mutex_};
        begun_.insert(path);
        changed_.notify_all();
        try {
            while (is_held_) {
                changed_.wait_for(lock, std::chrono::milliseconds{10});
                work.budget().look();
            }
        } catch (const dameotb::probe::OutOfBudget&) {
            given_up_.insert(path);
            changed_.notify_all();
            throw;
        }
    }

    Reply answer(const Request& request, Work& work) {
        if (request.path == "/large") {
            return {200, "text/plain", std::string(large_bytes, 'x'), {}};
        }
        if (request.path.starts_with("/long")) {
            if (work.share() == Work::Share::AtOnce) {
                throw NeedsTurn{};
            }
            work_long(request.path, work);
        }
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return !is_held_ || request.path != "/held"; });
        if (request.path == "/throw") {
            throw std::bad_alloc{};
        }
        std::string all = request.method + ' ' + request.path;
        for (const auto& [name, value] : request.query) {
            all += " [" + name + "=" + value + "]";
        }
        if (!request.body.empty()) {
            all += " (" + request.content_type + ": " + request.body + ")";
        }
        return {200, "text/plain", all, {}};
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_held_ = true;
    std::set<std::string> begun_;
    std::set<std::string> given_up_;
    HttpServer server_;
    int port_;
    std::thread thread_;
};

std::string get(const std::string& target, const std::string& more = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
}

/// Returns once the server has read what was sent before: it is asked by another client, and one thread reads for all.
void wait_until_read(const HeldServer& server) {
    REQUIRE_THAT(talk(server.port(), get("/"), "127.0.0.9"), StartsWith("HTTP/1.1 200 "));
}

}  // namespace

TEST_CASE("a client whose requests are all being answered is told to come later", "[serve]") {
    HeldServer server;
    std::vector<std::unique_ptr<Client>> busy;
    for (std::size_t i = 0; i < most_of_a_client; ++i) {
        busy.push_back(std::make_unique<Client>(server.port()));
        busy.back()->send(get("/held"));
    }
    wait_until_read(server);  // a connection that has not been read would make room
    CHECK_THAT(talk(server.port(), get("/")), StartsWith("HTTP/1.1 429 ") && Contains("\r\nConnection: close\r\n"));
    // Another client's connection is accepted. Its answer waits for one of the threads.
    const Client other{server.port(), "127.0.0.2"};
    other.send(get("/"));
    server.let_go();
    CHECK_THAT(other.receive("GET /"), StartsWith("HTTP/1.1 200 "));
    for (const auto& client : busy) {
        CHECK_THAT(client->receive("/held"), StartsWith("HTTP/1.1 200 "));
    }
    CHECK_THAT(talk(server.port(), get("/")), StartsWith("HTTP/1.1 200 "));
}

TEST_CASE("behind a proxy the requests of each of its clients are counted", "[serve]") {
    HeldServer server{"X-Forwarded-For"};
    const auto from = [](const std::string& client) { return "X-Forwarded-For: 6.6.6.6, " + client + "\r\n"; };
    std::vector<std::unique_ptr<Client>> busy;
    for (std::size_t i = 0; i < most_of_a_client; ++i) {
        busy.push_back(std::make_unique<Client>(server.port()));
        busy.back()->send(get("/held", from("192.0.2.1")));
    }
    wait_until_read(server);
    const Client same{server.port()};
    same.send(get("/", from("192.0.2.1")));
    CHECK_THAT(same.receive("unreadable"), StartsWith("HTTP/1.1 429 ") && !Contains("Connection: close"));
    const Client other{server.port()};
    other.send(get("/", from("192.0.2.2")));
    server.let_go();
    CHECK_THAT(other.receive("GET /"), StartsWith("HTTP/1.1 200 "));
    CHECK_THAT(busy.front()->receive("GET /held"), StartsWith("HTTP/1.1 200 "));  // which makes room for one
    same.send(get("/", from("192.0.2.1")));
    CHECK_THAT(same.receive("GET /"), Contains("HTTP/1.1 200 "));
}

TEST_CASE("a client whose answers take long waits for itself, and others do not", "[serve]") {
    HeldServer server;
    std::vector<std::unique_ptr<Client>> greedy;
    const auto path_of = [](std::size_t i) { return "/long/greedy/" + std::to_string(i); };
    for (std::size_t i = 0; i < 8; ++i) {
        greedy.push_back(std::make_unique<Client>(server.port()));
        greedy.back()->send(get(path_of(i)));
    }
    const std::string first = server.first_begun();
    REQUIRE_THAT(first, StartsWith("/long/greedy/"));
    const Client other{server.port(), "127.0.0.2"};
    other.send(get("/long/other"));
    CHECK(server.has_begun("/long/other"));
    CHECK_THAT(talk(server.port(), get("/")), StartsWith("HTTP/1.1 200 "));
    // One of the eight keeps its turn until it is let go. The others have waited long enough before.
    for (std::size_t i = 0; i < greedy.size(); ++i) {
        if (path_of(i) != first) {
            CHECK_THAT(greedy[i]->receive("\r\n\r\n"), StartsWith("HTTP/1.1 503 "));
        }
    }
    server.let_go();
    for (std::size_t i = 0; i < greedy.size(); ++i) {
        if (path_of(i) == first) {
            CHECK_THAT(greedy[i]->receive("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
        }
    }
    CHECK_THAT(other.receive("/long/other"), StartsWith("HTTP/1.1 200 "));
}

TEST_CASE("an answer is given up when its client has gone, and when the server stops", "[serve]") {
    HeldServer server;
    {
        const Client gone{server.port()};
        gone.send(get("/long/gone"));
        gone.reset_at_end();
        REQUIRE(server.has_begun("/long/gone"));
    }
    CHECK(server.is_given_up("/long/gone"));
    const Client stays{server.port()};
    const Client waits{server.port()};
    stays.send(get("/long/stays"));
    REQUIRE(server.has_begun("/long/stays"));
    waits.send(get("/long/waits"));
    wait_until_read(server);
    server.stop();  // which would not return if it waited for what is held
    CHECK(server.is_given_up("/long/stays"));
    CHECK_THAT(waits.receive(), StartsWith("HTTP/1.1 503 "));
}

TEST_CASE("answers that nobody takes are held up to a bound, and others are answered", "[serve]") {
    HeldServer server;
    std::vector<std::unique_ptr<Client>> silent;
    for (int i = 0; i < 10; ++i) {
        silent.push_back(std::make_unique<Client>(server.port(), "127.0.0." + std::to_string(2 + i % 3)));
        silent.back()->send(get("/large", "Connection: close\r\n"));
        REQUIRE_THAT(silent.back()->receive("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));  // the rest is held
    }
    CHECK_THAT(talk(server.port(), get("/")), StartsWith("HTTP/1.1 200 "));
    int whole = 0;
    for (const auto& client : silent) {
        whole += client->receive().size() > large_bytes - most_received_head ? 1 : 0;
    }
    CHECK(whole <= 1);
}

TEST_CASE("an answer that fails is a 500, and the connection goes on", "[serve]") {
    HeldServer server;
    const Client client{server.port()};
    client.send(get("/throw"));
    CHECK_THAT(client.receive("unreadable"), StartsWith("HTTP/1.1 500 "));
    client.send(get("/"));
    CHECK_THAT(client.receive("GET /"), Contains("HTTP/1.1 200 "));
}

TEST_CASE("what is asked for is a path, or an address as a proxy's client sends it", "[serve]") {
    HeldServer server;
    const auto asked = [&](const std::string& line, const std::string& more = "Host: x\r\n") {
        const std::string reply = talk(server.port(), line + " HTTP/1.1\r\n" + more + "Connection: close\r\n\r\n");
        return reply.substr(0, 12) + reply.substr(reply.find("\r\n\r\n") + 4);
    };
    const std::string found = "HTTP/1.1 200GET /a b [c=d/?]";
    CHECK(asked("GET /a%20b?c=d/?") == found);
    for (const char* address : {"http://x", "HTTP://x:80", "https://[::1]:1"}) {
        CAPTURE(address);
        CHECK(asked(std::string{"GET "} + address + "/a%20b?c=d/?") == found);
        CHECK(asked(std::string{"GET "} + address) == "HTTP/1.1 200GET /");
        CHECK(asked(std::string{"GET "} + address + "?e=http://f/") == "HTTP/1.1 200GET / [e=http://f/]");
    }
    CHECK(asked("GET //x/http://y") == "HTTP/1.1 200GET //x/http://y");
    CHECK(asked("OPTIONS *") == "HTTP/1.1 200OPTIONS *");
    CHECK(asked("CONNECT x:80") == "HTTP/1.1 200CONNECT x:80");  // to be refused by its method
    for (const char* wrong : {"GET *", "GET x", "GET x:80", "GET ?c=d", "GET http:", "GET http:/x/", "GET http://",
                              "GET http:///a", "GET http://?c=d", "GET ftp://x/a", "OPTIONS **"}) {
        CAPTURE(wrong);
        CHECK(asked(wrong) == "HTTP/1.1 400unreadable");
    }
    CHECK(asked("GET http://x/", "") == "HTTP/1.1 400unreadable");  // the header is still required
    const std::string old = talk(server.port(), "GET http://x/a HTTP/1.0\r\n\r\n");
    CHECK_THAT(old, StartsWith("HTTP/1.1 200 ") && Catch::EndsWith("GET /a"));
}

TEST_CASE("bodies are read where they are part of the question, and requests follow them", "[serve]") {
    HeldServer server;
    const auto post = [](const std::string& more) { return "POST /body HTTP/1.1\r\nHost: x\r\n" + more; };
    const std::string end = "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    const Client client{server.port()};
    client.send(post("Content-Type: text/x\r\nContent-Length: 5\r\n\r\na\r\nbc") +
                post("Transfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n"));
    CHECK_THAT(client.receive("(: def)"), Contains("POST /body (text/x: a\r\nbc)"));
    // In parts, with leave asked for first.
    client.send(post("Content-Length: 4\r\nExpect: 100-Continue\r\n\r\n"));
    CHECK(client.receive("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("gh");
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    client.send("ij" + end);
    CHECK_THAT(client.receive(), Contains("POST /body (: ghij)") && Catch::EndsWith("POST /body"));
}

TEST_CASE("a body that is too long, or does not come, is refused", "[serve]") {
    HeldServer server;
    const std::string post = "POST /body HTTP/1.1\r\nHost: x\r\n";
    const auto check_refusal = [](const std::string& reply, const std::string& status) {
        CHECK_THAT(reply, StartsWith("HTTP/1.1 " + status + " ") && Contains("\r\nConnection: close\r\n"));
    };
    const Client slow{server.port()};
    slow.send(post + "Content-Length: 10\r\n\r\nabc");
    const std::string most(most_body_bytes, 'x');
    const auto sized = [&](const std::string& body) {
        return talk(server.port(), post + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    };
    const auto chunked = [&](const std::string& body) {
        const std::size_t half = body.size() / 2;
        std::string chunks;
        for (const std::string& chunk : {body.substr(0, half), body.substr(half)}) {
            std::ostringstream size;
            size << std::hex << chunk.size();
            chunks += size.str() + "\r\n" + chunk + "\r\n";
        }
        return talk(server.port(), post + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n");
    };
    for (const std::string& reply : {sized(most), chunked(most)}) {
        CHECK_THAT(reply, StartsWith("HTTP/1.1 200 ") && Contains(most));
    }
    for (const std::string& reply : {sized(most + "x"), chunked(most + "x")}) {
        check_refusal(reply, "413");
    }
    check_refusal(talk(server.port(), post + "Content-Length: 99999999999\r\n\r\n"), "413");
    check_refusal(talk(server.port(), post + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n"), "400");
    const std::string endless = talk(server.port(), post + "Transfer-Encoding: gzip\r\n\r\n" + get("/"));
    check_refusal(endless, "400");
    CHECK_THAT(endless, !Contains("GET /"));
    check_refusal(slow.receive(), "408");
}

TEST_CASE("targets are decoded", "[serve]") {
    HeldServer server;
    const auto seen = [&server](const std::string& target) {
        const std::string reply = talk(server.port(), get(target));
        return reply.substr(reply.find("\r\n\r\n") + 4);
    };
    CHECK(seen("/a%2Fb%20c?fen=W:WKa1%3aB+&x&=y&&fen=%41") == "GET /a/b c [=y] [fen=W:WKa1:B ] [fen=A] [x=]");
    CHECK(seen("/%zz%4%?%") == "GET /%zz%4% [%=]");
    CHECK(seen("/?") == "GET /");
    CHECK(seen("/%+1?a=b=c?") == "GET /%+1 [a=b=c?]");
}

TEST_CASE("a client is an IPv4 address or the network of an IPv6 address", "[serve]") {
    const auto client = [](const std::string& text) {
        return client_at(boost::asio::ip::make_address(text)).to_string();
    };
    CHECK(client("192.0.2.1") == "192.0.2.1");
    CHECK(client("::ffff:192.0.2.1") == "192.0.2.1");
    CHECK(client("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::");
    CHECK(client("2001:db8:1:2:ffff::") == "2001:db8:1:2::");
}

TEST_CASE("a proxy names its client last", "[serve]") {
    const auto client = [](const std::vector<std::string>& values) {
        HttpRequest request;
        for (const std::string& value : values) {
            request.insert("x-forwarded-for", value);
        }
        return client_in(request, "X-Forwarded-For", boost::asio::ip::make_address("127.0.0.1")).to_string();
    };
    CHECK(client({"192.0.2.1"}) == "192.0.2.1");
    CHECK(client({"192.0.2.1, 192.0.2.2"}) == "192.0.2.2");
    CHECK(client({"192.0.2.1,192.0.2.2", "2001:db8::1"}) == "2001:db8::");
    // These headers cannot be believed, so the proxy itself is counted.
    for (const std::vector<std::string>& bad : {std::vector<std::string>{}, {""}, {"192.0.2.1,"}, {"unknown"}}) {
        CHECK(client(bad) == "127.0.0.1");
    }
}
