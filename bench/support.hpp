// What the benchmarks share: counters of processor time, and indices in a scattered order.
#pragma once

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

namespace dameotb::bench {

/// Adds a counter: the processor time for one of `things`, where each iteration handles that many things.
inline void count_time(benchmark::State& state, const std::string& counter, double things) {
    state.counters[counter] = benchmark::Counter(static_cast<double>(state.iterations()) * things,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Returns the i-th number below `size` in a fixed, scattered order: the multiples of an odd constant.
[[nodiscard]] constexpr std::uint64_t scattered(std::uint64_t i, std::uint64_t size) {
    return (i * 0x9E3779B97F4A7C15U) % size;
}

}  // namespace dameotb::bench
