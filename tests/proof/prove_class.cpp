// Proves the table of a large class by means that share nothing with the solver. By hand: it takes minutes to hours.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <mutex>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>

#include "forward_search.hpp"
#include "plain_class_solver.hpp"
#include "samples.hpp"

using namespace dameotb;
using index::Material;

namespace {

/// What is asked for.
struct Asked {
    std::string directory;
    std::string class_name;
    int threads = 1;
    std::uint64_t cache_mib = 1024;
    std::uint64_t count = 100'000;
    std::uint64_t seed = 1;
    std::uint64_t most_visited = 2'000;
};

/// The tables of a directory.
class Tables {
public:
    explicit Tables(const Asked& asked)
        : tablebase_{asked.directory, {.cache_bytes = static_cast<std::size_t>(asked.cache_mib) << 20}} {}

    [[nodiscard]] Value value(const Position& position) const {
        const auto answer = tablebase_.probe_dtm(position);
        if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
            throw std::runtime_error{"no table of " + missing->material.name()};
        }
        return std::get<Value>(answer);
    }
    /// Returns a value of a position with fewer pieces than the class. A larger one here would prove nothing.
    [[nodiscard]] tests::ValueOutside below(int pieces) const {
        return [this, pieces](const Position& position) {
            if (Material::of(position).pieces() >= pieces) {
                throw std::logic_error{"asked for a table of the class's own size"};
            }
            return value(position);
        };
    }

private:
    probe::Tablebase tablebase_;
};

std::string text_of(Value value) {
    return std::string{to_string(value.wdl())} + " " + std::to_string(value.dtm().plies());
}

/// Returns 0 for a loss, 1 for a draw, 2 for a win.
std::size_t result_of(Value value) {
    return static_cast<std::size_t>(static_cast<int>(value.wdl()) + 1);
}

/// Solves the class by its definition, and compares every value with the table.
int solve(const Asked& asked, const Material& material) {
    const Tables tables{asked};
    const tests::PlainClassSolver solver{material, [&](const Position& position) { return tables.value(position); },
                                         asked.threads};
    std::cout << material.name() << ": solved in " << solver.sweeps() << " sweeps" << std::endl;
    const std::uint64_t size = solver.index().size();
    // By side to move and result: loss, draw, win. Up to symmetry, and with all images.
    using Counts = std::array<std::array<std::uint64_t, 3>, 2>;
    Counts stored{};
    Counts all{};
    std::atomic<std::uint64_t> wrong = 0;
    std::mutex sums;
    constexpr std::uint64_t part = std::uint64_t{1} << 14;
    const std::uint64_t parts = (size + part - 1) / part;
    memory::parallel_for(
        parts * static_cast<unsigned>(index::stored_sides(material)), asked.threads, [&](std::size_t, std::uint64_t i) {
            const auto side = static_cast<Colour>(i / parts);
            Counts stored_here{};
            Counts all_here{};
            for (std::uint64_t number = i % parts * part; number < std::min(size, (i % parts + 1) * part); ++number) {
                const Position position = solver.index().unrank(number, side);
                const Value value = solver.value(position);
                if (value != tables.value(position) && wrong++ == 0) {
                    std::cerr << rules::to_fen(position) << ": " << text_of(value) << ", the table has "
                              << text_of(tables.value(position)) << "\n";
                }
                const std::size_t result = result_of(value);
                ++stored_here[i / parts][result];
                all_here[i / parts][result] += static_cast<std::uint64_t>(solver.index().weight(number));
            }
            const std::lock_guard lock{sums};
            for (std::size_t s = 0; s < 2; ++s) {
                for (std::size_t result = 0; result < 3; ++result) {
                    stored[s][result] += stored_here[s][result];
                    all[s][result] += all_here[s][result];
                }
            }
        });
    for (std::size_t side = 0; side < static_cast<std::size_t>(index::stored_sides(material)); ++side) {
        std::cout << material.name() << (side == 0 ? ", white to move: " : ", black to move: ") << all[side][2]
                  << " wins, " << all[side][1] << " draws, " << all[side][0] << " losses; stored " << stored[side][2]
                  << ", " << stored[side][1] << ", " << stored[side][0] << "\n";
    }
    std::cout << wrong << " of " << size * static_cast<unsigned>(index::stored_sides(material))
              << " positions have another value in the table\n";
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Searches random positions forward, and compares the table with what is found.
int search(const Asked& asked, const Material& material) {
    const Tables tables{asked};
    tests::Random random{asked.seed};
    std::vector<Position> positions;
    for (std::uint64_t i = 0; i < asked.count; ++i) {
        positions.push_back(tests::random_position(random, material));
    }
    const tests::ValueOutside below = tables.below(material.pieces());
    std::uint64_t forced = 0;
    std::uint64_t wrong = 0;
    std::array<std::uint64_t, 3> decided{};  // by result: loss, draw, win; without a forced capture
    std::mutex one_at_a_time;
    memory::parallel_for(positions.size(), asked.threads, [&](std::size_t, std::uint64_t i) {
        const tests::Bounds found = tests::search_forward(positions[i], below, asked.most_visited);
        const Value value = tables.value(positions[i]);
        const bool captures = rules::must_capture(positions[i]);
        const std::lock_guard lock{one_at_a_time};
        forced += captures ? 1 : 0;
        if (!found.contains(value)) {
            ++wrong;
            std::cerr << rules::to_fen(positions[i]) << ": from " << text_of(found.low) << " to " << text_of(found.high)
                      << ", the table has " << text_of(value) << "\n";
        } else if (found.is_exact() && !captures) {
            ++decided[result_of(value)];
        }
    });
    std::cout << material.name() << ": " << asked.count << " random positions, seed " << asked.seed << ", at most "
              << asked.most_visited << " visited for each; " << forced
              << " with a forced capture, all decided by smaller tables; of the " << asked.count - forced << " others "
              << decided[0] + decided[1] + decided[2] << " decided by search (" << decided[2] << " wins, " << decided[1]
              << " draws, " << decided[0] << " losses), the table within the bounds of the rest; " << wrong
              << " wrong\n";
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) try {
    CLI::App app{"Proves the table of a large class by forward moves and the tables of smaller classes"};
    app.require_subcommand(1);
    Asked asked;
    CLI::App* solving = app.add_subcommand("solve", "Solve the class by its definition and compare every value");
    CLI::App* searching = app.add_subcommand("search", "Search random positions forward, without a table of that size");
    for (CLI::App* command : {solving, searching}) {
        command->add_option("--dir", asked.directory, "Directory of the table files")->required();
        command->add_option("--threads", asked.threads, "Threads to work with")->check(CLI::PositiveNumber);
        command->add_option("--cache", asked.cache_mib, "Budget of the probe library in MiB");
        command->add_option("class", asked.class_name, "The class, as in KKMvKM")->required();
    }
    searching->add_option("--count", asked.count, "Positions to search; default: 100000");
    searching->add_option("--seed", asked.seed, "Chooses the positions; default: 1");
    searching->add_option("--visit", asked.most_visited, "The most positions to visit for each; default: 2000");
    CLI11_PARSE(app, argc, argv);
    const auto material = Material::parse(asked.class_name);
    if (!material || !material->is_canonical()) {
        std::cerr << "prove_class: " << asked.class_name << " is no class of tables\n";
        return 2;
    }
    return solving->parsed() ? solve(asked, *material) : search(asked, *material);
} catch (const std::exception& error) {
    std::cerr << "prove_class: " << error.what() << "\n";
    return EXIT_FAILURE;
}
