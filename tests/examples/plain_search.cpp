// Finds repetitions by comparing positions, not keys.
#include "plain_search.hpp"

#include <algorithm>
#include <vector>

#include "evaluation.hpp"

namespace dameotb::tests {

namespace {

using engine::Score;

class PlainSearch {
public:
    PlainSearch(const engine::Tables& tables, DrawRule rule) : tables_{tables}, rule_{rule} {}

    Score best_of(const Position& position, int depth, int ply, int counter) {
        const std::vector<Move> moves = rules::legal_moves(position);
        if (moves.empty()) {
            return -engine::win_score(ply);
        }
        if (rule_.exists() && counter >= rule_.plies) {
            return engine::draw_score;
        }
        if (depth == 0 && !rules::must_capture(position)) {
            return engine::evaluate(position);
        }
        path_.push_back(position);
        Score best = -engine::infinite;
        for (const Move& move : moves) {
            const int rest = move.is_capture() ? depth : depth - 1;
            const int next = rules::is_zeroing(position, move) ? 0 : counter + 1;
            best = std::max(best, -value(rules::after(position, move), rest, ply + 1, next));
        }
        path_.pop_back();
        return best;
    }

private:
    Score value(const Position& position, int depth, int ply, int counter) {
        if (std::ranges::find(path_, position) != path_.end()) {
            return engine::draw_score;
        }
        const auto known = tables_.value(position);
        if (!rule_.exists() || !known) {
            return known ? engine::score_of(*known, ply) : best_of(position, depth, ply, counter);
        }
        const auto under = tables_.tablebase()->probe({{position, counter}, {.name = {}, .draw_rule = rule_}}).wdl();
        return !under                ? best_of(position, depth, ply, counter)
               : *under == Wdl::Draw ? engine::draw_score
                                     : engine::score_of(*known, ply);
    }

    const engine::Tables& tables_;
    DrawRule rule_;
    std::vector<Position> path_;
};

}  // namespace

Score plain_search(const Position& position, int depth, const engine::Tables& tables, int counter, DrawRule rule) {
    return PlainSearch{tables, rule}.best_of(position, depth, 0, counter);
}

}  // namespace dameotb::tests
