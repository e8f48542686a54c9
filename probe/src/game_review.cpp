// Compares a move with the best one.
#include <dameotb/probe/game_review.hpp>

#include <algorithm>

namespace dameotb::probe {

std::optional<rules::Wdl> MoveReview::thrown_away() const {
    const std::optional<Outcome>& best = moves.front().outcome;
    if (!best || !outcome() || best->wdl == outcome()->wdl) {
        return std::nullopt;
    }
    return best->wdl;
}

int MoveReview::plies_lost() const {
    const std::optional<Outcome>& best = moves.front().outcome;
    if (!best || !outcome() || best->wdl != outcome()->wdl || !best->plies || !outcome()->plies) {
        return 0;
    }
    return std::abs(*outcome()->plies - *best->plies);
}

std::vector<rules::Move> MoveReview::as_good() const {
    std::vector<rules::Move> equals;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i != played && outcome() && moves[i].outcome == outcome()) {
            equals.push_back(moves[i].move);
        }
    }
    return equals;
}

MoveReview review(const Tablebase& tables, const rules::Position& position, const rules::Move& move) {
    MoveReview review{tables.known_moves(position), 0};
    const rules::Position wanted = rules::after(position, move);
    const auto found = std::ranges::find_if(
        review.moves, [&](const RankedMove& ranked) { return rules::after(position, ranked.move) == wanted; });
    review.played = static_cast<std::size_t>(found - review.moves.begin());
    return review;
}

}  // namespace dameotb::probe
