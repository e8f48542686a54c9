#include <dameotb/probe/work_budget.hpp>

#include "processor_time.hpp"

namespace dameotb::probe {

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
