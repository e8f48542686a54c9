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

/// A port is not available. `what()` is one line that says why.
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
        /// Answers a request within the share of work that it is given. Called from many threads at a time. Throws
        /// NeedsTurn if the share is AtOnce and not enough; then it is called again when the client has a turn.
        std::function<Reply(const Request&, Work)> answer;
        /// Returns whether the body of a request with this head is read, if it has one. A body that is not read, or
        /// that is longer than most_body_bytes, ends the connection after the reply. Must be quick.
        std::function<bool(const Request& head)> reads_body;
        /// Returns the reply to a request that cannot be read (status 400 or more), to one of too many requests of one
        /// client (429), to a request that there is no memory to answer (500), or to one that is too much beside what
        /// is being answered (503).
        std::function<Reply(int status)> unreadable;
        /// The header in which the proxy in front names the client that it asks for. Empty: there is no proxy, and
        /// clients ask directly.
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
    /// Ends `run` soon: finishes replies under way, and closes connections without a request. May be called from any
    /// thread.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::web
