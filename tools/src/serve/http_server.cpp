// httplib reads requests and writes replies; connections, threads and time are bounded here, since its own bounds are
// per read and per thread only.
#include "serve/http_server.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>
#include <httplib.h>

#include "errors.hpp"
#include "serve/bounded_socket.hpp"

namespace dameotb::tools::serve {

namespace {

/// Connections waiting for a thread. When it is full the server accepts no more until there is room.
class Workers : public httplib::TaskQueue {
public:
    explicit Workers(std::atomic<int>& waiting) : waiting_{waiting} {
        for (int i = 0; i < worker_threads; ++i) {
            threads_.emplace_back([this] { work(); });
        }
    }

    void enqueue(std::function<void()> task) override {
        std::unique_lock lock{mutex_};
        taken_.wait(lock, [this] { return tasks_.size() < most_waiting_connections; });
        tasks_.push_back(std::move(task));
        waiting_ = static_cast<int>(tasks_.size());
        added_.notify_one();
    }

    /// Every connection that was accepted has been served, and closed, when it returns.
    void shutdown() override {
        {
            const std::lock_guard lock{mutex_};
            ending_ = true;
        }
        added_.notify_all();
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

private:
    void work() {
        std::unique_lock lock{mutex_};
        for (;;) {
            added_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
            if (tasks_.empty()) {
                return;
            }
            const std::function<void()> task = std::move(tasks_.front());
            tasks_.pop_front();
            waiting_ = static_cast<int>(tasks_.size());
            taken_.notify_one();
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::atomic<int>& waiting_;
    std::mutex mutex_;
    std::condition_variable added_;
    std::condition_variable taken_;
    std::deque<std::function<void()>> tasks_;
    bool ending_ = false;
    std::vector<std::thread> threads_;
};

/// A connection as httplib reads and writes it. What it says of a request that it cannot read is not sent: it knows
/// neither why nor that nothing after such a request can be read.
class SocketStream : public httplib::Stream {
public:
    SocketStream(BoundedSocket& socket, const bool& is_request_read)
        : socket_{socket}, is_request_read_{is_request_read} {}

    using Stream::write;
    [[nodiscard]] bool is_readable() const override { return true; }
    [[nodiscard]] bool is_writable() const override { return true; }
    ssize_t read(char* out, size_t size) override { return socket_.read(out, size); }
    ssize_t write(const char* bytes, size_t size) override {
        return is_request_read_ ? socket_.write(bytes, size) : static_cast<ssize_t>(size);
    }
    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    [[nodiscard]] socket_t socket() const override { return socket_.descriptor(); }

private:
    BoundedSocket& socket_;
    const bool& is_request_read_;
};

void copy(Reply&& reply, httplib::Response& response) {
    response.status = reply.status;
    for (const auto& [name, value] : reply.headers) {
        response.set_header(name.c_str(), value);
    }
    if (reply.status == 304) {
        response.set_header("Content-Length", std::to_string(reply.body.size()));
    } else {
        response.set_content(std::move(reply.body), reply.content_type.c_str());
    }
}

std::string text_of(const Reply& reply) {
    std::string text = fmt::format("HTTP/1.1 {} \r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
                                   reply.status, reply.content_type, reply.body.size());
    for (const auto& [name, value] : reply.headers) {
        text += fmt::format("{}: {}\r\n", name, value);
    }
    return text + "\r\n" + reply.body;
}

std::string address_text(const std::string& host, int port) {
    return fmt::format("port {} of {}", port, host);
}

}  // namespace

class HttpServer::Impl : public httplib::Server {
public:
    Impl(Answerer answer, std::function<Reply(int)> unreadable)
        : answer_{std::move(answer)}, unreadable_{std::move(unreadable)}, stop_{eventfd(0, EFD_CLOEXEC)} {
        if (stop_ < 0) {
            throw std::system_error{errno, std::generic_category(), "eventfd"};
        }
        new_task_queue = [this] { return new Workers{waiting_}; };
        set_tcp_nodelay(true);
        // Only a port that nobody listens to; httplib's own choice shares it with other programs.
        set_socket_options([](socket_t socket) {
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(idle_time).count());
        set_keep_alive_max_count(most_requests_a_connection);
        // All paths and methods; httplib's own routing matches regular expressions and reads bodies.
        set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            copy(answer_({request.method,
                          request.path,
                          {request.params.begin(), request.params.end()},
                          request.get_header_value("If-None-Match")}),
                 response);
            return HandlerResponse::Handled;
        });
        set_error_handler(Handler{[this](const httplib::Request&, httplib::Response& response) {
            if (response.body.empty()) {
                copy(unreadable_(response.status), response);
            }
        }});
    }
    ~Impl() override { close(stop_); }

    int bind(const std::string& host, int port) {
        errno = 0;
        const int bound = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
        if (bound < 0) {
            const int why = errno;
            throw UserError{why == EADDRINUSE
                                ? fmt::format("{} is taken: choose another with --port, or any free one with --port 0",
                                              address_text(host, port))
                                : fmt::format("cannot listen to {}: {}", address_text(host, port),
                                              why != 0 ? std::generic_category().message(why) : "no such address")};
        }
        // httplib lets 5 connections wait in the system, a handful of impatient browsers.
        ::listen(svr_sock_, SOMAXCONN);
        return bound;
    }

    void end() {
        const std::uint64_t one = 1;
        (void)!::write(stop_, &one, sizeof one);
        stop();
    }

private:
    bool process_and_close_socket(socket_t descriptor) override {
        BoundedSocket socket{descriptor, stop_, waiting_};
        bool is_request_read = false;
        SocketStream stream{socket, is_request_read};
        for (int left = most_requests_a_connection; left > 0 && socket.wait_for_request(); --left) {
            // Whoever waits for a thread comes first.
            const bool is_last = left == 1 || waiting_ > 0;
            bool closed = false;
            bool has_body = false;
            is_request_read = false;
            const bool has_line = process_request(stream, is_last, closed, [&](httplib::Request& request) {
                is_request_read = true;
                has_body = request.has_header("Transfer-Encoding") || request.has_header("Content-Length");
                restrict_to_plain(request);
                if (has_body) {
                    request.headers.erase("Connection");
                    request.set_header("Connection", "close");
                }
            });
            if (!is_request_read) {
                refuse(socket, has_line);
                break;
            }
            // A body is not read, so what follows is not known to be a request.
            if (has_body) {
                socket.drain();
            }
            if (!has_line || closed || is_last || has_body) {
                break;
            }
        }
        return true;
    }

    /// Says what is wrong with a request that cannot be read. `has_line`: its first line at least could.
    void refuse(BoundedSocket& socket, bool has_line) const {
        if (socket.cut() == Cut::Over) {
            return;
        }
        const int status = socket.cut() == Cut::TooLate ? 408 : socket.cut() == Cut::No ? 400 : has_line ? 431 : 414;
        const std::string text = text_of(unreadable_(status));
        if (socket.write(text.data(), text.size()) > 0) {
            socket.drain();
        }
    }

    /// What httplib would do on its own: parts of replies (many small parts of one would make a large one), compression
    /// (slow and of little use on the same machine), and an invitation to send a body.
    static void restrict_to_plain(httplib::Request& request) {
        request.ranges.clear();
        for (const char* header : {"Range", "Accept-Encoding", "Expect"}) {
            request.headers.erase(header);
        }
    }

    Answerer answer_;
    std::function<Reply(int)> unreadable_;
    std::atomic<int> waiting_ = 0;
    int stop_;
};

HttpServer::HttpServer(Answerer answer, std::function<Reply(int status)> unreadable)
    : impl_{std::make_unique<Impl>(std::move(answer), std::move(unreadable))} {}
HttpServer::~HttpServer() = default;

int HttpServer::bind(const std::string& host, int port) {
    return impl_->bind(host, port);
}

void HttpServer::run() {
    impl_->listen_after_bind();
}

void HttpServer::stop() {
    impl_->end();
}

}  // namespace dameotb::tools::serve
