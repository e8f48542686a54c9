// Counts placements by weight, and keeps the lowest index of the longest win and of the longest loss so far.
#include <dameotb/analysis/statistics/statistics.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace dameotb::analysis {

namespace {

const Value slowest_win = Value::win_in(scores::longest_plies - 1);
const Value slowest_loss = Value::loss_in(scores::longest_plies);
constexpr RuleValue slowest_rule_win = RuleValue::win_in(most_rule_plies);
constexpr RuleValue slowest_rule_loss = RuleValue::loss_in(most_rule_plies);

void add_counts(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& counts) {
    sums.resize(std::max(sums.size(), counts.size()));
    std::ranges::transform(counts, sums, sums.begin(), std::plus{});
}

}  // namespace

SideStatistics SideStatistics::flipped() const {
    SideStatistics other = *this;
    for (std::optional<Position>* longest : {&other.longest_win, &other.longest_loss}) {
        if (*longest) {
            *longest = (*longest)->flipped();
        }
    }
    return other;
}

std::vector<std::uint64_t> SideStatistics::by_plies() const {
    std::vector<std::uint64_t> counts = wins_by_plies;
    add_counts(counts, losses_by_plies);
    return counts;
}

bool SideCounts::Decided::reach(std::size_t plies) {
    if (plies >= by_plies.size()) {
        by_plies.resize(plies + 1);
        lowest_index = std::numeric_limits<std::uint64_t>::max();
    }
    return plies + 1 == by_plies.size();
}

void SideCounts::Decided::add(const index::ClassIndex& index, const ValueRow& row, Bitboard squares, DrawRule rule) {
    for (const Square square : squares) {
        const auto plies =
            static_cast<std::size_t>(rule.exists() ? row.rule_value(square).plies() : row.value(square).dtm().plies());
        if (reach(plies)) {
            const Position position = row.position(square);
            // The two differ only if the slice is its own mirror image.
            lowest_index = std::min({lowest_index, index.rank(position), index.rank(position.mirrored())});
        }
        by_plies[plies] += static_cast<std::uint64_t>(row.weight(square));
    }
}

void SideCounts::Decided::add(const Decided& other) {
    if (!other.by_plies.empty() && reach(other.by_plies.size() - 1)) {
        lowest_index = std::min(lowest_index, other.lowest_index);
    }
    add_counts(by_plies, other.by_plies);
}

void SideCounts::add(const index::ClassIndex& index, const ValueRow& row, DrawRule rule) {
    const Bitboard wins = rule.exists() ? row.between(slowest_rule_win, RuleValue::win_in(1))
                                        : row.between(slowest_win, Value::win_in(1));
    const Bitboard losses = rule.exists() ? row.between(RuleValue::loss_in(0), slowest_rule_loss)
                                          : row.between(Value::loss_in(0), slowest_loss);
    const Bitboard draws = row.squares() - wins - losses;
    draws_ += row.weight(draws);
    if (rule.exists()) {
        drawn_wins_ += row.weight(row.drawn_by_rule(Wdl::Win));
        drawn_losses_ += row.weight(row.drawn_by_rule(Wdl::Loss));
    }
    const Bitboard quiet = row.squares() - row.forced();
    quiet_.add({row.weight(quiet & wins), row.weight(quiet & draws), row.weight(quiet & losses)});
    wins_.add(index, row, wins, rule);
    losses_.add(index, row, losses, rule);
}

void SideCounts::add(const SideCounts& other) {
    draws_ += other.draws_;
    drawn_wins_ += other.drawn_wins_;
    drawn_losses_ += other.drawn_losses_;
    quiet_.add(other.quiet_);
    wins_.add(other.wins_);
    losses_.add(other.losses_);
}

SideStatistics SideCounts::statistics(const index::ClassIndex& index, Colour side_to_move) const {
    const auto sum = [](const Decided& decided) {
        return std::accumulate(decided.by_plies.begin(), decided.by_plies.end(), std::uint64_t{0});
    };
    const auto longest = [&](const Decided& decided) {
        return decided.by_plies.empty() ? std::nullopt
                                        : std::optional{index.unrank(decided.lowest_index, side_to_move)};
    };
    return {{sum(wins_), draws_, sum(losses_)},
            quiet_,
            wins_.by_plies,
            losses_.by_plies,
            longest(wins_),
            longest(losses_),
            drawn_wins_,
            drawn_losses_};
}

std::optional<SideStatistics> side_statistics(const ClassValues& values, Colour side_to_move,
                                              const ScanOptions& options) {
    if (side_to_move == Colour::Black && values.material().is_symmetric()) {
        const auto white = side_statistics(values, Colour::White, options);
        return white ? std::optional{white->flipped()} : std::nullopt;
    }
    const index::ClassIndex index{values.material()};
    SideCounts sum;
    const bool complete = scan<SideCounts>(
        values, side_to_move, options,
        [&](SideCounts& counts, const ValueRow& row) { counts.add(index, row, values.draw_rule()); },
        [&](const SideCounts& counts) { sum.add(counts); });
    return complete ? std::optional{sum.statistics(index, side_to_move)} : std::nullopt;
}

}  // namespace dameotb::analysis
