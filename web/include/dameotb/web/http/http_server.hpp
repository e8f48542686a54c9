// HTTP around a function from requests to replies. Only this, connection.* and http_message.* know the HTTP library.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include <dameotb/web/http/message.hpp>

namespace dameotb::web {

/// A port cannot be had. `what()` is one line that says why.
class BindError : public std::runtime_error {
public:
    BindError(const std::string& why, bool is_taken) : std::runtime_error{why}, is_taken_{is_taken} {}

    /// Returns whether another program has it.
    [[nodiscard]] bool is_taken() const { return is_taken_; }

private:
    bool is_taken_;
};

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

    /// Takes the port; 0: any free one. Returns the port. Throws BindError.
    int bind(const std::string& host, int port);
    /// Serves until `stop` is called. Requires: bound. Once only.
    void run();
    /// Ends `run` soon: replies under way are finished, connections without a request are closed. From any thread.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::web
