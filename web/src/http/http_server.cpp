// Accepts connections. One thread serves all of them; worker threads make the answers.
#include <dameotb/web/http/http_server.hpp>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include <dameotb/web/limits.hpp>

#include "connection.hpp"

namespace dameotb::web {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

[[noreturn]] void fail_to_bind(const error_code& error, const std::string& host, int port) {
    const bool is_taken = error == asio::error::address_in_use;
    throw BindError{is_taken ? fmt::format("port {} of {} is taken", port, host)
                             : fmt::format("cannot listen on port {} of {}: {}", port, host, error.message()),
                    is_taken};
}

/// Opens the acceptor at one address. Does not share a port with another program.
error_code listen_at(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) {
        acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    }
    if (!error) {
        acceptor.bind(endpoint, error);
    }
    if (!error) {
        acceptor.listen(tcp::acceptor::max_listen_connections, error);
    }
    if (error) {
        error_code ignored;
        acceptor.close(ignored);
    }
    return error;
}

}  // namespace

class HttpServer::Impl {
public:
    explicit Impl(Options options) : service_{std::move(options)} {}

    int bind(const std::string& host, int port) {
        error_code error;
        tcp::resolver resolver{service_.io};
        const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
        for (const auto& entry : found) {
            error = listen_at(acceptor_, entry.endpoint());
            if (!error) {
                return acceptor_.local_endpoint().port();
            }
        }
        fail_to_bind(error, host, port);
    }

    void run() {
        for (;;) {
            try {
                if (acceptor_.is_open() && !is_accepting_) {
                    accept();
                }
                service_.io.run();
                break;
            } catch (const std::exception&) {
                // There was no memory for a step of one connection, which has ended.
            }
        }
        service_.workers.join();
    }

    void stop() {
        asio::post(service_.io, [this] {
            error_code ignored;
            acceptor_.close(ignored);
            again_.cancel(ignored);
            for (Connection* connection : std::vector{service_.connections.all()}) {
                connection->finish();
            }
        });
    }

private:
    void accept() {
        acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
            is_accepting_ = false;
            if (!acceptor_.is_open()) {
                return;
            }
            if (error) {
                accept_later();
                return;
            }
            accept();
            admit(std::move(socket));
        });
        is_accepting_ = true;  // not before: if there is no memory for this, run() tries again
    }

    /// Called if the system is out of descriptors or memory: makes room, and retries a little later.
    void accept_later() {
        service_.connections.close_longest_waiting();
        again_.expires_after(std::chrono::milliseconds{20});
        again_.async_wait([this](const error_code& error) {
            is_accepting_ = false;
            if (!error) {
                accept();
            }
        });
        is_accepting_ = true;
    }

    /// Admits a new connection. At a limit, closes the connection that has waited longest to make room.
    void admit(tcp::socket socket) {
        error_code error;
        const tcp::endpoint remote = socket.remote_endpoint(error);
        Connections& connections = service_.connections;
        if (error || (connections.all().size() >= most_connections && !connections.close_longest_waiting())) {
            return;
        }
        socket.set_option(tcp::no_delay{true}, error);
        const ClientAddress client = client_at(remote.address());
        const bool is_bounded = service_.options.client_header.empty() && connections.of(client) >= most_of_a_client;
        const bool is_too_many = is_bounded && !connections.close_longest_waiting(&client);
        const auto connection = std::make_shared<Connection>(std::move(socket), client, service_);
        if (is_too_many) {
            connection->refuse(429);
        } else {
            connection->serve();
        }
    }

    Service service_;
    tcp::acceptor acceptor_{service_.io};
    asio::steady_timer again_{service_.io};
    bool is_accepting_ = false;  ///< A handler that accepts the next connection is pending.
};

HttpServer::HttpServer(Options options) : impl_{std::make_unique<Impl>(std::move(options))} {}
HttpServer::~HttpServer() = default;

int HttpServer::bind(const std::string& host, int port) {
    return impl_->bind(host, port);
}

void HttpServer::run() {
    impl_->run();
}

void HttpServer::stop() {
    impl_->stop();
}

}  // namespace dameotb::web
