// SIGINT and SIGTERM as a flag that long work looks at.
#pragma once

#include <atomic>
#include <csignal>

namespace dameotb::tools {

/// While it lives, the first SIGINT or SIGTERM sets a flag, and a second one ends the program at once. Only one object
/// may exist at a time.
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
    struct sigaction old_interrupt_ {};
    struct sigaction old_terminate_ {};
};

}  // namespace dameotb::tools
