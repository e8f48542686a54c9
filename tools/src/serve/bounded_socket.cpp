// Waiting with poll, reading into a buffer, writing it all.
#include "serve/bounded_socket.hpp"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dameotb::tools::serve {

namespace {

using Clock = std::chrono::steady_clock;

enum class Ready { Yes, NotYet, Never };

/// Waits until the socket can do `events`, at most until the deadline. Never: `stop` is readable, or poll fails.
Ready wait(int socket, short events, int stop, Clock::time_point deadline) {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) {
            return Ready::NotYet;
        }
        std::array<pollfd, 2> watched{{{socket, events, 0}, {stop, POLLIN, 0}}};
        const int ready = poll(watched.data(), watched.size(), static_cast<int>(left));
        if ((ready < 0 && errno != EINTR) || (ready > 0 && watched[1].revents != 0)) {
            return Ready::Never;
        }
        if (ready > 0) {
            return Ready::Yes;
        }
    }
}

}  // namespace

BoundedSocket::~BoundedSocket() {
    shutdown(socket_, SHUT_RDWR);
    close(socket_);
}

bool BoundedSocket::wait_for_request() {
    constexpr std::chrono::milliseconds slice{100};  // between looks at whether others wait
    const auto start = Clock::now();
    while (begin_ == end_ && !fill(Clock::now() + slice)) {
        if (is_over_ || Clock::now() - start >= (waiting_ > 0 ? busy_idle_time : idle_time)) {
            return false;
        }
    }
    deadline_ = Clock::now() + request_time;
    request_bytes_ = 0;
    cut_ = Cut::No;
    return true;
}

std::ptrdiff_t BoundedSocket::read(char* out, std::size_t size) {
    if (request_bytes_ == most_request_bytes) {
        cut_ = Cut::TooLong;
        return -1;
    }
    if (begin_ == end_ && !fill(deadline_)) {
        cut_ = is_over_ ? Cut::Over : Cut::TooLate;
        return -1;
    }
    const std::size_t count = std::min({size, end_ - begin_, most_request_bytes - request_bytes_});
    std::copy_n(buffer_.data() + begin_, count, out);
    begin_ += count;
    request_bytes_ += count;
    return static_cast<std::ptrdiff_t>(count);
}

std::ptrdiff_t BoundedSocket::write(const char* bytes, std::size_t size) {
    const auto deadline = Clock::now() + reply_time;
    for (std::size_t sent = 0; sent < size;) {
        const auto count = send(socket_, bytes + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            sent += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (wait(socket_, POLLOUT, stop_, deadline) != Ready::Yes) {
                return -1;
            }
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return static_cast<std::ptrdiff_t>(size);
}

void BoundedSocket::drain() {
    shutdown(socket_, SHUT_WR);
    const auto deadline = Clock::now() + drain_time;
    while (fill(deadline)) {
    }
    begin_ = end_ = 0;
}

bool BoundedSocket::fill(Clock::time_point deadline) {
    for (;;) {
        const Ready ready = wait(socket_, POLLIN, stop_, deadline);
        if (ready != Ready::Yes) {
            is_over_ = ready == Ready::Never;
            return false;
        }
        const auto count = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (count > 0) {
            begin_ = 0;
            end_ = static_cast<std::size_t>(count);
            return true;
        }
        if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
            is_over_ = true;
            return false;
        }
    }
}

}  // namespace dameotb::tools::serve
