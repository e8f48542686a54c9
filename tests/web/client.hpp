// A raw TCP client: sends any bytes, and reads what comes back.
#pragma once

#include <string>

namespace dameotb::tests {

/// A connection to this machine. Throws std::runtime_error if there is none to be had.
class Client {
public:
    /// `from`: the client's own address, one of 127.0.0.0/8.
    explicit Client(int port, const std::string& from = "127.0.0.1");
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// False if the server has closed.
    bool send(const std::string& bytes) const;
    /// Nothing more will be sent.
    void finish_sending() const;
    /// Until the server closes the connection, or, with `enough`, until that text is there. Gives up after 10 seconds.
    [[nodiscard]] std::string receive(const std::string& enough = {}) const;

private:
    int socket_;
};

/// A whole exchange on a connection of its own.
[[nodiscard]] std::string talk(int port, const std::string& request, const std::string& from = "127.0.0.1");

}  // namespace dameotb::tests
