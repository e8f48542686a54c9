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

/// The reason of the error for a line that the tables do not agree on.
inline constexpr const char* contradiction_text =
    "a value does not follow from its successors: the tables contradict each other; run dameotb verify";

/// The preference of a move of which nothing is known: before the longest loss.
inline constexpr int preference_of_unknown = preference(Outcome::of(Wdl::Draw)) + 1;

/// Returns a number that is the lower, the more a player prefers the move.
[[nodiscard]] inline int preference(const RankedMove& move) {
    return move.outcome ? preference(*move.outcome) : preference_of_unknown;
}

/// Sorts the moves by preference(move), best first; moves of equal worth stay in their order. Preference and order are
/// packed into one number, which sorts faster than the moves do.
template <class Ranked>
void sort_by_preference(std::vector<Ranked>& moves) {
    constexpr int order_bits = 32;
    std::vector<std::int64_t> keys;
    keys.reserve(moves.size());
    for (const Ranked& move : moves) {
        const std::int64_t worth = preference(move);
        keys.push_back((worth << order_bits) + static_cast<std::int64_t>(keys.size()));
    }
    std::ranges::sort(keys);
    std::vector<Ranked> sorted;
    sorted.reserve(moves.size());
    for (const std::int64_t key : keys) {
        sorted.push_back(moves[static_cast<std::uint32_t>(key)]);
    }
    moves = std::move(sorted);
}

/// What is known of moves, in their order.
struct Evaluated {
    std::vector<RankedMove> moves;
    bool has_all_distances = true;  ///< From .dtm files: of a draw, too, the .wdl says only the result.
};

/// Evaluates moves. With `all_distances`, ends at the first one whose distance is unknown.
template <class Set>
Answer<Evaluated> evaluate(Set& set, const Position& position, const std::vector<Move>& moves, bool all_distances) {
    Evaluated evaluated;
    evaluated.moves.reserve(moves.size());
    for (const Move& move : moves) {
        const Position next = rules::after(position, move);
        const Answer<Value> exact = resolve<DtmProbe>(set, next);
        if (const auto* value = std::get_if<Value>(&exact)) {
            evaluated.moves.push_back({move, Outcome::of(value->before_move())});
            continue;
        }
        if (all_distances) {
            return std::get<NoTable>(exact);
        }
        evaluated.has_all_distances = false;
        const Answer<Wdl> result = resolve<WdlProbe>(set, next);
        const auto* wdl = std::get_if<Wdl>(&result);
        evaluated.moves.push_back({move, wdl != nullptr ? std::optional{Outcome::of(opposite(*wdl))} : std::nullopt});
    }
    return evaluated;
}

/// Ranks moves as Tablebase::known_moves does; of equal worth they stay in their order.
inline std::vector<RankedMove> ranked(Evaluated evaluated) {
    auto& [moves, has_all_distances] = evaluated;
    if (!has_all_distances && std::ranges::all_of(moves, [](const RankedMove& move) { return !!move.outcome; })) {
        for (RankedMove& move : moves) {
            move.outcome = Outcome::of(move.outcome->wdl);
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

/// Returns the moves, best first, as Tablebase::ranked_moves does with `all_distances`, otherwise as known_moves does.
template <class Set>
Answer<std::vector<RankedMove>> rank(Set& set, const Position& position, const std::vector<Move>& moves,
                                     bool all_distances) {
    Answer<Evaluated> answer = evaluate(set, position, moves, all_distances);
    if (const auto* none = std::get_if<NoTable>(&answer)) {
        return *none;
    }
    return ranked(std::get<Evaluated>(std::move(answer)));
}

/// The same of all legal moves.
template <class Set>
Answer<std::vector<RankedMove>> rank(Set& set, const Position& position, bool all_distances) {
    return rank(set, position, distinct_moves(position), all_distances);
}

/// Returns the bounds of a position's outcome from what is known of its moves. Requires: at least one move.
[[nodiscard]] OutcomeBounds bounds_of_best(const std::vector<RankedMove>& moves);

/// Returns whether a probe has all that there is to know of the position.
inline bool is_exact(const Answer<Outcome>& answer) {
    const auto* outcome = std::get_if<Outcome>(&answer);
    return outcome != nullptr && outcome->plies;
}

/// Returns the bounds of a position's outcome. `answer`: of a probe of it. `moves`: may be empty if
/// is_exact(answer).
[[nodiscard]] OutcomeBounds bounds_of(const Answer<Outcome>& answer, const std::vector<RankedMove>& moves);

}  // namespace dameotb::probe
