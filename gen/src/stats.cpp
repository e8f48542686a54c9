// Counts scores by rows and by their weights; of the longest win and loss met so far the first number is kept.
#include <dameotb/gen/stats.hpp>

#include <algorithm>
#include <limits>

#include <dameotb/index/class_index.hpp>

namespace dameotb::gen {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::Square;
using rules::Value;
using rules::Wdl;

/// The longest win or the longest loss, and the lowest number that has it.
struct Longest {
    int plies;
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max();

    void add(int plies_met, std::uint64_t number_met) {
        if (plies_met > plies || (plies_met == plies && number_met < number)) {
            *this = {plies_met, number_met};
        }
    }
};

/// What is counted of one part of the class. Sums and least numbers do not depend on the order of parts.
struct Counts {
    std::uint64_t win = 0;
    std::uint64_t draw = 0;
    std::uint64_t loss = 0;
    Longest longest_win{1};
    Longest longest_loss{0};
};

/// A number stands for a placement and for its mirror image, but in a self-mirrored slice each has its own.
std::uint64_t first_number(const index::ClassIndex& index, const Position& position) {
    return std::min(index.rank(position), index.rank(position.mirrored()));
}

std::uint64_t weight_of(const ValueRow& row, Bitboard squares) {
    std::uint64_t weight = 0;
    for (const Square square : squares) {
        weight += static_cast<std::uint64_t>(row.weight(square));
    }
    return weight;
}

/// `squares`: those that take at least as long as the longest so far.
void count_longest(const index::ClassIndex& index, const ValueRow& row, Bitboard squares, Longest& longest) {
    for (const Square square : squares) {
        longest.add(row.value(square).dtm().plies(), first_number(index, row.position(square)));
    }
}

void count(const index::ClassIndex& index, const ValueRow& row, Counts& counts) {
    const Value slowest_win = Value::win_in(most_plies - 1);
    const Value slowest_loss = Value::loss_in(most_plies);
    const Bitboard wins = row.between(slowest_win, Value::win_in(1));
    const Bitboard losses = row.between(Value::loss_in(0), slowest_loss);
    counts.win += weight_of(row, wins);
    counts.loss += weight_of(row, losses);
    counts.draw += weight_of(row, row.squares() - wins - losses);
    count_longest(index, row, row.between(slowest_win, Value::win_in(counts.longest_win.plies)), counts.longest_win);
    count_longest(index, row, row.between(Value::loss_in(counts.longest_loss.plies), slowest_loss),
                  counts.longest_loss);
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

ClassStats class_stats(const ClassValues& values, Colour side_to_move, int threads) {
    if (side_to_move == Colour::Black && values.material().is_symmetric()) {
        return flipped(class_stats(values, Colour::White, threads));
    }
    const index::ClassIndex index{values.material()};
    ClassStats stats;
    stats.material = values.material();
    stats.side_to_move = side_to_move;
    stats.stored = index.size();
    Counts sum;
    const auto add = [&](const Counts& counts) {
        sum.win += counts.win;
        sum.draw += counts.draw;
        sum.loss += counts.loss;
        sum.longest_win.add(counts.longest_win.plies, counts.longest_win.number);
        sum.longest_loss.add(counts.longest_loss.plies, counts.longest_loss.number);
    };
    scan<Counts>(
        values, side_to_move, {.threads = threads},
        [&](Counts& counts, const ValueRow& row) { count(index, row, counts); }, add);
    stats.win = sum.win;
    stats.draw = sum.draw;
    stats.loss = sum.loss;
    stats.all = sum.win + sum.draw + sum.loss;
    if (sum.win > 0) {
        stats.longest_win_plies = sum.longest_win.plies;
        stats.longest_win = index.unrank(sum.longest_win.number, side_to_move);
    }
    if (sum.loss > 0) {
        stats.longest_loss_plies = sum.longest_loss.plies;
        stats.longest_loss = index.unrank(sum.longest_loss.number, side_to_move);
    }
    return stats;
}

}  // namespace dameotb::gen
