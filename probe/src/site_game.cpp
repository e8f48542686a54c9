
#include <dameotb/probe/site_game.hpp>

#include <algorithm>
#include <limits>

#include "site_tables.hpp"

namespace dameotb::probe {

namespace {

/// Returns whether repetition makes a draw of a move's result.
bool is_drawn(const Tablebase& tables, const SiteGame& game, const RankedMove& move) {
    const Position next = rules::after(game.position(), move.move);
    if (game.would_draw(next)) {
        return true;
    }
    if (!game.lets_draw(move.move) || !move.outcome || move.outcome->wdl == Wdl::Draw) {
        return false;
    }
    // The opponent who has lost takes the draw; one who has won is left with it if no other reply wins.
    const auto spoils_win = [&](const RankedMove& reply) {
        return game.would_draw(rules::after(next, reply.move)) || (reply.outcome && reply.outcome->wdl != Wdl::Win);
    };
    return move.outcome->wdl == Wdl::Win ||
           std::ranges::all_of(tables.known_moves({{next, game.counter() + 1}, game.site()}), spoils_win);
}

}  // namespace

SiteGame::SiteGame(const rules::SiteRules& site, const Position& start, int counter)
    : site_{site}, position_{start}, counter_{counter} {
    count_position();
}

void SiteGame::play(const Move& move) {
    const bool zeroing = rules::is_zeroing(position_, move);
    position_ = rules::after(position_, move);
    counter_ = zeroing ? 0 : counter_ + 1;
    if (zeroing) {
        occurrences_.clear();
        nearly_drawing_ = 0;
    }
    count_position();
}

bool SiteGame::lets_draw(const Move& move) const {
    if (!may_be_drawn() || rules::is_zeroing(position_, move)) {
        return false;
    }
    const Position next = rules::after(position_, move);
    return std::ranges::any_of(rules::legal_moves(next),
                               [&](const Move& reply) { return would_draw(rules::after(next, reply)); });
}

int SiteGame::drawing_occurrence() const {
    return site_.drawing_occurrence == 0 ? std::numeric_limits<int>::max() : site_.drawing_occurrence;
}

int SiteGame::occurrences_of(const Position& position) const {
    const auto found = occurrences_.find(position);
    return found == occurrences_.end() ? 0 : found->second;
}

void SiteGame::count_position() {
    nearly_drawing_ += ++occurrences_[position_] == drawing_occurrence() - 1 ? 1 : 0;
}

std::vector<RankedMove> known_moves_in(const Tablebase& tables, const SiteGame& game) {
    std::vector<RankedMove> moves = tables.known_moves({{game.position(), game.counter()}, game.site()});
    if (game.may_be_drawn()) {
        for (RankedMove& move : moves) {
            if (is_drawn(tables, game, move)) {
                move.outcome = drawn;
            }
        }
        sort_by_preference(moves);
    }
    return moves;
}

// Compares a move with the best one.

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
