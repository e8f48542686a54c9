// Sets the limits of each share.
#include <dameotb/web/http/work.hpp>

#include <chrono>

#include <dameotb/web/limits.hpp>

namespace dameotb::web {

namespace {

using Clock = std::chrono::steady_clock;

std::chrono::nanoseconds processor_time(Work::Share share) {
    switch (share) {
        case Work::Share::AtOnce:
            return time_at_once;
        case Work::Share::Turn:
            return time_of_a_turn;
        default:
            return std::chrono::hours{24};
    }
}

}  // namespace

Work::Work(Share share, std::function<bool()> is_given_up)
    : share_{share},
      budget_{processor_time(share),
              [share, deadline = Clock::now() + answer_time, is_given_up = std::move(is_given_up)] {
                  return share != Share::All && (Clock::now() > deadline || (is_given_up && is_given_up()));
              }} {}

void Work::need_turn() const {
    if (share_ == Share::AtOnce) {
        throw probe::OutOfBudget{"this takes long"};
    }
}

void Work::check_size(std::size_t answer_bytes) const {
    if (answer_bytes > most_answer_bytes) {
        throw TooLong{};
    }
    if (answer_bytes > bytes_at_once) {
        need_turn();
    }
}

}  // namespace dameotb::web
