// OpenMP does not let an exception leave its region. So the first one is kept, the rest of the loop is skipped, and the
// exception is rethrown in the calling thread.
#include <dameotb/scores/threads/parallel.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#ifdef __SANITIZE_THREAD__
#include <thread>
#include <vector>
#else
#include <omp.h>
#endif

namespace dameotb::scores::detail {

namespace {

/// Calls body(thread, i) once for every i in 0..count-1.
template <class Body>
void for_each_dynamically(std::uint64_t count, int threads, const Body& body) {
#ifdef __SANITIZE_THREAD__
    // The thread sanitizer does not know the locks of libgomp.
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](std::size_t thread) {
        for (std::uint64_t i = next++; i < count; i = next++) {
            body(thread, i);
        }
    };
    std::vector<std::jthread> others;
    for (int thread = 1; thread < threads; ++thread) {
        others.emplace_back(work, static_cast<std::size_t>(thread));
    }
    work(0);
#else
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::uint64_t i = 0; i < count; ++i) {
        body(static_cast<std::size_t>(omp_get_thread_num()), i);
    }
#endif
}

}  // namespace

void run_parallel(std::uint64_t count, const Team& team, void* body,
                  void (*call)(void* body, std::size_t thread, std::uint64_t i)) {
    std::atomic<bool> failed = false;
    std::exception_ptr failure;
    std::mutex mutex;
    for_each_dynamically(count, team.threads, [&](std::size_t thread, std::uint64_t i) {
        if (failed.load(std::memory_order_relaxed)) {
            return;
        }
        try {
            team.require_going_on();
            call(body, thread, i);
        } catch (...) {
            const std::lock_guard lock{mutex};
            failure = failure ? failure : std::current_exception();
            failed = true;
        }
    });
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace dameotb::scores::detail
