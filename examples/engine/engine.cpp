// Asks the tables about the root first, then for a proof.
#include "engine.hpp"

#include <chrono>
#include <limits>
#include <utility>

namespace dameotb::engine {

namespace {

constexpr std::size_t prover_part = 4;  ///< A quarter of the memory is for proofs.
constexpr int time_part = 4;            ///< A quarter of the time is.
constexpr std::uint64_t nodes_without_time = 20'000;
constexpr int most_pieces_to_prove = 14;  ///< With more, hardly anything is proven.

}  // namespace

Engine::Engine(Tables tables, std::size_t hash_bytes)
    : tables_{std::move(tables)}, hash_{hash_bytes - hash_bytes / prover_part} {
    if (tables_.tablebase() != nullptr) {
        prover_.emplace(*tables_.tablebase(), hash_bytes / prover_part);
    }
}

Result Engine::think(const Board& board, const Limits& limits, std::stop_token stop, const Report& report) {
    auto known = from_tables(board);
    if (!known) {
        const auto start = std::chrono::steady_clock::now();
        known = from_proof(board, limits, stop);
        if (!known) {
            Limits left = limits;
            if (left.time) {
                *left.time -= std::chrono::steady_clock::now() - start;
            }
            return Search{hash_, tables_, std::move(stop)}.run(board, left, report);
        }
    }
    if (report) {
        report(*known);
    }
    return *known;
}

std::optional<Result> Engine::from_tables(const Board& board) const {
    const auto ranked = tables_.ranked_moves(board.question());
    if (!ranked) {
        return std::nullopt;
    }
    const probe::RankedMove& best = ranked->front();
    Result result;
    if (best.outcome->wdl != Wdl::Draw) {
        const bool has_distance = best.without && best.without->plies;
        result.score =
            has_distance ? score_of(best.without->value(), 0) : some_win * static_cast<int>(best.outcome->wdl);
    }
    result.line = tables_.best_line(board.question()).value_or(Line{});
    if (result.line.empty()) {
        result.line = {best.move};  // a draw has no line to an end
    }
    return result;
}

std::optional<Result> Engine::from_proof(const Board& board, const Limits& limits, const std::stop_token& stop) {
    if (!prover_ || board.position().occupied().count() > most_pieces_to_prove) {
        return std::nullopt;
    }
    // The clock of the game goes on while the tables are read.
    using std::chrono::steady_clock;
    const auto start = steady_clock::now();
    const auto most = limits.time ? std::chrono::duration_cast<std::chrono::nanoseconds>(*limits.time / time_part)
                                  : std::chrono::nanoseconds{std::chrono::hours{1}};
    probe::WorkBudget budget{most, [&] { return stop.stop_requested() || steady_clock::now() - start >= most; }};
    const std::uint64_t nodes = limits.time ? std::numeric_limits<std::uint64_t>::max() : nodes_without_time;
    const proof::Proof proof = prover_->prove(board.question(), {.nodes = nodes, .budget = &budget});
    const probe::Outcome& outcome = proof.bounds.at_least;
    if (outcome.wdl != Wdl::Win || proof.line.empty()) {
        return std::nullopt;
    }
    return Result{.score = outcome.plies ? win_score(*outcome.plies) : some_win,
                  .nodes = proof.nodes,
                  .time = steady_clock::now() - start,
                  .line = proof.line};
}

}  // namespace dameotb::engine
