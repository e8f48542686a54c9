// Measures the value of each part of the codec: bits per position with one part left out at a time, as Markdown. Usage:
// codec_ablation DIRECTORY POSITIONS CLASS... Trains and measures each variant on blocks with POSITIONS positions per
// side, selected as in codec_classes. Bits are computed from the probabilities, each block rounded up to bytes, without
// models. Not measured is what only another codec could leave out: the results of the .wdl, from which distances are
// coded.
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

#include <dameotb/index/quiet_positions.hpp>

#include "class_blocks.hpp"
#include "plain_encoder.hpp"

namespace {

using namespace dameotb;
using namespace dameotb::table;
using table::Metric;

constexpr Lanes lane(int i) {
    return Lanes{0xFF} << (8 * i);
}
constexpr Lanes along_lines =
    lane(hint::along_row) | lane(hint::along_file) | lane(hint::along_diagonal) | lane(hint::along_antidiagonal);

/// What a variant leaves out.
struct LeftOut {
    int vote = -1;  ///< A candidate's vote: it uses one context for all.
    bool runner_bound = false;
    bool fellow_bound = false;
    Lanes guesses = 0;  ///< These lanes are unknown.
    Lanes hints = 0;
    bool constant_rows = false;
    bool recent_relative_values = false;
};

/// All parts but those left out.
struct ChosenParts {
    static inline LeftOut left_out;

    static bool constant_rows() { return !left_out.constant_rows; }
    static bool recent_relative_values() { return !left_out.recent_relative_values; }
    static Neighbourhood seen(const Neighbourhood& around) {
        Neighbourhood seen = around;
        if (left_out.runner_bound || left_out.fellow_bound) {
            const LinesThrough lines{at(around.hints, hint::along_row), at(around.hints, hint::along_file),
                                     at(around.hints, hint::along_diagonal),
                                     at(around.hints, hint::along_antidiagonal)};
            const RelativeValue runner = left_out.runner_bound ? no_relative_value : lines.best();
            const RelativeValue fellow = at(around.hints, hint::fellow_bound);
            const RelativeValue bound = std::max(
                runner, left_out.fellow_bound || fellow == unknown_relative_value ? no_relative_value : fellow);
            seen.guesses = (seen.guesses & ~lane(guess::bound)) |
                           Lanes{bound == no_relative_value ? unknown_relative_value : bound} << (8 * guess::bound);
            seen.hints |=
                (left_out.runner_bound ? along_lines : 0) | (left_out.fellow_bound ? lane(hint::fellow_bound) : 0);
        }
        return {seen.guesses | left_out.guesses, seen.hints | left_out.hints};  // unknown_relative_value has all bits
    }
    static Contexts<candidate_votes> voting(Contexts<candidate_votes> contexts) {
        if (left_out.vote >= 0) {
            contexts[static_cast<std::size_t>(left_out.vote)] = 0;
        }
        return contexts;
    }

private:
    static RelativeValue at(Lanes lanes, int i) { return static_cast<RelativeValue>(lanes >> (8 * i)); }
};

/// Counts the bits that decisions would take.
class CountedBits {
public:
    static constexpr bool decodes = false;
    explicit CountedBits(const SideModel& model) : model_{model} {}

    bool candidate(const Contexts<candidate_votes>& contexts, bool actual) {
        return count(model_.candidates.probability(contexts), actual);
    }
    bool row(const Contexts<row_votes>& contexts, bool actual) {
        return count(model_.rows.probability(contexts), actual);
    }
    bool escape(const Contexts<escape_votes>& contexts, bool actual) {
        return count(model_.escapes.probability(contexts), actual);
    }
    void escaped(bool, RelativeValue) {}
    [[nodiscard]] double bits() const { return bits_; }

private:
    bool count(Probability yes, bool actual) {
        bits_ -= std::log2(static_cast<double>(actual ? yes : 65536 - yes) / 65536);
        return actual;
    }

