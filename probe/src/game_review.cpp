// Compares a move with the best one.
#include <dameotb/probe/game_review.hpp>

#include <algorithm>

namespace dameotb::probe {

namespace {

/// Returns the index of the move, or of one that leads to the same position.
std::size_t index_of(const auto& moves, const Position& position, const Move& move) {
    const Position wanted = rules::after(position, move);
    const auto found =
        std::ranges::find_if(moves, [&](const auto& listed) { return rules::after(position, listed.move) == wanted; });
    return static_cast<std::size_t>(found - moves.begin());
}

}  // namespace

std::optional<Wdl> MoveReview::thrown_away() const {
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

std::vector<Move> MoveReview::as_good() const {
    std::vector<Move> equals;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i != played && outcome() && moves[i].outcome == outcome()) {
            equals.push_back(moves[i].move);
        }
    }
    return equals;
}

MoveReview review(const Tablebase& tables, const Position& position, const Move& move) {
    MoveReview review{tables.known_moves(position), 0};
    review.played = index_of(review.moves, position, move);
    return review;
}

std::optional<Wdl> RuleReview::thrown_away() const {
    const std::optional<Wdl>& best = moves.front().outcome.wdl;
    return best && move().outcome.wdl && best != move().outcome.wdl ? best : std::nullopt;
}

std::vector<Move> RuleReview::as_good() const {
    std::vector<Move> equals;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i != played && move().outcome.wdl && moves[i].outcome == move().outcome &&
            moves[i].without == move().without) {
            equals.push_back(moves[i].move);
        }
    }
    return equals;
}

RuleReview review(const Tablebase& tables, const SiteGame& game, const Move& move) {
    RuleReview review{known_moves_in(tables, game), 0};
    review.played = index_of(review.moves, game.position(), move);
    return review;
}

}  // namespace dameotb::probe
