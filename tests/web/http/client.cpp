// Uses the system's sockets, blocking.
#include "client.hpp"

#include <array>
#include <stdexcept>

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <arpa/inet.h>

namespace dameotb::tests {

Client::Client(int port, const std::string& from) : socket_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = inet_addr(from.c_str());
    bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        close(socket_);
        throw std::runtime_error{"cannot connect"};
    }
    const timeval limit{10, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

Client::~Client() {
    close(socket_);
}

bool Client::send(const std::string& bytes) const {
    for (std::size_t sent = 0; sent < bytes.size();) {
        const auto count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) {
            return false;
        }
        sent += static_cast<std::size_t>(count);
    }
    return true;
}

void Client::finish_sending() const {
    shutdown(socket_, SHUT_WR);
}

void Client::reset_at_end() const {
    const linger at_once{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

std::string Client::receive(const std::string& enough) const {
    std::string received;
    std::array<char, 16384> buffer;
    while (enough.empty() || received.find(enough) == std::string::npos) {
        const auto count = recv(socket_, buffer.data(), buffer.size(), 0);
        if (count <= 0) {
            break;
        }
        received.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return received;
}

bool Client::waits() const {
    pollfd waiting{socket_, POLLIN, 0};
    return poll(&waiting, 1, 0) == 0;
}

std::string talk(int port, const std::string& request, const std::string& from) {
    const Client client{port, from};
    client.send(request);
    client.finish_sending();
    return client.receive();
}

}  // namespace dameotb::tests
