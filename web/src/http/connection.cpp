// The steps of a connection: wait, read, wait for a turn, answer in a worker, send, and start over.
#include "connection.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

#include <sys/resource.h>
#include <sys/socket.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <dameotb/web/limits.hpp>

namespace dameotb::web {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

/// Returns the status for a request that could not be read, or 0 to send nothing because the client has gone.
/// `has_line`: the request's first line was read.
int status_of(const error_code& error, bool is_late, bool has_line) {
    if (is_late && error == asio::error::operation_aborted) {
        return 408;
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return has_line ? 431 : 414;
    }
    if (error == http::error::body_limit) {
        return 413;
    }
    const bool has_gone = error == http::error::end_of_stream || error == http::error::partial_message ||
                          error.category() != error_code{http::error::bad_method}.category();
    return has_gone ? 0 : 400;
}

bool has_body(const HttpRequest& request) {
    return request.count(http::field::content_length) > 0 || request.count(http::field::transfer_encoding) > 0;
}

/// Returns whether the other side has reset the connection. One that has closed its sending half may still wait for an
/// answer. Consumes no bytes.
bool was_reset(asio::ip::tcp::socket& socket) {
    char byte = 0;
    const ssize_t size = ::recv(socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return size < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
}

/// Lowers the priority of this answering thread below the one that serves all connections. With fewer processors than
/// threads, small requests would otherwise wait for processor time at each step.
void step_back() {
    constexpr int nicer = 5;
    thread_local const int done = setpriority(PRIO_PROCESS, 0, nicer);  // of the thread alone, on Linux
    (void)done;
}

}  // namespace

Service::Service(HttpServer::Options answers)
    : options{std::move(answers)},
      at_once{worker_threads, most_threads_of_a_client},
      long_turns{most_turns, 1},
      workers{worker_threads} {}

std::size_t Connections::of(const ClientAddress& client) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(all_, [&](const Connection* one) { return one->client() == client; }));
}

std::size_t Connections::asked_by(const ClientAddress& client) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(all_, [&](const Connection* one) { return one->asker() == client; }));
}

bool Connections::close_longest_waiting(const ClientAddress* client) {
    Connection* longest = nullptr;
    for (Connection* one : all_) {
        if (one->waiting_since() && (client == nullptr || one->client() == *client) &&
            (longest == nullptr || *one->waiting_since() < *longest->waiting_since())) {
            longest = one;
        }
    }
    if (longest != nullptr) {
        longest->close();
    }
    return longest != nullptr;
}

bool Connections::make_room(std::size_t bytes, std::size_t most) {
    for (;;) {
        std::map<ClientAddress, std::size_t> held;
        std::size_t all = 0;
        for (const Connection* one : all_) {
            held[one->client()] += one->held_bytes();
            all += one->held_bytes();
        }
        if (all + bytes <= most) {
            return true;
        }
        // A connection whose request is being answered cannot be closed: a worker has it.
        Connection* first = nullptr;
        const auto key = [&](const Connection& one) {
            return std::pair{held.at(one.client()), -one.held_since().time_since_epoch()};
        };
        for (Connection* one : all_) {
            const bool waits = one->held_bytes() > 0 && !one->asker();
            if (waits && (first == nullptr || key(*one) > key(*first))) {
                first = one;
            }
        }
        if (first == nullptr) {
            return all == 0;  // a reply larger than the limit is sent alone
        }
        first->close();
    }
}

Connection::Connection(asio::ip::tcp::socket socket, const ClientAddress& client, Service& service)
    : service_{service},
      socket_{std::move(socket)},
      client_{client},
      deadline_{service.io},
      requests_left_{most_requests_a_connection},
      buffer_{most_request_bytes} {
    service_.connections.all_.push_back(this);
}

Connection::~Connection() {
    close();
}

void Connection::close() {
    std::erase(service_.connections.all_, this);
    held_bytes_ = 0;
    error_code ignored;
    deadline_.cancel(ignored);
    socket_.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
}