    const SideModel& model_;
    double bits_ = 0;
};

/// Returns the total bytes of the blocks.
template <Metric metric>
double bytes_of(const index::ClassIndex& index, Colour mover, const std::vector<bench::Block>& training,
                const std::vector<bench::Block>& measured, const TrainingEffort& effort) {
    CodingSpace space;
    space.rows.take(index, mover);
    SideModel model{table::coding_of(metric), effort.table_bits};
    tests::learn_plainly<table::coding_of(metric), ChosenParts>(space, model, bench::codes_of(training, metric),
                                                                effort);
    double bytes = 0;
    for (const bench::Block& block : measured) {
        CountedBits bits{model};
        tests::code_plainly<table::coding_of(metric), ChosenParts>(space, model, bits, block.codes(metric));
        bytes += std::ceil(bits.bits() / 8);
    }
    return bytes;
}

struct Variant {
    const char* name;
    LeftOut left_out{};
    TrainingEffort effort{};
    std::uint32_t block_positions = table::block_positions;
};

std::vector<Variant> variants() {
    constexpr Lanes around =
        lane(guess::waiting_west) | lane(guess::waiting_south) | lane(guess::fellow_west) | lane(guess::same_kings);
    constexpr Lanes wests =
        lane(hint::west_of_same_kings) | lane(hint::west_of_waiting_south) | lane(hint::west_of_fellow_west);
    return {
        {"all parts"},
        {"vote 1: lines", {.vote = 0}},
        {"vote 2: guesses and misses", {.vote = 1}},
        {"vote 3: guesses and square", {.vote = 2}},
        {"vote 4: other rows, and to their west", {.vote = 3}},
        {"runner's line bounds", {.runner_bound = true}},
        {"fellow's line bounds", {.fellow_bound = true}},
        {"all line bounds", {.runner_bound = true, .fellow_bound = true}},
        {"waiting king to the west", {.guesses = lane(guess::waiting_west)}},
        {"waiting king to the south",
         {.guesses = lane(guess::waiting_south), .hints = lane(hint::west_of_waiting_south)}},
        {"fellow to the west", {.guesses = lane(guess::fellow_west), .hints = lane(hint::west_of_fellow_west)}},
        {"same kings in another slice", {.guesses = lane(guess::same_kings), .hints = lane(hint::west_of_same_kings)}},
        {"all neighbour rows", {.guesses = around, .hints = wests}},
        {"runner to the west and south", {.guesses = lane(guess::west) | lane(guess::south)}},
        {"recent distances", {.recent_relative_values = true}},
        {"constant rows and blocks", {.constant_rows = true}},
        {"tables of 2^12 votes", {}, {.table_bits = 12}},
        {"tables of 2^16 votes", {}, {.table_bits = 16}},
        {"one pass of training", {}, {.passes = 1}},
        {"blocks of 1,024 positions", {}, {}, 1024},
        {"blocks of 4,096 positions", {}, {}, 4096},
    };
}

/// Returns bits per position by metric, over both sides to move.
std::array<double, 2> measure(bench::ClassBlocks& blocks, std::uint64_t positions, const Variant& variant) {
    ChosenParts::left_out = variant.left_out;
    std::array<double, 2> bytes{};
    double measured_positions = 0;
    for (int side = 0; side < index::stored_sides(blocks.index().material()); ++side) {
        const auto mover = static_cast<Colour>(side);
        const std::vector<bench::Block> training = blocks.take(mover, positions, 1);
        const std::vector<bench::Block> measured = blocks.take(mover, positions, 12345);
        bytes[0] += bytes_of<Metric::Wdl>(blocks.index(), mover, training, measured, variant.effort);
        bytes[1] += bytes_of<Metric::Dtm>(blocks.index(), mover, training, measured, variant.effort);
        measured_positions += bench::positions_of(measured);
    }
    return {bytes[0] * 8 / measured_positions, bytes[1] * 8 / measured_positions};
}

void print_table(const std::vector<std::string>& arguments) {
    const std::uint64_t positions = std::stoull(arguments.at(1));
    const std::vector<std::string> classes{arguments.begin() + 2, arguments.end()};
    std::string head = "| |";
    std::string line = "|---|";
    for (const std::string& name : classes) {
        const auto material = index::Material::parse(name);
        if (!material || !index::QuietPositions::lie_in_rows(*material)) {
            throw std::invalid_argument{name + " is no class with kings and men"};
        }
        head += " " + name + " WDL | DTM |";
        line += "---:|---:|";
    }
    std::printf("%s\n%s\n", head.c_str(), line.c_str());
    std::map<std::string, std::array<double, 2>> whole;
    for (const Variant& variant : variants()) {
        std::printf("| %s |", variant.name);
        for (const std::string& name : classes) {
            bench::ClassBlocks blocks{arguments[0], *index::Material::parse(name), variant.block_positions};
            const std::array<double, 2> bits = measure(blocks, positions, variant);
            const auto [all, is_first] = whole.try_emplace(name, bits);
            for (std::size_t metric = 0; metric < 2; ++metric) {
                is_first ? std::printf(" %.4f |", bits[metric])
                         : std::printf(" %+.1f %% |", (bits[metric] / all->second[metric] - 1) * 100);
            }
            std::fflush(stdout);
        }
        std::printf("\n");
    }
}

}  // namespace

int main(int argc, char** argv) {
    return bench::run_on_classes(argc, argv, print_table);
}
