// Counts each value of a table once, weighted, and reads all statistics off these counts.
#include <dameotb/gen/stats.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "parallel.hpp"
#include "value_codes.hpp"

namespace dameotb::gen {

namespace {

using rules::Colour;
using rules::Value;
using rules::Wdl;

constexpr std::size_t codes = 256;

/// How many placements have each value, by DTM code, and the first number that has it.
struct Histogram {
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    Histogram() { first.fill(none); }

    void add(Value value, std::uint64_t number, int weight) {
        const std::size_t code = dtm_code_of(value);
        placements[code] += static_cast<std::uint64_t>(weight);
        first[code] = std::min(first[code], number);
    }
    void add(const Histogram& other) {
        for (std::size_t code = 0; code < codes; ++code) {
            placements[code] += other.placements[code];
            first[code] = std::min(first[code], other.first[code]);
        }
    }

    std::array<std::uint64_t, codes> placements{};
    std::array<std::uint64_t, codes> first{};
};

/// One histogram a thread, added up: sums and minima do not depend on who counted what.
Histogram histogram_of(const FullTable& table, Colour side_to_move, int threads) {
    std::vector<Histogram> parts(static_cast<std::size_t>(threads));
    const std::uint64_t size = table.index().size();
    constexpr std::uint64_t task = 4096;
    parallel_for((size + task - 1) / task, threads, [&](std::size_t thread, std::uint64_t i) {
        for (std::uint64_t number = i * task; number < std::min((i + 1) * task, size); ++number) {
            parts[thread].add(table.value(side_to_move, number), number, table.index().weight(number));
        }
    });
    Histogram sum;
    for (const Histogram& part : parts) {
        sum.add(part);
    }
    return sum;
}

/// White's of a symmetric class, as Black's.
ClassStats flipped(ClassStats stats) {
    stats.side_to_move = Colour::Black;
    stats.stored = 0;
    for (std::optional<rules::Position>* longest : {&stats.longest_win, &stats.longest_loss}) {
        if (*longest) {
            *longest = (*longest)->flipped();
        }
    }
    return stats;
}

}  // namespace

ClassStats class_stats(const FullTable& table, Colour side_to_move, int threads) {
    if (side_to_move == Colour::Black && table.index().material().is_symmetric()) {
        return flipped(class_stats(table, Colour::White, threads));
    }
    const Histogram histogram = histogram_of(table, side_to_move, threads);
    ClassStats stats;
    stats.material = table.index().material();
    stats.side_to_move = side_to_move;
    stats.stored = table.index().size();
    // Codes rise with the distance, so the last win and the last loss met are the longest.
    for (std::size_t code = 0; code < codes; ++code) {
        const std::uint64_t placements = histogram.placements[code];
        if (placements == 0) {
            continue;
        }
        const Value value = value_of_dtm_code(static_cast<std::uint8_t>(code));
        stats.all += placements;
        if (value.wdl() == Wdl::Draw) {
            stats.draw += placements;
            continue;
        }
        const bool win = value.wdl() == Wdl::Win;
        (win ? stats.win : stats.loss) += placements;
        (win ? stats.longest_win_plies : stats.longest_loss_plies) = value.dtm().plies();
        (win ? stats.longest_win : stats.longest_loss) = table.index().unrank(histogram.first[code], side_to_move);
    }
    return stats;
}

}  // namespace dameotb::gen
