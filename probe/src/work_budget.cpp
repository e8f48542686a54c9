// Reads the clock of the thread's processor time.
#include <dameotb/probe/work_budget.hpp>

#include <ctime>

namespace dameotb::probe {

namespace {

std::chrono::nanoseconds processor_time() {
    std::timespec time{};
#ifdef __wasm__
    clock_gettime(CLOCK_MONOTONIC, &time);  // the only clock of time that passes
#else
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
#endif
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

}  // namespace

WorkBudget::WorkBudget(std::chrono::nanoseconds time, std::function<bool()> is_given_up)
    : end_time_{processor_time() + time}, is_given_up_{std::move(is_given_up)} {}

void WorkBudget::look_at_clock() {
    steps_ = 0;
    if (has_ended()) {
        return;
    }
    if (is_given_up_ && is_given_up_()) {
        end_ = End::GivenUp;
    } else if (processor_time() >= end_time_) {
        end_ = End::Time;
    }
}

void WorkBudget::raise() const {
    throw OutOfBudget{end_ == End::GivenUp ? "nobody waits for the answer any longer"
                                           : "the answer takes more time than it may"};
}

}  // namespace dameotb::probe
