// OpenMP does not let an exception leave its region. So that of the least index is kept, what follows it in the loop is
// skipped, and the exception is rethrown in the calling thread. What precedes it is not skipped, since it may throw,
// too.
#include <dameotb/memory/parallel.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#include <omp.h>

namespace dameotb::memory::detail {

void run_parallel(std::uint64_t count, const Team& team, void* body,
                  void (*call)(void* body, std::size_t thread, std::uint64_t i)) {
    std::atomic<std::uint64_t> failed = count;
    std::exception_ptr failure;
    std::mutex mutex;
#pragma omp parallel for schedule(dynamic) num_threads(team.threads)
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i > failed.load(std::memory_order_relaxed)) {
            continue;
        }
        try {
            team.require_going_on();
            call(body, static_cast<std::size_t>(omp_get_thread_num()), i);
        } catch (...) {
            const std::lock_guard lock{mutex};
            if (i < failed) {
                failure = std::current_exception();
                failed = i;
            }
        }
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace dameotb::memory::detail
