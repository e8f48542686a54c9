// OpenMP does not let an exception leave its region. So the first one is kept, the rest of the loop is skipped, and the
// exception is rethrown in the calling thread.
#include <dameotb/memory/parallel.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#include <omp.h>

namespace dameotb::memory::detail {

void run_parallel(std::uint64_t count, const Team& team, void* body,
                  void (*call)(void* body, std::size_t thread, std::uint64_t i)) {
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
            call(body, static_cast<std::size_t>(omp_get_thread_num()), i);
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

}  // namespace dameotb::memory::detail
