// One client's connection, with bounds on time and on what is read.
// A request must be whole, and a reply taken, within a set time and not only go on arriving; so a client that sends a
// byte now and then holds a thread no longer than one that sends nothing.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>

namespace dameotb::tools::serve {

// The server's bounds (docs/http-api.md, "Limits").
inline constexpr std::size_t most_request_bytes = 8192;          ///< Request line and headers.
inline constexpr std::chrono::milliseconds request_time{3000};   ///< From its first byte to its last.
inline constexpr std::chrono::milliseconds reply_time{10000};    ///< To take the whole reply.
inline constexpr std::chrono::milliseconds idle_time{5000};      ///< Until a request begins, if no other client waits.
inline constexpr std::chrono::milliseconds busy_idle_time{500};  ///< If another one does.
inline constexpr std::chrono::milliseconds drain_time{500};      ///< For what is sent after the last reply.

/// Why no more of a request can be read.
enum class Cut { No, TooLong, TooLate, Over };

/// Not thread-safe. Owns the socket. Nothing throws.
class BoundedSocket {
public:
    /// `stop` is a file descriptor that becomes readable when the server stops: what waits for the client then ends.
    /// `waiting` says how many other clients wait for their turn.
    BoundedSocket(int socket, int stop, const std::atomic<int>& waiting)
        : socket_{socket}, stop_{stop}, waiting_{waiting} {}
    /// Closes the connection.
    ~BoundedSocket();
    BoundedSocket(const BoundedSocket&) = delete;
    BoundedSocket& operator=(const BoundedSocket&) = delete;

    /// Waits for the first byte of the next request. False if none comes in time, or the server stops.
    [[nodiscard]] bool wait_for_request();
    /// Bytes of the request, at most `size`; 0 or less when there are no more: the client has closed, or a bound is
    /// hit.
    [[nodiscard]] std::ptrdiff_t read(char* out, std::size_t size);
    /// All bytes, or -1.
    [[nodiscard]] std::ptrdiff_t write(const char* bytes, std::size_t size);
    /// Of the request that is being read. Over: the client has closed, or the server stops.
    [[nodiscard]] Cut cut() const { return cut_; }
    /// Sends no more, and throws away what the client still sends. Closing with bytes unread would reset the
    /// connection, and the client could lose the reply that says what was wrong.
    void drain();
    [[nodiscard]] int descriptor() const { return socket_; }

private:
    using Clock = std::chrono::steady_clock;

    /// Reads what there is into the empty buffer, waiting for it until the deadline.
    [[nodiscard]] bool fill(Clock::time_point deadline);

    int socket_;
    int stop_;
    const std::atomic<int>& waiting_;
    Clock::time_point deadline_;     ///< Of the request that is being read.
    std::size_t request_bytes_ = 0;  ///< Of it, read so far.
    Cut cut_ = Cut::No;              ///< Of it.
    std::array<char, 4096> buffer_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool is_over_ = false;  ///< The client has closed, the connection is broken, or the server stops.
};

}  // namespace dameotb::tools::serve
