// One client's connection. It reads requests and sends replies without a thread waiting for them, within limits on time
// and size. A request must be complete, and a reply received, within a fixed time: a trickle of bytes does not extend
// it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>

#include <dameotb/web/http/http_server.hpp>

#include "http_message.hpp"
#include "turns.hpp"

namespace dameotb::web {

class Connection;

/// All open connections. They add and remove themselves.
class Connections {
public:
    [[nodiscard]] const std::vector<Connection*>& all() const { return all_; }
    [[nodiscard]] std::size_t of(const ClientAddress& client) const;
    /// Returns how many requests of this client are being answered.
    [[nodiscard]] std::size_t asked_by(const ClientAddress& client) const;
    /// Closes the connection that has waited longest for its client; with `client`, one of that client's connections.
    /// Returns false if none waits.
    bool close_longest_waiting(const ClientAddress* client = nullptr);
    /// Makes room for bytes that are held until a client has received or sent them, so that the total is at most
    /// `most`: closes connections of the client with the most held bytes. Returns false if that is not enough because
    /// the rest belongs to requests being answered.
    bool make_room(std::size_t bytes, std::size_t most);

private:
    friend Connection;
    std::vector<Connection*> all_;
};

/// Shared by all connections. It outlives them.
struct Service {
    explicit Service(HttpServer::Options answers);

    HttpServer::Options options;
    Connections connections;
    Turns at_once;     ///< For being answered by a thread at all.
    Turns long_turns;  ///< For answers that take more than allowed at once.
    boost::asio::io_context io{1};
    boost::asio::thread_pool workers;
};

/// Lives as long as an operation on it is pending. All members are called from the thread that runs `Service::io`;
/// other threads only make answers.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Clock = std::chrono::steady_clock;

    Connection(boost::asio::ip::tcp::socket socket, const ClientAddress& client, Service& service);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Answers requests until either side ends the connection.
    void serve();
    /// Sends the error `status` without reading a request, then closes.
    void refuse(int status);
    /// Ends soon, because the server stops: sends a finished reply, abandons an answer that takes long.
    void finish();
    void close();

    [[nodiscard]] const ClientAddress& client() const { return client_; }
    /// Returns since when the connection has waited for its client to send something or close; empty while it works.
    [[nodiscard]] const std::optional<Clock::time_point>& waiting_since() const { return waiting_since_; }
    /// Returns the client whose request is being answered; empty if there is none.
    [[nodiscard]] const std::optional<ClientAddress>& asker() const { return asker_; }
    /// Returns how many bytes of a body or an answer are held for the client.
    [[nodiscard]] std::size_t held_bytes() const { return held_bytes_; }
    /// Returns since when they have waited for the client. Requires: not asker().
    [[nodiscard]] Clock::time_point held_since() const { return held_since_; }

private:
    /// Makes the pending operation fail after `time`, with `is_late_` set.
    void limit(std::chrono::milliseconds time);
    void read_request();
    void request_read(const boost::system::error_code& error);
    void take_request();
    void read_body();
    void body_read(const boost::system::error_code& error);
    void answer_request();
    /// Answers an incomplete request with an error, or closes if the client has gone.
    void give_up_reading(const boost::system::error_code& error);
    /// Requests a turn of the kind that the share needs; a worker then answers.
    void ask_turn(Work::Share share);
    void make_answer(Work::Share share);
    /// Takes a worker's answer: nothing, if it needs more than its share.
    void answered(Work::Share share, std::optional<Reply>&& reply);
    void finish_answer(Reply&& reply);
    /// Answers with 503 if the request still waits for a turn.
    void give_up_waiting();
    /// Abandons the answer if the client resets the connection meanwhile.
    void watch_for_reset();
    /// Holds bytes of a body or an answer for the client if the total stays at most `most`; otherwise returns false.
    bool hold(std::size_t bytes, std::size_t most);
    void send(Reply&& reply);
    void sent(const boost::system::error_code& error);
    /// Stops sending, and discards what the client still sends. Closing with unread bytes would reset the connection,
    /// and the client might lose the reply that says what was wrong.
    void drain();
    void discard();

    Service& service_;
    boost::asio::ip::tcp::socket socket_;
    ClientAddress client_;
    boost::asio::steady_timer deadline_;
    bool is_late_ = false;
    std::optional<Clock::time_point> waiting_since_;
    std::optional<ClientAddress> asker_;
    Request request_;                        ///< The request being answered.
    std::atomic<bool> is_given_up_ = false;  ///< Nobody waits for the answer any longer.
    std::size_t held_bytes_ = 0;
    Clock::time_point held_since_;
    int requests_left_;
    bool is_last_ = false;       ///< The connection ends after the reply.
    bool is_head_only_ = false;  ///< The reply has no body, whatever its Content-Length says.
    boost::beast::flat_buffer buffer_;
    std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
    HttpResponse response_;
    std::optional<boost::beast::http::response_serializer<boost::beast::http::string_body>> serializer_;
};

}  // namespace dameotb::web
