// The steps of a connection: wait, read, answer in a worker, send, and begin again.
#include "connection.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <dameotb/web/http/limits.hpp>

namespace dameotb::web {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

/// Returns the status for a request that could not be read, or 0 to send nothing because the client has gone.
/// `has_line`: the request's first line could be read.
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

/// Returns whether the request has a body.
bool has_body(const HttpRequest& request) {
    return request.count(http::field::content_length) > 0 || request.count(http::field::transfer_encoding) > 0;
}

}  // namespace

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
    error_code ignored;
    deadline_.cancel(ignored);
    socket_.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
}

void Connection::limit(std::chrono::milliseconds time) {
    is_late_ = false;
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this()](const error_code& error) {
        // If the deadline was set anew meanwhile, it is not over.
        if (!error && self->deadline_.expiry() <= Clock::now()) {
            self->is_late_ = true;
            error_code ignored;
            self->socket_.cancel(ignored);
        }
    });
}

void Connection::serve() {
    waiting_since_ = Clock::now();
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
    if (!has_one_host(request)) {
        refuse(400);
    } else if (!has_body(request)) {
        answer_request();
    } else if (service_.options.reads_body(request_of(request))) {
        read_body();
    } else {
        is_last_ = true;  // the bytes after a body that is not read may be no request
        answer_request();
    }
}

void Connection::read_body() {
    const auto length = parser_->content_length();
    if (!length && !parser_->chunked()) {
        refuse(400);  // nothing tells where the body ends
        return;
    }
    if (length && *length > most_body_bytes) {
        refuse(413);
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
        asker_ = asker;
        make_answer(request_of(request));
    }
}

void Connection::make_answer(Request request) {
    waiting_since_.reset();
    error_code ignored;
    deadline_.cancel(ignored);
    auto work = [self = shared_from_this(), request = std::move(request),
                 guard = asio::make_work_guard(service_.io)]() mutable {
        Service& service = self->service_;
        std::optional<Reply> reply;
        try {
            reply = service.options.answer(request);
        } catch (const std::exception&) {
            reply = service.options.unreadable(500);
        }
        // `self` is moved, so that the connection is never destroyed in this thread.
        asio::post(service.io, [self = std::move(self), reply = std::move(*reply)]() mutable {
            self->asker_.reset();
            self->send(std::move(reply));
        });
    };
    asio::post(service_.workers, std::move(work));
}

void Connection::refuse(int status) {
    is_last_ = true;
    is_head_only_ = false;
    send(service_.options.unreadable(status));
}

void Connection::send(Reply&& reply) {
    waiting_since_.reset();
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
    } else if (!asker_) {
        limit(drain_time);
    }
}

}  // namespace dameotb::web
