// How much of positions from games a proof search decides: bench_prove TABLES SECONDS [PIECES [POSITIONS [EVERY]]]
// TABLES: a directory. SECONDS: processor time for each position. PIECES: tables of more are ignored. POSITIONS: a
// file, each line of which begins with a FEN; bench/data/game_positions.txt by default. EVERY: only each such line.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <string>

#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/notation.hpp>

using namespace dameotb;

namespace {

/// What was found out of positions of as many pieces.
struct Shares {
    int positions = 0;
    int decided = 0;
    int one_side = 0;  ///< Of one side it is proven that it has at least a draw, and no more.
    double seconds = 0;
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;

    void operator+=(const Shares& other) {
        positions += other.positions;
        decided += other.decided;
        one_side += other.one_side;
        seconds += other.seconds;
        nodes += other.nodes;
        probes += other.probes;
    }
};

double processor_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Shares prove(const probe::Tablebase& tables, const Position& position, double seconds) {
    proof::Prover prover{tables};
    probe::WorkBudget budget{
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>{seconds})};
    const double start = processor_seconds();
    const proof::Proof proof = prover.prove({{position}}, {.budget = &budget});
    const bool one_side = proof.bounds.at_least.wdl != Wdl::Loss || proof.bounds.at_most.wdl != Wdl::Win;
    return {1,           proof.is_decided(), one_side && !proof.is_decided(), processor_seconds() - start,
            proof.nodes, proof.probes};
}

void print(const char* pieces, const Shares& shares) {
    std::printf("| %s | %d | %d | %d | %d | %.0f | %.1f | %.2f |\n", pieces, shares.positions, shares.decided,
                shares.one_side, shares.positions - shares.decided - shares.one_side,
                static_cast<double>(shares.nodes) / shares.seconds / 1000,
                static_cast<double>(shares.probes) / static_cast<double>(shares.nodes), shares.seconds);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::fputs("usage: bench_prove TABLES SECONDS [PIECES [POSITIONS [EVERY]]]\n", stderr);
        return 2;
    }
    probe::TablebaseOptions options;
    options.cache_bytes = std::size_t{1} << 30;
    if (count > 3) {
        options.most_pieces = std::atoi(arguments[3]);
    }
    const probe::Tablebase tables{std::string{arguments[1]}, options};
    std::ifstream positions{count > 4 ? arguments[4] : DAMEOTB_BENCH_DATA "/game_positions.txt"};
    const int every = count > 5 ? std::atoi(arguments[5]) : 1;
    std::map<int, Shares> by_pieces;
    Shares all;
    int number = 0;
    for (std::string line; std::getline(positions, line);) {
        if (number++ % every != 0) {
            continue;
        }
        const Position position = rules::parse_fen(line).position;
        const Shares one = prove(tables, position, std::atof(arguments[2]));
        by_pieces[position.occupied().count()] += one;
        all += one;
    }
    std::puts("| pieces | positions | decided | one side | nothing | knodes/s | probes a node | seconds |");
    std::puts("|---|---|---|---|---|---|---|---|");
    for (const auto& [pieces, shares] : by_pieces) {
        print(std::to_string(pieces).c_str(), shares);
    }
    print("all", all);
}
