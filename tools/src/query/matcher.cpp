// Predicates in the order of what they cost.
#include "matcher.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "successors.hpp"

namespace dameotb::query {

namespace {

using gen::ValueRow;
using rules::Bitboard;
using rules::Position;
using rules::Square;
using rules::Value;
using rules::Wdl;

const Value slowest_win = Value::win_in(gen::most_plies - 1);
const Value fastest_win = Value::win_in(1);
const Value slowest_loss = Value::loss_in(gen::most_plies);
const Value fastest_loss = Value::loss_in(0);

bool is_zugzwang(const Position& position, Wdl result, Zugzwang zugzwang, const Lookup& lookup) {
    Position other = position;
    other.side_to_move = opponent(position.side_to_move);
    const Wdl other_result = lookup(other).wdl();
    return zugzwang == Zugzwang::Full ? result == Wdl::Loss && other_result == Wdl::Loss
                                      : result < opposite(other_result);
}

/// A position in the order in which a set keeps them.
using Key = std::array<std::uint64_t, 5>;
Key key_of(const Position& p) {
    return {p.white().men.bits(), p.white().kings.bits(), p.black().men.bits(), p.black().kings.bits(),
            static_cast<std::uint64_t>(p.side_to_move)};
}

/// Depth-first over all best defences. What has been gone through once need not be again: it passed, or all is over.
class SolutionSearch {
public:
    explicit SolutionSearch(const Lookup& lookup) : lookup_{lookup} {}

    bool is_unique(const Position& position, Value value) {
        const bool winner_to_move = value.wdl() == Wdl::Win;
        if (value == fastest_win || !seen_.insert(key_of(position)).second) {
            return true;
        }
        int winning = 0;
        std::vector<std::pair<Position, Value>> next;
        for_each_successor_while(position, [&](const Position& successor) {
            const Value reached = lookup_(successor);
            winning += reached.wdl() == Wdl::Loss ? 1 : 0;
            if (reached.before_move() == value) {
                next.emplace_back(successor, reached);
            }
            return !winner_to_move || winning <= 1;
        });
        if (winner_to_move && winning > 1) {
            return false;
        }
        return std::ranges::all_of(next, [this](const auto& step) { return is_unique(step.first, step.second); });
    }

private:
    const Lookup& lookup_;
    std::set<Key> seen_;
};

}  // namespace

Bitboard in_zugzwang(const ValueRow& row, Zugzwang zugzwang) {
    const ValueRow other = row.other_side_to_move();
    const Bitboard lost = row.between(fastest_loss, slowest_loss);
    const Bitboard other_lost = other.between(fastest_loss, slowest_loss);
    if (zugzwang == Zugzwang::Full) {
        return lost & other_lost;
    }
    const Bitboard draws = row.between(Value::draw(), Value::draw());
    const Bitboard other_won = other.between(slowest_win, fastest_win);
    return (lost - other_won) | (draws & other_lost);
}

bool has_unique_solution(const Lookup& lookup, const Position& position, Value value) {
    return SolutionSearch{lookup}.is_unique(position, value);
}

Bitboard Matcher::candidates(const ValueRow& row) const {
    Bitboard squares;
    for (const auto& [least, most] : ranges_) {
        squares |= row.between(least, most);
    }
    if (query_.zugzwang && !squares.empty()) {
        squares &= in_zugzwang(row, *query_.zugzwang);
    }
    if (query_.capture && !squares.empty()) {
        squares = *query_.capture ? squares & row.forced() : squares - row.forced();
    }
    return squares;
}

bool Matcher::numbers_of_moves_match(const Position& position, Value value, const Lookup& lookup) const {
    const IntRange winning_range = query_.winning_moves.value_or(IntRange{});
    const IntRange best_range = query_.best_moves.value_or(IntRange{});
    int winning = 0;
    int best = 0;
    for_each_successor_while(position, [&](const Position& successor) {
        const Value worth = lookup(successor).before_move();
        winning += worth.wdl() == Wdl::Win ? 1 : 0;
        best += worth == value ? 1 : 0;
        return winning <= winning_range.most && best <= best_range.most;
    });
    return winning_range.contains(winning) && best_range.contains(best);
}

bool Matcher::moves_match(const Position& position, Value value, const Lookup& lookup) const {
    return (!query_.asks_for_moves() || numbers_of_moves_match(position, value, lookup)) &&
           (!query_.unique_solution || has_unique_solution(lookup, position, value));
}

Bitboard Matcher::matching(const ValueRow& row, Bitboard squares, const Lookup& lookup) const {
    Bitboard matching = candidates(row) & squares;
    if (query_.asks_for_moves() || query_.unique_solution) {
        for (const Square square : matching) {
            if (!moves_match(row.position(square), row.value(square), lookup)) {
                matching -= square;
            }
        }
    }
    return matching;
}

bool Matcher::matches(const Position& position, const Lookup& lookup) const {
    const Value value = lookup(position);
    const auto admits = [value](const ValueRange& range) { return range.first <= value && value <= range.second; };
    return std::ranges::any_of(ranges_, admits) &&
           (!query_.zugzwang || is_zugzwang(position, value.wdl(), *query_.zugzwang, lookup)) &&
           (!query_.capture || *query_.capture == rules::must_capture(position)) &&
           moves_match(position, value, lookup);
}

void Matcher::add_found(const ValueRow& row, const Lookup& lookup, std::vector<Found>& found) const {
    for (const Square square : candidates(row)) {
        const auto position = image_with_placed(query_, row.position(square));
        const Value value = row.value(square);
        if (position && moves_match(*position, value, lookup)) {
            found.push_back({*position, value});
        }
    }
}

}  // namespace dameotb::query
