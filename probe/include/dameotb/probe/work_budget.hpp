// A bound on the work of one question, for programs that answer anybody.
// Bounds on the parts of a question multiply: many positions, each with many captures, each of which leads to a block
// that has to be decoded. So there is one bound for all of it, on what it is meant to save: processor time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>

namespace dameotb::probe {

/// Thrown by WorkBudget. The question has no answer; asked again, it may have one, since blocks that were decoded may
/// still be in memory.
class OutOfBudget : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The processor time that one question may take of the thread that answers it. Made and used by that thread.
class WorkBudget {
public:
    /// `is_given_up`: asked every now and then whether nobody waits for the answer any longer; may be null.
    explicit WorkBudget(std::chrono::nanoseconds processor_time, std::function<bool()> is_given_up = {});

    /// Counts a step of the work, which takes 0.1 ms at most. Returns whether there may be another: whether there is
    /// time left and the answer is not given up. Looks at the clock every 16 steps, since looking takes as long as a
    /// step may.
    bool step() {
        if (++steps_ >= steps_to_look) {
            look_at_clock();
        }
        return !has_ended();
    }
    /// Does the same, but throws OutOfBudget if there may be no other.
    void count() {
        if (!step()) {
            raise();
        }
    }
    /// Does the same for a step that may take longer: looks at the clock in any case.
    void look() {
        if (is_over()) {
            raise();
        }
    }
    /// Looks at the clock, and returns whether it has ended.
    [[nodiscard]] bool is_over() {
        look_at_clock();
        return has_ended();
    }
    /// Ends it, whatever time is left.
    void end() { end_ = End::GivenUp; }
    /// Returns whether a step has found it ended, or `end` was called.
    [[nodiscard]] bool has_ended() const { return end_ != End::None; }

private:
    static constexpr int steps_to_look = 16;
    enum class End : std::uint8_t { None, Time, GivenUp };

    void look_at_clock();
    [[noreturn]] void raise() const;

    std::chrono::nanoseconds end_time_;  ///< By the clock of the thread's processor time.
    std::function<bool()> is_given_up_;
    int steps_ = 0;
    End end_ = End::None;
};

}  // namespace dameotb::probe
