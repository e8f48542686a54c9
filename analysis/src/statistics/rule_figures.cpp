// Makes one scan per side to move, like figures.cpp.
#include <dameotb/analysis/statistics/rule_figures.hpp>

#include <algorithm>
#include <functional>

#include "run/class_run.hpp"

namespace dameotb::analysis {

namespace {

constexpr RuleValue slowest_rule_win = RuleValue::win_in(most_rule_plies);
constexpr RuleValue slowest_rule_loss = RuleValue::loss_in(most_rule_plies);

/// The wins, or the losses, of one part of the class.
struct Decided {
    std::array<std::uint64_t, most_rule_plies + 1> by_plies{};
    detail::LongestDistance longest{0};

    void add(const index::ClassIndex& index, const ValueRow& row, Bitboard squares) {
        for (const Square square : squares) {
            const int plies = row.rule_value(square).plies();
            by_plies[static_cast<std::size_t>(plies)] += static_cast<std::uint64_t>(row.weight(square));
            if (plies >= longest.plies) {
                longest.add({plies, detail::first_number(index, row.position(square))});
            }
        }
    }
    void add(const Decided& other) {
        std::ranges::transform(by_plies, other.by_plies, by_plies.begin(), std::plus{});
        longest.add(other.longest);
    }

    void write(const index::ClassIndex& index, Colour side_to_move, std::uint64_t& sum,
               std::vector<std::uint64_t>& histogram, std::optional<Position>& most) const {
        histogram.assign(by_plies.begin(), by_plies.end());
        while (!histogram.empty() && histogram.back() == 0) {
            histogram.pop_back();
        }
        if (!histogram.empty()) {
            most = index.unrank(longest.number, side_to_move);
        }
        for (const std::uint64_t count : histogram) {
            sum += count;
        }
    }
};

struct RulePart {
    std::uint64_t draws = 0;
    std::uint64_t drawn_wins = 0;
    std::uint64_t drawn_losses = 0;
    Decided wins;
    Decided losses;

    void add(const index::ClassIndex& index, const ValueRow& row) {
        draws += row.weight(row.between(RuleValue{}, RuleValue{}));
        drawn_wins += row.weight(row.drawn_by_rule(Wdl::Win));
        drawn_losses += row.weight(row.drawn_by_rule(Wdl::Loss));
        wins.add(index, row, row.between(slowest_rule_win, RuleValue::win_in(1)));
        losses.add(index, row, row.between(RuleValue::loss_in(0), slowest_rule_loss));
    }
    void add(const RulePart& other) {
        draws += other.draws;
        drawn_wins += other.drawn_wins;
        drawn_losses += other.drawn_losses;
        wins.add(other.wins);
        losses.add(other.losses);
    }
};

}  // namespace

RuleStatistics RuleStatistics::flipped() const {
    RuleStatistics other = *this;
    for (std::optional<Position>* longest : {&other.longest_win, &other.longest_loss}) {
        if (*longest) {
            *longest = (*longest)->flipped();
        }
    }
    return other;
}

std::optional<RuleStatistics> rule_statistics(const ClassValues& values, Colour side_to_move,
                                              const ScanOptions& options) {
    if (side_to_move == Colour::Black && values.material().is_symmetric()) {
        const auto white = rule_statistics(values, Colour::White, options);
        return white ? std::optional{white->flipped()} : std::nullopt;
    }
    const index::ClassIndex index{values.material()};
    RulePart sum;
    const bool complete = scan<RulePart>(
        values, side_to_move, options, [&](RulePart& part, const ValueRow& row) { part.add(index, row); },
        [&](const RulePart& part) { sum.add(part); });
    if (!complete) {
        return std::nullopt;
    }
    RuleStatistics result;
    result.draws = sum.draws;
    result.drawn_wins = sum.drawn_wins;
    result.drawn_losses = sum.drawn_losses;
    sum.wins.write(index, side_to_move, result.wins, result.wins_by_plies, result.longest_win);
    sum.losses.write(index, side_to_move, result.losses, result.losses_by_plies, result.longest_loss);
    return result;
}

bool count_rule_figures(const std::vector<index::Material>& classes, const RunOptions& options,
                        const std::function<void(const RuleFigures&)>& take) {
    ClassRun run{options, classes.size()};
    for (const index::Material& material : classes) {
        if (!run.load(material)) {
            return false;
        }
        RuleFigures figures{.material = material, .rule = options.rule, .sides = {}};
        for (const Colour side : {Colour::White, Colour::Black}) {
            RuleStatistics& of_side = figures.sides[static_cast<std::size_t>(side)];
            if (side == Colour::Black && material.is_symmetric()) {
                of_side = figures.side(Colour::White).flipped();
                break;
            }
            auto counted = rule_statistics(run.values(), side, run.scan_options());
            if (!counted) {
                return false;
            }
            of_side = std::move(*counted);
        }
        take(figures);
    }
    return true;
}

}  // namespace dameotb::analysis
