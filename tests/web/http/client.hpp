// A raw TCP client. It sends any bytes, and reads what comes back.
#pragma once

#include <string>

namespace dameotb::tests {

/// A connection to this machine. Throws std::runtime_error if the connection cannot be made.
class Client {
public:
    /// `from`: the client's own address, one of 127.0.0.0/8.
    explicit Client(int port, const std::string& from = "127.0.0.1");
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Sends the bytes. Returns false if the server has closed the connection.
    bool send(const std::string& bytes) const;
    /// Tells the server that nothing more will be sent.
    void finish_sending() const;
    /// Lets the end of this object reset the connection, as the end of a program does that has not read all.
    void reset_at_end() const;
    /// Returns what the server sends until it closes the connection or, with `enough`, until that text has come. Gives
    /// up after 10 seconds.
    [[nodiscard]] std::string receive(const std::string& enough = {}) const;
    /// Returns whether the server has sent nothing so far and has not closed the connection.
    [[nodiscard]] bool waits() const;

private:
    int socket_;
};

/// Sends a request on a connection of its own, and returns all that comes back.
[[nodiscard]] std::string talk(int port, const std::string& request, const std::string& from = "127.0.0.1");

}  // namespace dameotb::tests
