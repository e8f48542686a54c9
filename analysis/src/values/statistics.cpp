// Counts placements by weight, and keeps the lowest index of the longest win and of the longest loss so far.
#include <dameotb/analysis/values/statistics.hpp>

#include <algorithm>
#include <functional>

namespace dameotb::analysis {

namespace {

const Value slowest_win = Value::win_in(scores::longest_plies - 1);
const Value slowest_loss = Value::loss_in(scores::longest_plies);

}  // namespace

namespace detail {

// They differ only if the slice is its own mirror image.
std::uint64_t first_number(const index::ClassIndex& index, const Position& position) {
    return std::min(index.rank(position), index.rank(position.mirrored()));
}

void LongestDistance::add(const LongestDistance& other) {
    if (other.plies > plies || (other.plies == plies && other.number < number)) {
        *this = other;
    }
}

}  // namespace detail

SideStatistics SideStatistics::flipped() const {
    SideStatistics other = *this;
    for (std::optional<Position>* longest : {&other.longest_win, &other.longest_loss}) {
        if (*longest) {
            *longest = (*longest)->flipped();
        }
    }
    return other;
}

std::optional<int> SideStatistics::longest_plies(int parity) const {
    for (int plies = static_cast<int>(by_plies.size()) - 1; plies >= 0; --plies) {
        if (plies % 2 == parity && by_plies[static_cast<std::size_t>(plies)] > 0) {
            return plies;
        }
    }
    return std::nullopt;
}

void SideCounts::add_longest(detail::LongestDistance& longest, const index::ClassIndex& index, const ValueRow& row,
                             Bitboard squares) {
    for (const Square square : squares) {
        longest.add({row.value(square).dtm().plies(), detail::first_number(index, row.position(square))});
    }
}

void SideCounts::add(const index::ClassIndex& index, const ValueRow& row) {
    const Bitboard draws = row.between(Value::draw(), Value::draw());
    draws_ += row.weight(draws);
    const Bitboard quiet = row.squares() - row.forced();
    const Bitboard wins = row.between(slowest_win, Value::win_in(1));
    quiet_.add({row.weight(quiet & wins), row.weight(quiet & draws), row.weight(quiet - wins - draws)});
    for (const Square square : row.squares() - draws) {
        by_plies_[static_cast<std::size_t>(row.value(square).dtm().plies())] +=
            static_cast<std::uint64_t>(row.weight(square));
    }
    add_longest(longest_win_, index, row, row.between(slowest_win, Value::win_in(longest_win_.plies)));
    add_longest(longest_loss_, index, row, row.between(Value::loss_in(longest_loss_.plies), slowest_loss));
}

void SideCounts::add(const SideCounts& other) {
    draws_ += other.draws_;
    quiet_.add(other.quiet_);
    std::ranges::transform(by_plies_, other.by_plies_, by_plies_.begin(), std::plus{});
    longest_win_.add(other.longest_win_);
    longest_loss_.add(other.longest_loss_);
}

SideStatistics SideCounts::statistics(const index::ClassIndex& index, Colour side_to_move) const {
    SideStatistics result;
    result.draws = draws_;
    result.quiet = quiet_;
    result.by_plies.assign(by_plies_.begin(), by_plies_.end());
    while (!result.by_plies.empty() && result.by_plies.back() == 0) {
        result.by_plies.pop_back();
    }
    for (std::size_t plies = 0; plies < result.by_plies.size(); ++plies) {
        (plies % 2 == 1 ? result.wins : result.losses) += result.by_plies[plies];
    }
    if (result.wins > 0) {
        result.longest_win = index.unrank(longest_win_.number, side_to_move);
    }
    if (result.losses > 0) {
        result.longest_loss = index.unrank(longest_loss_.number, side_to_move);
    }
    return result;
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
        values, side_to_move, options, [&](SideCounts& counts, const ValueRow& row) { counts.add(index, row); },
        [&](const SideCounts& counts) { sum.add(counts); });
    return complete ? std::optional{sum.statistics(index, side_to_move)} : std::nullopt;
}

}  // namespace dameotb::analysis
