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
    explicit PlainSearch(const engine::Tables& tables) : tables_{tables} {}

    Score best_of(const Position& position, int depth, int ply) {
        const std::vector<Move> moves = rules::legal_moves(position);
        if (moves.empty()) {
            return -engine::win_score(ply);
        }
        if (depth == 0 && !rules::must_capture(position)) {
            return engine::evaluate(position);
        }
        path_.push_back(position);
        Score best = -engine::infinite;
        for (const Move& move : moves) {
            const int rest = move.is_capture() ? depth : depth - 1;
            best = std::max(best, -value(rules::after(position, move), rest, ply + 1));
        }
        path_.pop_back();
        return best;
    }

private:
    Score value(const Position& position, int depth, int ply) {
        if (std::ranges::find(path_, position) != path_.end()) {
            return engine::draw_score;
        }
        const auto known = tables_.value(position);
        return known ? engine::score_of(*known, ply) : best_of(position, depth, ply);
    }

    const engine::Tables& tables_;
    std::vector<Position> path_;
};

}  // namespace

Score plain_search(const Position& position, int depth, const engine::Tables& tables) {
    return PlainSearch{tables}.best_of(position, depth, 0);
}

}  // namespace dameotb::tests
