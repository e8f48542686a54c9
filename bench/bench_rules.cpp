// Speed of the scalar rules: moves, unmoves, perft and FEN, on a fixed mix of positions.
// Each benchmark walks the same list over and over; `per_position` is what to compare.
#include <array>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/perft.hpp>
#include <dameotb/rules/unmove.hpp>

namespace {

using namespace dameotb::rules;

/// Openings, middle games and endgames, with and without captures.
constexpr std::array fens{"W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7",
                          "W:WKd4,Ka1,c2:BKh8,Kf6,c6,e5",
                          "B:Wa1,c1,f1,h1,h3:Bb2,d2",
                          "W:WKa7,Kh8:BKa1",
                          "W:WKb1,Kd1:BKc1",
                          "B:WKa1,Kd3,Kg2:BKh8,Kb6",
                          "W:Wa2,b3,g4:Bc6,f7,h5",
                          "B:Wa1,a3,a4,b1,c6:Ba2"};

std::vector<Position> positions() {
    std::vector<Position> all{initial_position()};
    for (const char* fen : fens) {
        all.push_back(parse_position(fen));
    }
    return all;
}

/// Counter: processor time of one position.
void count_positions(benchmark::State& state, double positions_per_iteration) {
    state.counters["per_position"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * positions_per_iteration,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <auto Function>
void on_positions(benchmark::State& state) {
    const std::vector<Position> all = positions();
    for (auto _ : state) {
        for (const Position& position : all) {
            benchmark::DoNotOptimize(Function(position));
        }
    }
    count_positions(state, static_cast<double>(all.size()));
}
BENCHMARK(on_positions<legal_moves>)->Name("legal_moves");
BENCHMARK(on_positions<must_capture>)->Name("must_capture");
BENCHMARK(on_positions<quiet_predecessors>)->Name("quiet_predecessors");

/// Per position counted at depth 3.
void perft_3(benchmark::State& state) {
    const Position start = initial_position();
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        nodes = perft(start, 3);
        benchmark::DoNotOptimize(nodes);
    }
    count_positions(state, static_cast<double>(nodes));
}
BENCHMARK(perft_3)->Unit(benchmark::kMillisecond);

void read_fen(benchmark::State& state) {
    for (auto _ : state) {
        for (const char* fen : fens) {
            benchmark::DoNotOptimize(parse_position(fen));
        }
    }
    count_positions(state, static_cast<double>(fens.size()));
}
BENCHMARK(read_fen);

}  // namespace