void Connection::limit(std::chrono::milliseconds time) {
    is_late_ = false;
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this()](const error_code& error) {
        // The deadline may have been moved meanwhile.
        if (!error && self->deadline_.expiry() <= Clock::now()) {
            self->is_late_ = true;
            error_code ignored;
            self->socket_.cancel(ignored);
        }
    });
}

void Connection::serve() {
    waiting_since_ = Clock::now();
    held_bytes_ = 0;
    parser_.emplace();
    parser_->header_limit(most_request_bytes);
    parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // until a body is read
    if (buffer_.size() > 0) {
        read_request();
        return;
    }
    limit(idle_time);
    socket_.async_wait(asio::ip::tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
        if (error) {
            self->close();
        } else {
            self->read_request();
        }
    });
}

void Connection::read_request() {
    limit(request_time);
    http::async_read_header(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](const error_code& error, std::size_t) { self->request_read(error); });
}

void Connection::request_read(const error_code& error) {
    if (!socket_.is_open()) {
        return;
    }
    if (!error) {
        take_request();
    } else {
        give_up_reading(error);
    }
}

void Connection::give_up_reading(const error_code& error) {
    const int status = status_of(error, is_late_, !parser_->get().target().empty());
    if (status != 0) {
        refuse(status);
    } else {
        close();
    }
}

void Connection::take_request() {
    const HttpRequest& request = parser_->get();
    is_head_only_ = request.method() == http::verb::head;
    is_last_ = --requests_left_ == 0 || !request.keep_alive() || request.version() < 11;
    if (!is_well_formed(request)) {
        refuse(400);
    } else if (!has_body(request)) {
        answer_request();
    } else if (service_.options.reads_body(request_of(request))) {
        read_body();
    } else {
        is_last_ = true;  // the bytes after an unread body may be no request
        answer_request();
    }
}

void Connection::read_body() {
    const auto length = parser_->content_length();
    if (!length && !parser_->chunked()) {
        refuse(400);  // nothing says where the body ends
        return;
    }
    if (length && *length > most_body_bytes) {
        refuse(413);
        return;
    }
    if (!hold(length.value_or(most_body_bytes), most_held_bytes / 2)) {
        refuse(503);
        return;
    }
    parser_->body_limit(most_body_bytes);
    const auto read = [self = shared_from_this()] {
        http::async_read(self->socket_, self->buffer_, *self->parser_,
                         [self](const error_code& error, std::size_t) { self->body_read(error); });
    };
    const bool waits_for_leave = boost::beast::iequals(parser_->get()[http::field::expect], "100-continue");
    if (!waits_for_leave || buffer_.size() > 0) {
        read();
        return;
    }
    static constexpr std::string_view leave = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(leave),
                      [self = shared_from_this(), read](const error_code& error, std::size_t) {
                          if (error) {
                              self->body_read(error);
                          } else {
                              read();
                          }
                      });
}

void Connection::body_read(const error_code& error) {
    if (!socket_.is_open()) {
        return;
    }
    if (!error) {
        answer_request();
    } else {
        give_up_reading(error);
    }
}

void Connection::answer_request() {
    const HttpRequest& request = parser_->get();
    const std::string& header = service_.options.client_header;
    const ClientAddress asker = header.empty() ? client_ : client_in(request, header, client_);
    if (!header.empty() && service_.connections.asked_by(asker) >= most_of_a_client) {
        send(service_.options.unreadable(429));
    } else {
        waiting_since_.reset();
        error_code ignored;
        deadline_.cancel(ignored);
        asker_ = asker;
        is_given_up_ = false;
        request_ = request_of(request);
        request_.body = std::move(parser_->get().body());
        ask_turn(Work::Share::AtOnce);
    }
}

void Connection::ask_turn(Work::Share share) {
    Turns& turns = share == Work::Share::AtOnce ? service_.at_once : service_.long_turns;
    turns.ask(*asker_, this, [self = shared_from_this(), share] { self->make_answer(share); });
}

