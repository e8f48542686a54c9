// What the benchmarks share: counters of processor time, and indices in a scattered order.
#pragma once

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

namespace dameotb::bench {

/// Adds a counter: processor time of one of `things`, of which each iteration handled so many.
inline void count_time(benchmark::State& state, const std::string& counter, double things) {
    state.counters[counter] = benchmark::Counter(static_cast<double>(state.iterations()) * things,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// The i-th of numbers below `size` in a fixed order that jumps about: multiples of an odd constant.
[[nodiscard]] constexpr std::uint64_t scattered(std::uint64_t i, std::uint64_t size) {
    return (i * 0x9E3779B97F4A7C15U) % size;
}

}  // namespace dameotb::bench
