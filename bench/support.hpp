// Shared by the benchmarks: processor time, counters for it, and indices in scattered order.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

#include <benchmark/benchmark.h>

namespace dameotb::bench {

/// Returns this thread's processor time in nanoseconds. A call takes some 100 to 300 ns.
[[nodiscard]] inline double cpu_ns() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Adds a counter: processor time per thing, where each iteration handles `things`.
inline void count_time(benchmark::State& state, const std::string& counter, double things) {
    state.counters[counter] = benchmark::Counter(static_cast<double>(state.iterations()) * things,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Returns the i-th number below `size` in a fixed, scattered order: the multiples of an odd constant.
[[nodiscard]] constexpr std::uint64_t scattered(std::uint64_t i, std::uint64_t size) {
    return (i * 0x9E3779B97F4A7C15U) % size;
}

}  // namespace dameotb::bench
