// HTTP around a function from requests to replies. The one place that knows the HTTP library.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "serve/message.hpp"

namespace dameotb::tools::serve {

// The server's bounds on connections (docs/http-api.md, "Limits"). Those of one connection: bounded_socket.hpp.
inline constexpr int worker_threads = 64;             ///< Connections that are served at a time.
inline constexpr int most_waiting_connections = 256;  ///< Accepted and waiting for a thread; others wait in the system.
inline constexpr int most_requests_a_connection = 1000;  ///< Then it is closed, so that others get a turn.

class HttpServer {
public:
    using Answerer = std::function<Reply(const Request&)>;

    /// `answer` is called from many threads at a time; `unreadable(status)` says what a request that cannot be read is
    /// answered with, or (500) one that there is no memory to answer.
    HttpServer(Answerer answer, std::function<Reply(int status)> unreadable);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// Takes the port; 0: any free one. Returns the port. Throws UserError that says why it cannot be had.
    int bind(const std::string& host, int port);
    /// Serves until `stop` is called. Requires: bound.
    void run();
    /// Ends `run` soon: replies under way are finished, connections without a request are closed. From any thread.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::tools::serve