void Connection::make_answer(Work::Share share) {
    error_code ignored;
    deadline_.cancel(ignored);
    auto work = [self = shared_from_this(), share, guard = asio::make_work_guard(service_.io)]() mutable {
        step_back();
        Service& service = self->service_;
        std::optional<Reply> reply;
        try {
            reply = service.options.answer(self->request_, Work{share, [&self] { return self->is_given_up_.load(); }});
        } catch (const NeedsTurn&) {
            // There is no reply yet.
        } catch (const std::exception&) {
            reply = service.options.unreadable(500);
        }
        // Moving `self` ensures that the connection is never destroyed in this thread.
        asio::post(service.io, [self = std::move(self), share, reply = std::move(reply)]() mutable {
            self->answered(share, std::move(reply));
        });
    };
    asio::post(service_.workers, std::move(work));
}

void Connection::answered(Work::Share share, std::optional<Reply>&& reply) {
    (share == Work::Share::AtOnce ? service_.at_once : service_.long_turns).end(*asker_);
    if (!reply && !is_given_up_) {
        watch_for_reset();
        deadline_.expires_after(turn_wait);
        deadline_.async_wait([self = shared_from_this()](const error_code& error) {
            if (!error) {
                self->give_up_waiting();
            }
        });
        ask_turn(Work::Share::Turn);
        return;
    }
    finish_answer(reply ? std::move(*reply) : service_.options.unreadable(503));
}

void Connection::finish_answer(Reply&& reply) {
    asker_.reset();
    request_ = {};
    error_code ignored;
    socket_.cancel(ignored);  // ends watching
    send(std::move(reply));
}

void Connection::give_up_waiting() {
    if (service_.long_turns.withdraw(this)) {
        finish_answer(service_.options.unreadable(503));
    }
}

void Connection::watch_for_reset() {
    socket_.async_wait(asio::ip::tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
        if (!error && self->asker_ && was_reset(self->socket_)) {
            self->is_given_up_ = true;
            self->give_up_waiting();
        }
    });
}

bool Connection::hold(std::size_t bytes, std::size_t most) {
    held_bytes_ = 0;
    if (!service_.connections.make_room(bytes, most)) {
        return false;
    }
    held_bytes_ = bytes;
    held_since_ = Clock::now();
    return true;
}

void Connection::refuse(int status) {
    is_last_ = true;
    is_head_only_ = false;
    send(service_.options.unreadable(status));
}

void Connection::send(Reply&& reply) {
    waiting_since_.reset();
    if (!hold(reply.body.size(), most_held_bytes)) {
        close();
        return;
    }
    is_head_only_ = is_head_only_ || reply.status == 304;
    response_ = response_of(std::move(reply), is_last_);
    serializer_.emplace(response_);
    limit(reply_time);
    auto done = [self = shared_from_this()](const error_code& error, std::size_t) { self->sent(error); };
    if (is_head_only_) {
        http::async_write_header(socket_, *serializer_, std::move(done));
    } else {
        http::async_write(socket_, *serializer_, std::move(done));
    }
}

void Connection::sent(const error_code& error) {
    serializer_.reset();
    response_ = {};
    if (error) {
        close();
    } else if (is_last_) {
        drain();
    } else {
        serve();
    }
}

void Connection::drain() {
    waiting_since_ = Clock::now();
    error_code ignored;
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    limit(drain_time);
    discard();
}

void Connection::discard() {
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(most_request_bytes),
                            [self = shared_from_this()](const error_code& error, std::size_t) {
                                if (error) {
                                    self->close();
                                } else {
                                    self->discard();
                                }
                            });
}

void Connection::finish() {
    is_last_ = true;
    if (waiting_since_) {
        close();
    } else if (asker_) {
        is_given_up_ = true;
        give_up_waiting();
    } else {
        limit(drain_time);
    }
}

}  // namespace dameotb::web
