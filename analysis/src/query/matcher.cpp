// Tries the predicates in order of cost.
#include <dameotb/analysis/query/matcher.hpp>

#include <algorithm>
#include <array>
#include <set>

#include <dameotb/analysis/query/successors.hpp>

namespace dameotb::query {

namespace {

using analysis::ValueRow;

const Value slowest_win = Value::win_in(scores::longest_plies - 1);
const Value fastest_win = Value::win_in(1);
const Value slowest_loss = Value::loss_in(scores::longest_plies);
const Value fastest_loss = Value::loss_in(0);

bool is_zugzwang(const Position& position, Wdl result, Zugzwang zugzwang, Lookup& lookup) {
    Position other = position;
    other.side_to_move = opponent(position.side_to_move);
    const Wdl other_result = lookup(other).wdl();
    return zugzwang == Zugzwang::Mutual ? result == Wdl::Loss && other_result == Wdl::Loss
                                        : result < opposite(other_result);
}

/// A position as a key of an ordered set.
using Key = std::array<std::uint64_t, 5>;
Key key_of(const Position& p) {
    return {p.white().men.bits(), p.white().kings.bits(), p.black().men.bits(), p.black().kings.bits(),
            static_cast<std::uint64_t>(p.side_to_move)};
}

/// A depth-first search over all best defences. A position with the loser to move is searched only once: either it
/// passed the first time, or the search has ended.
class SolutionSearch {
public:
    explicit SolutionSearch(Lookup& lookup) : lookup_{lookup} {}

    bool is_unique(const Position& position, Value value) {
        if (value.dtm() <= always_unique) {
            return true;
        }
        return value.wdl() == Wdl::Win ? one_move_wins(position) : all_defences_lose_so(position, value);
    }

private:
    /// Up to a loss in 2, the winner's only turn is the last move.
    static constexpr Dtm always_unique{2};

    bool one_move_wins(const Position& position) {
        int winning = 0;
        Position lost;
        Value loss;
        for_each_successor_while(position, [&](const Position& successor) {
            const Value reached = lookup_(successor);
            if (reached.wdl() == Wdl::Loss) {
                lost = successor;
                loss = reached;
                ++winning;
            }
            return winning <= 1;
        });
        return winning == 1 && is_unique(lost, loss);
    }

    bool all_defences_lose_so(const Position& position, Value value) {
        if (!seen_.insert(key_of(position)).second) {
            return true;
        }
        bool unique = true;
        for_each_successor_while(position, [&](const Position& successor) {
            const Value reached = lookup_(successor);
            unique = reached.before_move() != value || is_unique(successor, reached);
            return unique;
        });
        return unique;
    }

    Lookup& lookup_;
    std::set<Key> seen_;
};

}  // namespace

Bitboard in_zugzwang(const analysis::ValueRow& row, Zugzwang zugzwang) {
    const analysis::ValueRow other = row.other_side_to_move();
    const Bitboard lost = row.between(fastest_loss, slowest_loss);
    const Bitboard other_lost = other.between(fastest_loss, slowest_loss);
    if (zugzwang == Zugzwang::Mutual) {
        return lost & other_lost;
    }
    const Bitboard draws = row.between(Value::draw(), Value::draw());
    const Bitboard other_won = other.between(slowest_win, fastest_win);
    return (lost - other_won) | (draws & other_lost);
}

bool has_unique_solution(Lookup& lookup, const Position& position, Value value) {
    return SolutionSearch{lookup}.is_unique(position, value);
}

Bitboard Matcher::candidates(const analysis::ValueRow& row) const {
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

Bitboard Matcher::with_placed(const analysis::ValueRow& row, Bitboard squares) const {
    if (query_.asks_for_squares()) {
        for (const Square square : squares) {
            if (!image_with_placed(query_, row.position(square))) {
                squares -= square;
            }
        }
    }
    return squares;
}

bool Matcher::numbers_match(Value value, int winning, int best) const {
    const bool has_turn = value.wdl() == Wdl::Win && value != fastest_win;
    return (!query_.winning_moves || query_.winning_moves->contains(winning)) &&
           (!query_.best_moves || query_.best_moves->contains(best)) &&
           !(query_.unique_solution && has_turn && winning != 1);
}

bool Matcher::numbers_match(const Position& position, Value value, Lookup& lookup) const {
    if (!query_.asks_for_moves()) {
        return true;
    }
    const int most_winning = query_.winning_moves.value_or(IntRange{}).most;
    const int most_best = query_.best_moves.value_or(IntRange{}).most;
    int winning = 0;
    int best = 0;
    for_each_successor_while(position, [&](const Position& successor) {
        const Value worth = lookup(successor).before_move();
        winning += worth.wdl() == Wdl::Win ? 1 : 0;
        best += worth == value ? 1 : 0;
        return winning <= most_winning && best <= most_best;
    });
    return numbers_match(value, winning, best);
}

bool Matcher::solution_matches(const Position& position, Value value, Lookup& lookup) const {
    return !query_.unique_solution || has_unique_solution(lookup, position, value);
}

Bitboard Matcher::with_moves(const analysis::ValueRow& row, Bitboard squares, Lookup& lookup) const {
    if (squares.empty() || !(query_.asks_for_moves() || query_.unique_solution)) {
        return squares;
    }
    const auto [counted, counts] = lookup.quiet_move_counts(row, squares);
    for (const Square square : squares) {
        const auto i = static_cast<std::size_t>(square.index());
        const Position position = row.position(square);
        const Value value = row.value(square);
        const bool numbers_do = counted.contains(square) ? numbers_match(value, counts.winning[i], counts.best[i])
                                                         : numbers_match(position, value, lookup);
        if (!numbers_do || !solution_matches(position, value, lookup)) {
            squares -= square;
        }
    }
    return squares;
}

Bitboard Matcher::matching(const analysis::ValueRow& row, Bitboard squares, Lookup& lookup) const {
    return with_moves(row, candidates(row) & squares, lookup);
}

bool Matcher::matches(const Position& position, Lookup& lookup) const {
    if (query_.result && query_ == Query{.result = query_.result}) {
        return lookup.result(position) == *query_.result;
    }
    const Value value = lookup(position);
    return contains(ranges_, value) &&
           (!query_.zugzwang || is_zugzwang(position, value.wdl(), *query_.zugzwang, lookup)) &&
           (!query_.capture || *query_.capture == rules::must_capture(position)) &&
           numbers_match(position, value, lookup) && solution_matches(position, value, lookup);
}

Bitboard Matcher::answering(const analysis::ValueRow& row, Lookup& lookup) const {
    return with_moves(row, with_placed(row, candidates(row)), lookup);
}

}  // namespace dameotb::query
