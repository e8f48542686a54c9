#include <dameotb/probe/site_game.hpp>

#include <algorithm>
#include <limits>

#include <dameotb/probe/site_outcome.hpp>

#include "under_rule.hpp"

namespace dameotb::probe {

namespace {

/// Returns the moves of a position whose past is unknown.
std::vector<RuleMove> moves_of(const Tablebase& tables, const Position& position, const rules::SiteRules& site,
                               int counter) {
    if (site.draw_rule.exists()) {
        return known_moves_at(tables, position, site, counter);
    }
    std::vector<RuleMove> moves;
    for (const auto& [move, outcome] : tables.known_moves(position)) {
        const RuleOutcome result = outcome ? RuleOutcome{outcome->wdl} : RuleOutcome{};
        moves.push_back({move, rules::is_zeroing(position, move), result, outcome});
    }
    return moves;
}

/// Returns whether repetition makes a draw of a move's result.
bool is_drawn(const Tablebase& tables, const SiteGame& game, const RuleMove& move) {
    const Position next = rules::after(game.position(), move.move);
    if (game.would_draw(next)) {
        return true;
    }
    if (!game.lets_draw(move.move) || move.outcome.wdl.value_or(Wdl::Draw) == Wdl::Draw) {
        return false;
    }
    // The opponent who has lost takes the draw; one who has won is left with it if no other reply wins.
    const auto spoils_win = [&](const RuleMove& reply) {
        return game.would_draw(rules::after(next, reply.move)) || reply.outcome.wdl.value_or(Wdl::Win) != Wdl::Win;
    };
    return move.outcome.wdl == Wdl::Win ||
           std::ranges::all_of(moves_of(tables, next, game.site(), game.counter() + 1), spoils_win);
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

std::vector<RuleMove> known_moves_in(const Tablebase& tables, const SiteGame& game) {
    std::vector<RuleMove> moves = moves_of(tables, game.position(), game.site(), game.counter());
    if (game.may_be_drawn()) {
        for (RuleMove& move : moves) {
            if (is_drawn(tables, game, move)) {
                move.outcome = {Wdl::Draw, 0};
            }
        }
        sort_by_preference(moves);
    }
    return moves;
}

}  // namespace dameotb::probe
