// How much of positions from games a proof search decides: bench_prove TABLES SECONDS,... [PIECES [POSITIONS [EVERY]]]
// TABLES: a directory. SECONDS: processor time for each position; of several, growing ones the search goes on from one
// to the next. PIECES: tables of more are ignored. POSITIONS: a file, each line of which begins with a FEN;
// bench/data/game_positions.txt by default. EVERY: only each such line.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/notation.hpp>

#include "table_answers.hpp"

using namespace dameotb;

namespace {

double processor_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The time that a search spends in probes, from one in 16: reading the clock takes a tenth of a probe.
class ProbeTime {
public:
    template <class Answer>
    Answer of(const auto& probe) {
        if (number_++ % every != 0) {
            return probe();
        }
        const auto start = std::chrono::steady_clock::now();
        Answer answer = probe();
        seconds_ += every * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return answer;
    }

    [[nodiscard]] double seconds() const { return seconds_; }

private:
    static constexpr unsigned every = 16;

    unsigned number_ = 0;
    double seconds_ = 0;
};

/// Answers as others do, and takes the time of what a search asks at its leaves.
class TimedAnswers final : public proof::TableAnswers {
public:
    TimedAnswers(std::unique_ptr<TableAnswers> answers, ProbeTime& time) : answers_{std::move(answers)}, time_{time} {}

    std::vector<index::Material> classes() override { return answers_->classes(); }
    probe::Answer<Wdl> probe_wdl(const Position& position, probe::WorkBudget* budget) override {
        return time_.of<probe::Answer<Wdl>>([&] { return answers_->probe_wdl(position, budget); });
    }
    probe::Answer<Value> probe_dtm(const Position& position, probe::WorkBudget* budget) override {
        return answers_->probe_dtm(position, budget);
    }
    probe::Known known(const probe::Question& question, bool by_moves, probe::WorkBudget* budget) override {
        return answers_->known(question, by_moves, budget);
    }
    probe::Answer<std::vector<Move>> best_line(const probe::Question& question, probe::WorkBudget* budget) override {
        return answers_->best_line(question, budget);
    }

private:
    std::unique_ptr<TableAnswers> answers_;
    ProbeTime& time_;
};

/// What was found out of positions of as many pieces.
struct Shares {
    int positions = 0;
    std::vector<int> decided{};  ///< within each of the times
    int one_side = 0;            ///< Of one side it is proven that it has at least a draw, and no more.
    double seconds = 0;
    double in_probes = 0;
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;

    void operator+=(const Shares& other) {
        positions += other.positions;
        decided.resize(other.decided.size());
        for (std::size_t i = 0; i < decided.size(); ++i) {
            decided[i] += other.decided[i];
        }
        one_side += other.one_side;
        seconds += other.seconds;
        in_probes += other.in_probes;
        nodes += other.nodes;
        probes += other.probes;
    }
};

Shares prove(const probe::Tablebase& tables, const Position& position, const std::vector<double>& times) {
    ProbeTime time;
    proof::Prover prover{std::make_unique<TimedAnswers>(proof::answers_of(tables), time), std::size_t{64} << 20};
    Shares shares{.positions = 1};
    proof::Proof proof;
    const double start = processor_seconds();
    double before = 0;
    for (const double seconds : times) {
        if (!proof.is_decided()) {
            const std::chrono::duration<double> more{seconds - before};
            probe::WorkBudget budget{std::chrono::duration_cast<std::chrono::nanoseconds>(more)};
            proof = prover.prove({{position}}, {.budget = &budget});
            shares.nodes += proof.nodes;
            shares.probes += proof.probes;
        }
        shares.decided.push_back(proof.is_decided());
        before = seconds;
    }
    shares.seconds = processor_seconds() - start;
    shares.in_probes = time.seconds();
    shares.one_side =
        !proof.is_decided() && (proof.bounds.at_least.wdl != Wdl::Loss || proof.bounds.at_most.wdl != Wdl::Win);
    return shares;
}

void print(const std::string& pieces, const Shares& shares) {
    std::printf("| %s | %d |", pieces.c_str(), shares.positions);
    for (const int decided : shares.decided) {
        std::printf(" %d |", decided);
    }
    std::printf(" %d | %d | %.0f | %.1f | %.0f %% | %.2f |\n", shares.one_side,
                shares.positions - shares.decided.back() - shares.one_side,
                static_cast<double>(shares.nodes) / shares.seconds / 1000,
                static_cast<double>(shares.probes) / static_cast<double>(shares.nodes),
                100 * shares.in_probes / shares.seconds, shares.seconds);
}

/// Returns the numbers of a list with commas.
std::vector<double> numbers(const std::string& list) {
    std::vector<double> all;
    std::istringstream text{list};
    for (std::string number; std::getline(text, number, ',');) {
        all.push_back(std::stod(number));
    }
    return all;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::fputs("usage: bench_prove TABLES SECONDS,... [PIECES [POSITIONS [EVERY]]]\n", stderr);
        return 2;
    }
    const std::vector<double> times = numbers(arguments[2]);
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
        const Shares one = prove(tables, position, times);
        by_pieces[position.occupied().count()] += one;
        all += one;
    }
    std::printf("| pieces | positions |");
    for (const double seconds : times) {
        std::printf(" %g s |", seconds);
    }
    std::puts(" one side | nothing | knodes/s | probes a node | in probes | seconds |");
    for (std::size_t column = 0; column < times.size() + 8; ++column) {
        std::printf("|---");
    }
    std::puts("|");
    for (const auto& [pieces, shares] : by_pieces) {
        print(std::to_string(pieces), shares);
    }
    print("all", all);
}
