// Speed of the scalar rules: moves, unmoves, perft and FEN, on a fixed mix of positions. Each benchmark repeatedly
// walks the same list. Compare `per_position`.
#include <string>
#include <utility>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "support.hpp"

namespace {

using namespace dameotb;
using namespace dameotb::rules;

/// Openings, middle games and endgames, with and without captures.
const std::vector<std::string> mixed{to_fen(initial_position()),
                                     "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7",
                                     "W:WKd4,Ka1,c2:BKh8,Kf6,c6,e5",
                                     "B:Wa1,c1,f1,h1,h3:Bb2,d2",
                                     "W:WKa7,Kh8:BKa1",
                                     "W:WKb1,Kd1:BKc1",
                                     "B:WKa1,Kd3,Kg2:BKh8,Kb6",
                                     "W:Wa2,b3,g4:Bc6,f7,h5",
                                     "B:Wa1,a3,a4,b1,c6:Ba2"};

/// Endgames of two to five pieces, by the kind of their moves.
const std::vector<std::string> men_quiet{"W:Wa2,b3,g4:Bc6,f7,h5", "W:Wc3,d4:Bg7,h7,a6", "B:Wb2,f3:Bc7,d6,h6"};
const std::vector<std::string> kings_quiet{"W:WKa7,Kh8:BKb1", "B:WKa1,Kd3,Kg2:BKh7,Kb6", "W:WKc2,Ke5:BKh8,Kf7,a8"};
const std::vector<std::string> captures{"W:WKd1:BKf1,a2,b4,d3", "W:WKa4,Kb1:BKc4,d6,g2", "B:Wd4,e2,c5:Bd5,Kh2"};

std::vector<Position> read(const std::vector<std::string>& fens) {
    std::vector<Position> positions;
    for (const std::string& fen : fens) {
        positions.push_back(parse_position(fen));
    }
    return positions;
}

template <auto Function>
void on_positions(benchmark::State& state, const std::vector<std::string>& fens) {
    const std::vector<Position> positions = read(fens);
    for (auto _ : state) {
        for (const Position& position : positions) {
            benchmark::DoNotOptimize(Function(position));
        }
    }
    bench::count_time(state, "per_position", static_cast<double>(positions.size()));
}

template <auto Function>
void add(const std::string& name) {
    for (const auto& [kind, fens] :
         {std::pair{"mixed", mixed}, {"men_quiet", men_quiet}, {"kings_quiet", kings_quiet}, {"captures", captures}}) {
        benchmark::RegisterBenchmark((name + "/" + kind).c_str(), on_positions<Function>, fens);
    }
}

const bool registered = [] {
    add<must_capture>("must_capture");
    add<legal_moves>("legal_moves");
    add<successors>("successors");
    add<quiet_predecessors>("quiet_predecessors");
    return true;
}();

/// Runs perft. Counter: processor time per position at the last depth.
void count_perft(benchmark::State& state, const Position& start, int depth) {
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        nodes = perft(start, depth);
        benchmark::DoNotOptimize(nodes);
    }
    bench::count_time(state, "per_position", static_cast<double>(nodes));
}
BENCHMARK_CAPTURE(count_perft, initial_4, initial_position(), 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count_perft, two_kings_v_king_4, parse_position("W:WKa7,Kh8:BKa1"), 4)->Unit(benchmark::kMillisecond);

void read_fen(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& fen : mixed) {
            benchmark::DoNotOptimize(parse_position(fen));
        }
    }
    bench::count_time(state, "per_position", static_cast<double>(mixed.size()));
}
BENCHMARK(read_fen);

}  // namespace
