// A parallel loop that exceptions can leave, and that ends when the run is asked to stop.
// OpenMP forbids an exception to leave its region: here the first one is kept, the rest of the loop skipped, and the
// exception thrown again in the calling thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

#include <omp.h>

namespace dameotb::gen {

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

/// Calls body(thread, i) for every i in 0..count-1, each once, in no promised order; thread is in 0..threads-1 and
/// no two calls with one thread number overlap. Thread 0 is the calling thread. Rethrows what a body throws.
/// Throws StopRequested, before the next call of a body, once the team is asked to stop.
template <class Body>
void parallel_for(std::uint64_t count, const Team& team, Body&& body) {
    if (team.threads <= 1 || count <= 1) {  // even an idle parallel region costs more than a small slice
        for (std::uint64_t i = 0; i < count; ++i) {
            team.require_going_on();
            body(std::size_t{0}, i);
        }
        return;
    }
    std::atomic<bool> failed = false;
    std::exception_ptr failure;
    std::mutex mutex;
#pragma omp parallel for schedule(dynamic) num_threads(team.threads)
    for (std::uint64_t i = 0; i < count; ++i) {
        if (failed.load(std::memory_order_relaxed)) {
            continue;
        }
        try {
            team.require_going_on();
            body(static_cast<std::size_t>(omp_get_thread_num()), i);
        } catch (...) {
            const std::lock_guard lock{mutex};
            failure = failure ? failure : std::current_exception();
            failed = true;
        }
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace dameotb::gen
