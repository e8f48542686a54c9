// Speed of the perfect index: rank and unrank in classes of 2 to 5 pieces. Indices are visited in a scattered order, as
// by probes. Compare `per_position`.
#include <string>
#include <vector>

#include <dameotb/index/class_index.hpp>

#include "support.hpp"

namespace {

using namespace dameotb;

constexpr std::size_t samples = 4096;

index::ClassIndex class_index(const std::string& name) {
    return index::ClassIndex{*index::Material::parse(name)};
}

std::vector<std::uint64_t> scattered_numbers(const index::ClassIndex& index) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 0; i < samples; ++i) {
        numbers.push_back(bench::scattered(i, index.size()));
    }
    return numbers;
}

void count_positions(benchmark::State& state) {
    bench::count_time(state, "per_position", static_cast<double>(samples));
}

void rank(benchmark::State& state, const std::string& name) {
    const index::ClassIndex index = class_index(name);
    std::vector<Position> positions;
    for (const std::uint64_t number : scattered_numbers(index)) {
        positions.push_back(index.unrank(number, Colour::White));
    }
    for (auto _ : state) {
        for (const Position& position : positions) {
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
            benchmark::DoNotOptimize(index.unrank(number, Colour::White));
        }
    }
    count_positions(state);
}

// Classes without men, with men of one side, and with men of both sides.
BENCHMARK_CAPTURE(rank, KvK, "KvK");
BENCHMARK_CAPTURE(rank, KKvM, "KKvM");
BENCHMARK_CAPTURE(rank, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(rank, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(rank, KKMvKM, "KKMvKM");
BENCHMARK_CAPTURE(rank, KKKvKK, "KKKvKK");
BENCHMARK_CAPTURE(unrank, KvK, "KvK");
BENCHMARK_CAPTURE(unrank, KKvM, "KKvM");
BENCHMARK_CAPTURE(unrank, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(unrank, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(unrank, KKMvKM, "KKMvKM");
BENCHMARK_CAPTURE(unrank, KKKvKK, "KKKvKK");

}  // namespace
