// SIGINT, SIGTERM and SIGHUP as a flag that long work looks at, and the error that ends such work.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>

namespace dameotb::tools {

/// A signal ended the work early. `what()` says what is left of it.
class Stopped : public std::runtime_error {
public:
    Stopped(int status, const std::string& what) : std::runtime_error{what}, status_{status} {}
    [[nodiscard]] int exit_status() const { return status_; }

private:
    int status_;
};

/// While it lives, the first SIGINT, SIGTERM or SIGHUP sets a flag. A second SIGINT or SIGTERM ends the program at
/// once; a second SIGHUP does nothing, even when this object is gone, since a terminal that goes often sends two. A
/// SIGHUP that is ignored, as under nohup, stays ignored. Only one object may exist at a time.
class Interrupts {
public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const;
    /// Returns the error "stopped: WHAT", or "stopped" alone. `what`: what is done, and what is as it was. Its exit
    /// status is 128 + the signal's number, as shells report it; 1 if the flag is not set, but that of another process
    /// of the same run.
    [[nodiscard]] Stopped stopped(const std::string& what = "") const;

private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    static constexpr std::size_t hangup = 2;
    static_assert(signals[hangup] == SIGHUP);
    std::array<struct sigaction, signals.size()> old_{};
};

}  // namespace dameotb::tools
