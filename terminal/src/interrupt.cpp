// The signal handler and its flag.
#include <dameotb/terminal/interrupt.hpp>

#include <cstdlib>

namespace dameotb::terminal {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> signal_number{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may touch no lock");

void on_signal(int number) {
    signal_number = number;
    interrupted = true;
}

}  // namespace

Interrupts::Interrupts() {
    interrupted = false;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        const bool is_hangup = i == hangup;
        struct sigaction action {};
        action.sa_handler = on_signal;
        // After SA_RESETHAND the next signal has its default action. Interrupted system calls resume.
        action.sa_flags = SA_RESTART | (is_hangup ? 0 : static_cast<int>(SA_RESETHAND));
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], nullptr, &old_[i]);
        if (!is_hangup || old_[i].sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, nullptr);
        }
    }
}

Interrupts::~Interrupts() {
    if (interrupted && signal_number == SIGHUP) {
        // The terminal may send its second one while the program ends, which must not change the exit status.
        old_[hangup].sa_handler = SIG_IGN;
    }
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], &old_[i], nullptr);
    }
}

const std::atomic<bool>& Interrupts::flag() const {
    return interrupted;
}

Stopped Interrupts::stopped(const std::string& what) const {
    return {interrupted ? 128 + signal_number : EXIT_FAILURE, what.empty() ? "stopped" : "stopped: " + what};
}

}  // namespace dameotb::terminal
