// The threads that do some work, and how to stop them.
#pragma once

#include <atomic>

namespace dameotb::memory {

/// Thrown to leave work that was told to stop. It never leaves `generate`, nor the functions of analysis: their results
/// say that they stopped.
struct StopRequested {};

/// The number of working threads, and the flag that tells them to stop. A team made from a number alone cannot be
/// stopped.
struct Team {
    constexpr Team(int count, const std::atomic<bool>* flag = nullptr) : threads{count}, stop{flag} {}

    int threads;  ///< At least 1.
    const std::atomic<bool>* stop;

    /// Throws StopRequested if the flag is set.
    void require_going_on() const {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
            throw StopRequested{};
        }
    }
};

}  // namespace dameotb::memory
