// Asks the tables about the root first.
#include "engine.hpp"

#include <utility>

namespace dameotb::engine {

Engine::Engine(Tables tables, std::size_t hash_bytes) : tables_{std::move(tables)}, hash_{hash_bytes} {}

Result Engine::think(const Board& board, const Limits& limits, std::stop_token stop, const Report& report) {
    const auto known = from_tables(board.position());
    if (!known) {
        return Search{hash_, tables_, std::move(stop)}.run(board, limits, report);
    }
    if (report) {
        report(*known);
    }
    return *known;
}

std::optional<Result> Engine::from_tables(const Position& position) const {
    const auto ranked = tables_.ranked_moves(position);
    if (!ranked) {
        return std::nullopt;
    }
    Result result;
    result.score = score_of(ranked->front().outcome->value(), 0);
    result.line = tables_.best_line(position).value_or(Line{});
    if (result.line.empty()) {
        result.line = {ranked->front().move};  // a draw has no line to an end
    }
    return result;
}

}  // namespace dameotb::engine
