// The signal handler and its flag.
#include "terminal/interrupt.hpp"

namespace dameotb::tools {

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
    struct sigaction action {};
    action.sa_handler = on_signal;
    // The second signal has the default action. Interrupted system calls go on.
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
}

Interrupts::~Interrupts() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
}

const std::atomic<bool>& Interrupts::flag() const {
    return interrupted;
}

int Interrupts::exit_status() const {
    return 128 + signal_number;
}

}  // namespace dameotb::tools
