// Ranks the moves of a position. A template over the set of tables, as resolution.hpp has it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "resolution.hpp"

namespace dameotb::probe {

/// Returns a number that is the lower, the more a player prefers the move: by result, then the fewer plies of a win or
/// the more of a loss. Where those of a draw rule are unknown, those to the end of the game stand for them. A move of
/// unknown result comes after draws, and one that may lose before losses; a rule can only turn wins and losses into
/// draws, so one that wins without it is at least a draw, and comes before those.
[[nodiscard]] inline int preference(const RankedMove& move) {
    static_assert(preference(Outcome::of(Wdl::Draw)) == 0);
    if (!move.outcome) {  // Odd numbers, between those of outcomes.
        return move.without ? 1 - 2 * static_cast<int>(move.without->wdl) : 1;
    }
    return 2 * preference(Outcome{move.outcome->wdl, move.outcome->plies ? move.outcome->plies
                                                     : move.without      ? move.without->plies
                                                                         : std::nullopt});
}

/// Sorts the moves by preference(move), best first; moves of equal worth stay in their order. Preference and order are
/// packed into one number, which sorts faster than the moves do.
inline void sort_by_preference(std::vector<RankedMove>& moves) {
    constexpr int order_bits = 32;
    std::vector<std::int64_t> keys;
    keys.reserve(moves.size());
    for (const RankedMove& move : moves) {
        const std::int64_t worth = preference(move);
        keys.push_back((worth << order_bits) + static_cast<std::int64_t>(keys.size()));
    }
    std::ranges::sort(keys);
    std::vector<RankedMove> sorted;
    sorted.reserve(moves.size());
    for (const std::int64_t key : keys) {
        sorted.push_back(moves[static_cast<std::uint32_t>(key)]);
    }
    moves = std::move(sorted);
}

/// Returns the first move whose outcome is unknown; null if there is none.
[[nodiscard]] inline const RankedMove* first_unknown(const std::vector<RankedMove>& moves) {
    const auto unknown = std::ranges::find_if(moves, [](const RankedMove& move) { return !move.outcome; });
    return unknown != moves.end() ? &*unknown : nullptr;
}

/// What is known of moves, in their order.
struct Evaluated {
    std::vector<RankedMove> moves;
    bool has_all_distances = true;  ///< From .dtm files: of a draw, too, the .wdl says only the result.
};

/// Evaluates moves. If `none` is not null, ends at the first one whose distance is unknown, and writes what is missing.
template <class Set>
Evaluated evaluate(Set& set, const Position& position, const std::vector<Move>& moves,
                   std::optional<NoTable>* none = nullptr) {
    Evaluated evaluated;
    evaluated.moves.reserve(moves.size());
    for (const Move& move : moves) {
        const Position next = rules::after(position, move);
        const Answer<Value> exact = resolve<DtmProbe>(set, next);
        if (const auto* value = std::get_if<Value>(&exact)) {
            const Outcome outcome = Outcome::of(value->before_move());
            evaluated.moves.push_back({move, outcome, outcome});
            continue;
        }
        if (none != nullptr) {
            *none = std::get<NoTable>(exact);
            break;
        }
        evaluated.has_all_distances = false;
        const Answer<Wdl> result = resolve<WdlProbe>(set, next);
        if (const auto* wdl = std::get_if<Wdl>(&result)) {
            const Outcome outcome = Outcome::of(opposite(*wdl));
            evaluated.moves.push_back({move, outcome, outcome});
        } else {
            evaluated.moves.push_back({.move = move, .missing = std::get<NoTable>(result).material});
        }
    }
    return evaluated;
}

/// Ranks moves as Tablebase::known_moves does; of equal worth they stay in their order.
inline std::vector<RankedMove> ranked(Evaluated evaluated) {
    auto& [moves, has_all_distances] = evaluated;
    if (!has_all_distances && first_unknown(moves) == nullptr) {
        for (RankedMove& move : moves) {
            move.outcome = move.without = Outcome::of(move.outcome->wdl);
        }
    }
    sort_by_preference(moves);
    return std::move(moves);
}

/// Returns all legal moves in a fixed order, those that lead to the same position once.
inline std::vector<Move> distinct_moves(const Position& position) {
    const auto squares = [](const Move& move) { return std::tuple{move.from, move.to, move.captured.bits()}; };
    std::vector<Move> moves = rules::legal_moves(position);
    std::ranges::sort(moves, {}, squares);
    rules::remove_repeated(moves);
    return moves;
}

/// Does what Tablebase::ranked_moves does.
template <class Set>
Answer<std::vector<RankedMove>> rank(Set& set, const Position& position) {
    std::optional<NoTable> none;
    Evaluated evaluated = evaluate(set, position, distinct_moves(position), &none);
    return none ? Answer<std::vector<RankedMove>>{*none} : ranked(std::move(evaluated));
}

/// Returns the tightest bounds on a position's outcome that follow from what its own tables say, if anything, and from
/// what is known of its moves. Requires: at least one move.
[[nodiscard]] OutcomeBounds bounds_of(const std::optional<Outcome>& own, const std::vector<RankedMove>& moves);

}  // namespace dameotb::probe
