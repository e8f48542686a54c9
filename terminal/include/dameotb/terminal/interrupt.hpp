// SIGINT, SIGTERM and SIGHUP as a flag that long work polls, and the error that ends such work.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>

namespace dameotb::terminal {

/// A signal ended the work early. `what()` says what remains of it.
class Stopped : public std::runtime_error {
public:
    Stopped(int status, const std::string& what) : std::runtime_error{what}, status_{status} {}
    [[nodiscard]] int exit_status() const { return status_; }

private:
    int status_;
};

/// While it exists, the first SIGINT, SIGTERM or SIGHUP sets a flag. A second SIGINT or SIGTERM ends the program at
/// once; a second SIGHUP does nothing, even after this object is gone, since a closing terminal often sends two. An
/// ignored SIGHUP, as under nohup, stays ignored. Only one object may exist at a time.
class Interrupts {
public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const;
    /// Returns the error "stopped: WHAT", or just "stopped". `what`: what is done, and what is unchanged. Its exit
    /// status is 128 + the signal's number, as in shells; 1 if this process's flag is not set, only that of another
    /// process of the run.
    [[nodiscard]] Stopped stopped(const std::string& what = "") const;

private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    static constexpr std::size_t hangup = 2;
    static_assert(signals[hangup] == SIGHUP);
    std::array<struct sigaction, signals.size()> old_{};
};

}  // namespace dameotb::terminal
