// Who does a work that can be stopped.
#pragma once

#include <atomic>

namespace dameotb::store {

/// Leaves the work when it was asked to stop. Never leaves gen: its public functions say in their result that they
/// stopped.
struct StopRequested {};

/// How many threads work, and the flag that asks them to stop. A number alone is threads that nobody stops.
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

}  // namespace dameotb::store
