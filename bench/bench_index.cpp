// Speed of the perfect index: rank and unrank in classes of 2, 3 and 4 pieces.
// Numbers are visited in a scattered order, as probes do; `per_position` is what to compare.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <dameotb/index/class_index.hpp>

namespace {

using namespace dameotb;

constexpr std::size_t samples = 4096;

index::ClassIndex class_index(const std::string& name) {
    return index::ClassIndex{*index::Material::parse(name)};
}

/// Multiples of an odd constant modulo the size: fixed, and far from each other.
std::vector<std::uint64_t> scattered_numbers(const index::ClassIndex& index) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 0; i < samples; ++i) {
        numbers.push_back((i * 0x9E3779B97F4A7C15U) % index.size());
    }
    return numbers;
}

/// Counter: processor time of one position.
void count_positions(benchmark::State& state) {
    state.counters["per_position"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(samples),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void rank(benchmark::State& state, const std::string& name) {
    const index::ClassIndex index = class_index(name);
    std::vector<rules::Position> positions;
    for (const std::uint64_t number : scattered_numbers(index)) {
        positions.push_back(index.unrank(number, rules::Colour::White));
    }
    for (auto _ : state) {
        for (const rules::Position& position : positions) {
            benchmark::DoNotOptimize(index.rank(position));
        }
    }
    count_positions(state);
}

void unrank(benchmark::State& state, const std::string& name) {
    const index::ClassIndex index = class_index(name);
    const std::vector<std::uint64_t> numbers = scattered_numbers(index);
    for (auto _ : state) {
        for (const std::uint64_t number : numbers) {
            benchmark::DoNotOptimize(index.unrank(number, rules::Colour::White));
        }
    }
    count_positions(state);
}

// Without men, with men of one side, with men of both.
BENCHMARK_CAPTURE(rank, KvK, "KvK");
BENCHMARK_CAPTURE(rank, KKvM, "KKvM");
BENCHMARK_CAPTURE(rank, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(rank, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(unrank, KvK, "KvK");
BENCHMARK_CAPTURE(unrank, KKvM, "KKvM");
BENCHMARK_CAPTURE(unrank, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(unrank, KKvKK, "KKvKK");

}  // namespace
