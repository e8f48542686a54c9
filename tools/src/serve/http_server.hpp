// HTTP around a function from requests to replies. Only this, connection.* and http_message.* know the HTTP library.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "serve/message.hpp"

namespace dameotb::tools::serve {

class HttpServer {
public:
    struct Options {
        /// Called from many threads at a time.
        std::function<Reply(const Request&)> answer;
        /// What is said of a request that cannot be read (a status of 400 or more), of one client's too many (429), or
        /// (500) of one that there is no memory to answer.
        std::function<Reply(int status)> unreadable;
        /// The header in which the proxy in front says for whom it asks; empty: clients ask on their own.
        std::string client_header{};
    };

    explicit HttpServer(Options options);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// Takes the port; 0: any free one. Returns the port. Throws UserError that says why it cannot be had.
    int bind(const std::string& host, int port);
    /// Serves until `stop` is called. Requires: bound. Once only.
    void run();
    /// Ends `run` soon: replies under way are finished, connections without a request are closed. From any thread.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::tools::serve
