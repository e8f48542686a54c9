// Compares a move with the best one.
#include <dameotb/probe/game_review.hpp>

#include <algorithm>

namespace dameotb::probe {

std::optional<Wdl> MoveReview::thrown_away() const {
    const std::optional<Outcome>& best = moves.front().outcome;
    const std::optional<Outcome>& outcome = move().outcome;
    return best && outcome && best->wdl != outcome->wdl ? std::optional{best->wdl} : std::nullopt;
}

int MoveReview::plies_lost() const {
    const std::optional<Outcome>& best = moves.front().outcome;
    const std::optional<Outcome>& outcome = move().outcome;
    if (!best || !outcome || best->wdl != outcome->wdl || !best->plies || !outcome->plies) {
        return 0;
    }
    return std::abs(*outcome->plies - *best->plies);
}

std::vector<Move> MoveReview::as_good() const {
    std::vector<Move> equals;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i != played && move().outcome && moves[i].outcome == move().outcome && moves[i].without == move().without) {
            equals.push_back(moves[i].move);
        }
    }
    return equals;
}

MoveReview review(const Tablebase& tables, const SiteGame& game, const Move& move) {
    MoveReview review{known_moves_in(tables, game), 0};
    const Position wanted = rules::after(game.position(), move);
    const auto played = std::ranges::find_if(
        review.moves, [&](const RankedMove& listed) { return rules::after(game.position(), listed.move) == wanted; });
    review.played = static_cast<std::size_t>(played - review.moves.begin());
    return review;
}

}  // namespace dameotb::probe
