// A team of threads, and a parallel loop that an exception can leave and that ends when the team is told to stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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

namespace detail {
/// Calls call(body, thread, i) for every i, as parallel_for does.
void run_parallel(std::uint64_t count, const Team& team, void* body,
                  void (*call)(void* body, std::size_t thread, std::uint64_t i));
}  // namespace detail

/// Calls body(thread, i) once for every i in 0..count-1, in unspecified order. `thread` is in 0..threads-1, and calls
/// with the same `thread` never overlap. Thread 0 is the calling thread. If bodies throw, rethrows what that
/// of the least `i` threw, whatever the number of threads. Throws StopRequested, before the next call of a body, once
/// the team is told to stop.
template <class Body>
void parallel_for(std::uint64_t count, const Team& team, Body&& body) {
    if (team.threads <= 1 || count <= 1) {  // even an idle parallel region costs more than a small slice
        for (std::uint64_t i = 0; i < count; ++i) {
            team.require_going_on();
            body(std::size_t{0}, i);
        }
        return;
    }
    using Object = std::remove_reference_t<Body>;
    detail::run_parallel(
        count, team, const_cast<void*>(static_cast<const void*>(&body)),
        [](void* object, std::size_t thread, std::uint64_t i) { (*static_cast<Object*>(object))(thread, i); });
}

}  // namespace dameotb::memory
