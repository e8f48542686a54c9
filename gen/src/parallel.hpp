// A parallel loop that exceptions can leave, and that ends when the run is asked to stop.
// OpenMP forbids an exception to leave its region: here the first one is kept, the rest of the loop skipped, and the
// exception thrown again in the calling thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

#include <omp.h>

#include "team.hpp"

namespace dameotb::gen {

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
