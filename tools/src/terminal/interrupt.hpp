// SIGINT, SIGTERM and SIGHUP as a flag that long work looks at.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace dameotb::tools {

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
    /// Returns 128 + the signal's number, as shells report it. Requires: the flag is set.
    [[nodiscard]] int exit_status() const;

private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    static constexpr std::size_t hangup = 2;
    static_assert(signals[hangup] == SIGHUP);
    std::array<struct sigaction, signals.size()> old_{};
};

}  // namespace dameotb::tools
