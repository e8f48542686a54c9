// Counts scores by rows and by their weights; of the longest win and loss met so far the first number is kept.
#include <dameotb/gen/stats.hpp>

#include <algorithm>

namespace dameotb::gen {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::Square;
using rules::Value;
using rules::Wdl;

const Value slowest_win = Value::win_in(most_plies - 1);
const Value slowest_loss = Value::loss_in(most_plies);

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

void count(const index::ClassIndex& index, const ValueRow& row, Counts& counts) {
    const Bitboard wins = row.between(slowest_win, Value::win_in(1));
    const Bitboard losses = row.between(Value::loss_in(0), slowest_loss);
    counts.win += weight_of(row, wins);
    counts.loss += weight_of(row, losses);
    counts.draw += weight_of(row, row.squares() - wins - losses);
    counts.longest_win.add_wins(index, row);
    counts.longest_loss.add_losses(index, row);
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

void Longest::add(const Longest& other) {
    if (other.plies > plies || (other.plies == plies && other.number < number)) {
        *this = other;
    }
}

void Longest::add_wins(const index::ClassIndex& index, const ValueRow& row) {
    add(index, row, row.between(slowest_win, Value::win_in(plies)));
}

void Longest::add_losses(const index::ClassIndex& index, const ValueRow& row) {
    add(index, row, row.between(Value::loss_in(plies), slowest_loss));
}

void Longest::add(const index::ClassIndex& index, const ValueRow& row, Bitboard squares) {
    for (const Square square : squares) {
        add({row.value(square).dtm().plies(), first_number(index, row.position(square))});
    }
}

ClassStats class_stats(const ClassValues& values, Colour side_to_move, int threads, const std::atomic<bool>* stop) {
    if (side_to_move == Colour::Black && values.material().is_symmetric()) {
        return flipped(class_stats(values, Colour::White, threads, stop));
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
        sum.longest_win.add(counts.longest_win);
        sum.longest_loss.add(counts.longest_loss);
    };
    scan<Counts>(
        values, side_to_move, {.threads = threads, .stop = stop},
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
