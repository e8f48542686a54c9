// Counts the progress of a team's threads, and reports it now and then, only in the calling thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace dameotb::memory {

/// Receives the share of the work that is done: from 0 to 1, never decreasing. Called in the thread that started the
/// work, at most some ten times a second.
using OnShare = std::function<void(double share)>;

/// Counts the work in units of any kind. Thread-safe.
class WorkCount {
public:
    /// `all`: the units of the whole work. `on_share`: may be empty; then the work is only counted.
    WorkCount(std::uint64_t all, OnShare on_share)
        : all_{std::max<std::uint64_t>(all, 1)}, on_share_{std::move(on_share)} {}

    /// Adds `units` done by the thread. Thread 0 is the calling thread.
    void add(std::size_t thread, std::uint64_t units) {
        const std::uint64_t done = done_.fetch_add(units, std::memory_order_relaxed) + units;
        if (thread == 0 && on_share_) {
            tell(done);
        }
    }

private:
    void tell(std::uint64_t done) {
        constexpr std::chrono::milliseconds between{100};
        const auto now = std::chrono::steady_clock::now();
        if (now - told_ >= between) {
            told_ = now;
            on_share_(std::min(1.0, static_cast<double>(done) / static_cast<double>(all_)));
        }
    }

    std::uint64_t all_;
    OnShare on_share_;
    std::atomic<std::uint64_t> done_ = 0;
    std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

}  // namespace dameotb::memory
