// Times the solver alone on whole runs: all classes of up to a number of pieces, in memory, without files. Usage:
// solve_classes PIECES THREADS [PLIES]; PLIES are those of a draw rule. Prints one line per class, and a total.
// Processor time is the sum over all threads, so that runs on a shared machine can be compared; bench/compare.sh does
// that for two commits.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/index/class_index.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/store/class_reader.hpp>

namespace {

using namespace dameotb;

/// The cost of solving a class or a whole run.
struct Cost {
    std::uint64_t positions = 0;
    double cpu_seconds = 0;
    double wall_seconds = 0;

    Cost& operator+=(const Cost& other) {
        positions += other.positions;
        cpu_seconds += other.cpu_seconds;
        wall_seconds += other.wall_seconds;
        return *this;
    }
};

void print(const std::string& name, const Cost& cost) {
    std::printf("%-10s %14llu %12.6f %12.6f %8.2f\n", name.c_str(), static_cast<unsigned long long>(cost.positions),
                cost.cpu_seconds, cost.wall_seconds, cost.cpu_seconds * 1e9 / static_cast<double>(cost.positions));
    std::fflush(stdout);
}

/// Returns the process's processor time, summed over its threads.
double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Cost solve(const index::Material& material, scores::SolvedClasses& solved_classes, int threads, DrawRule rule) {
    gen::ClassSolverOptions options;
    options.threads = threads;
    options.rule = rule;
    const double cpu_before = cpu_seconds();
    const auto before = std::chrono::steady_clock::now();
    auto solved = gen::solve_class(material, solved_classes, options);
    store::reduce_to_results(*solved, threads);
    Cost cost;
    cost.cpu_seconds = cpu_seconds() - cpu_before;
    cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    cost.positions = index::ClassIndex{material}.size() * static_cast<std::uint64_t>(index::stored_sides(material));
    solved_classes.add(std::move(solved));
    return cost;
}

/// Returns, for each class, the index of the last class that needs it.
std::vector<std::size_t> last_uses(const std::vector<index::Material>& classes) {
    std::vector<std::size_t> last(classes.size());
    for (std::size_t i = 0; i < classes.size(); ++i) {
        last[i] = i;
        for (const index::Material& needed : index::direct_dependencies(classes[i])) {
            last[static_cast<std::size_t>(std::ranges::find(classes, needed) - classes.begin())] = i;
        }
    }
    return last;
}

void run(int pieces, int threads, DrawRule rule) {
    const std::vector<index::Material> classes = index::build_order(pieces);
    const std::vector<std::size_t> last_use = last_uses(classes);
    scores::SolvedClasses solved_classes;
    Cost total;
    std::printf("%-10s %14s %12s %12s %8s\n", "class", "positions", "cpu_s", "wall_s", "cpu_ns");
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const Cost cost = solve(classes[i], solved_classes, threads, rule);
        print(classes[i].name(), cost);
        total += cost;
        for (std::size_t done = 0; done <= i; ++done) {
            if (last_use[done] == i) {
                solved_classes.drop(classes[done]);
            }
        }
    }
    print("total", total);
}

std::optional<int> number(const char* text, int low, int high) {
    int value = 0;
    const char* end = text + std::strlen(text);
    const auto [rest, error] = std::from_chars(text, end, value);
    return error == std::errc{} && rest == end && value >= low && value <= high ? std::optional{value} : std::nullopt;
}

}  // namespace

int main(int count, char** arguments) {
    const bool has_arguments = count == 3 || count == 4;
    const auto pieces = has_arguments ? number(arguments[1], 2, 6) : std::nullopt;
    const auto threads = has_arguments ? number(arguments[2], 1, 1024) : std::nullopt;
    const auto plies = count == 4 ? number(arguments[3], 1, most_rule_plies) : 0;
    if (!pieces || !threads || !plies) {
        std::fputs(
            "usage: solve_classes PIECES THREADS [PLIES]\n"
            "Solves all classes of 2 to PIECES (at most 6) pieces in memory. Columns: stored positions, processor\n"
            "seconds of all threads, wall seconds, processor nanoseconds for a stored position.\n",
            stderr);
        return 2;
    }
    try {
        run(*pieces, *threads, {*plies});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "solve_classes: %s\n", error.what());
        return 1;
    }
    return 0;
}
