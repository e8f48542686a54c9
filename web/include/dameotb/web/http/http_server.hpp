// HTTP around a function from requests to replies. Only this file, connection.* and http_message.* know the HTTP
// library.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// A port is not available. `what()` is one line with the reason.
class BindError : public std::runtime_error {
public:
    BindError(const std::string& why, bool is_taken) : std::runtime_error{why}, is_taken_{is_taken} {}

    /// Returns whether another program uses the port.
    [[nodiscard]] bool is_taken() const { return is_taken_; }

private:
    bool is_taken_;
};

class HttpServer {
public:
    struct Options {
        /// Answers a request within its share of work. Called from many threads concurrently. Throws NeedsTurn if the
        /// share is AtOnce and not enough; it is called again when the client has a turn.
        std::function<Reply(const Request&, Work)> answer;
        /// Returns whether the body, if any, of a request with this head is read. A body that is not read, or is longer
        /// than most_body_bytes, ends the connection after the reply. Must be fast.
        std::function<bool(const Request& head)> reads_body;
        /// Returns the reply to a request that is unreadable (400 or above), one of too many by the same client (429),
        /// unanswerable for lack of memory (500), or refused because the server is busy (503).
        std::function<Reply(int status)> unreadable;
        /// The header in which a proxy names the client it asks for. Empty: there is no proxy.
        std::string client_header{};
    };

    explicit HttpServer(Options options);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// Takes the port and returns its number. Port 0 means any free port. Throws BindError.
    int bind(const std::string& host, int port);
    /// Serves until `stop` is called. Requires: `bind` has returned. May be called only once.
    void run();
    /// Ends `run` soon: completes replies in progress, and closes connections without a request. Thread-safe.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::web
