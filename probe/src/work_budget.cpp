// Reads the clock of the thread's processor time.
#include <dameotb/probe/work_budget.hpp>

#include <ctime>

namespace dameotb::probe {

namespace {

std::chrono::nanoseconds processor_time() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

}  // namespace

WorkBudget::WorkBudget(std::chrono::nanoseconds time, std::function<bool()> is_given_up)
    : end_{processor_time() + time}, is_given_up_{std::move(is_given_up)} {}

void WorkBudget::look() {
    steps_ = 0;
    if (is_given_up_ && is_given_up_()) {
        throw OutOfBudget{"nobody waits for the answer any longer"};
    }
    if (processor_time() >= end_) {
        throw OutOfBudget{"the answer takes more time than it may"};
    }
}

}  // namespace dameotb::probe
