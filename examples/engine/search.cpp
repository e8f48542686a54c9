// Captures cost no depth: they are compulsory, so there are few of them, and a position in the middle of an exchange
// cannot be judged. So no extra search for quiet positions is needed at the end of a line.
#include "search.hpp"

#include <algorithm>
#include <utility>

#include "evaluation.hpp"

namespace dameotb::engine {

namespace {

int depth_after(const Move& move, int depth) {
    return move.is_capture() ? depth : depth - 1;
}

}  // namespace

Search::Search(HashTable& hash, const Tables& tables, std::stop_token stop)
    : hash_{hash}, tables_{tables}, stop_{std::move(stop)} {}

Result Search::run(const Board& board, const Limits& limits, const Report& report) {
    board_ = board;
    limits_ = limits;
    root_moves_ = rules::legal_moves(board_.position());
    order(root_moves_, hash_.find(board_.key()), 0);
    for (int depth = 1; depth <= limits_.depth && !stopped_; ++depth) {
        search_root(depth);
        result_.nodes = nodes_;
        result_.time = elapsed();
        if (!stopped_ && report) {
            report(result_);
        }
        // All lines of this length have been searched, so there is no shorter win and no longer defence.
        if (is_decided(result_.score) && plies_to_end(result_.score) <= depth) {
            break;
        }
    }
    return result_;
}

void Search::search_root(int depth) {
    Score alpha = -infinite;
    Line line;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
        const Move move = root_moves_[i];
        board_.play(move);
        const Score score = -search(depth_after(move, depth), 1, -infinite, -alpha, line);
        board_.undo();
        if (stopped_) {
            return;
        }
        if (score > alpha) {
            alpha = score;
            result_.score = score;
            result_.depth = depth;
            result_.line.assign(1, move);
            result_.line.insert(result_.line.end(), line.begin(), line.end());
            std::rotate(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(i),
                        root_moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
    }
}

Score Search::search(int depth, int ply, Score alpha, Score beta, Line& line) {
    line.clear();
    ++nodes_;
    check_limits();
    if (stopped_ || board_.is_repetition()) {
        return draw_score;
    }
    if (const auto known = from_tables(ply, alpha, beta)) {
        return *known;
    }
    const HashEntry* entry = hash_.find(board_.key());
    if (entry != nullptr && entry->depth >= depth) {
        // An exact score between alpha and beta is searched again, so that the line is shown to its end.
        const Score score = from_hash(entry->score, ply);
        if ((entry->bound != Bound::Upper && score >= beta) || (entry->bound != Bound::Lower && score <= alpha)) {
            return score;
        }
    }
    std::vector<Move> moves = rules::legal_moves(board_.position());
    if (moves.empty()) {
        return -win_score(ply);
    }
    if (board_.is_drawn_by_rule()) {
        return draw_score;
    }
    if (depth <= 0 && !moves.front().is_capture()) {
        return evaluate(board_.position());
    }
    order(moves, entry, ply);
    return best_of(moves, depth, ply, alpha, beta, line);
}

Score Search::best_of(const std::vector<Move>& moves, int depth, int ply, Score alpha, Score beta, Line& line) {
    const Score alpha_before = alpha;
    Score best = -infinite;
    Move best_move = moves.front();
    Line rest;
    for (const Move& move : moves) {
        board_.play(move);
        const Score score = -search(depth_after(move, depth), ply + 1, -beta, -alpha, rest);
        board_.undo();
        if (stopped_) {
            return draw_score;
        }
        if (score <= best) {
            continue;
        }
        best = score;
        best_move = move;
        if (score > alpha) {
            alpha = score;
            line.assign(1, move);
            line.insert(line.end(), rest.begin(), rest.end());
        }
        if (score >= beta) {
            remember(move, depth, ply);
            break;
        }
    }
    const Bound bound = best >= beta ? Bound::Lower : best > alpha_before ? Bound::Exact : Bound::Upper;
    hash_.store({board_.key(), best_move, to_hash(best, ply), static_cast<std::int8_t>(depth), bound});
    return best;
}

/// Returns the score that the tables give, or nothing. The result alone, which is found quickly, is enough if any win
/// is too good or any loss is too bad for alpha and beta. The distance makes the search prefer the shorter win. Under a
/// draw rule the result is that under the rule, and the distance the one without it, which a win may exceed.
std::optional<Score> Search::from_tables(int ply, Score alpha, Score beta) const {
    const auto wdl = tables_.wdl(board_.question());
    if (!wdl) {
        return std::nullopt;
    }
    const Score bound = some_win * static_cast<int>(*wdl);
    const bool outside = (bound > 0 && bound >= beta) || (bound < 0 && bound <= alpha);
    if (*wdl == Wdl::Draw || outside) {
        return bound;
    }
    const auto value = tables_.value(board_.position());
    return value ? score_of(*value, ply) : bound;
}

void Search::order(std::vector<Move>& moves, const HashEntry* entry, int ply) const {
    struct Promising {
        Move move;
        int promise;
        std::size_t number;
    };
    std::vector<Promising> sorted;
    sorted.reserve(moves.size());
    for (const Move& move : moves) {
        const bool known = entry != nullptr && entry->move == move;
        sorted.push_back({move, known ? 10 * most_history : promise(move, ply), sorted.size()});
    }
    std::ranges::sort(sorted, {}, [](const Promising& one) { return std::pair{-one.promise, one.number}; });
    std::ranges::transform(sorted, moves.begin(), &Promising::move);
}

int Search::promise(const Move& move, int ply) const {
    const Position& position = board_.position();
    if (move.is_capture()) {
        return (move.captured & position.enemy().kings).count();
    }
    const auto far_rank = position.side_to_move == Colour::White ? rank_8 : rank_1;
    if (position.own().men.contains(move.from) && far_rank.contains(move.to)) {
        return 3 * most_history;
    }
    if (killers_[static_cast<std::size_t>(ply)] == move) {
        return 2 * most_history;
    }
    const auto& of_side = history_[static_cast<std::size_t>(position.side_to_move)];
    return of_side[static_cast<std::size_t>(move.from.index())][static_cast<std::size_t>(move.to.index())];
}

void Search::remember(const Move& move, int depth, int ply) {
    if (move.is_capture()) {
        return;
    }
    killers_[static_cast<std::size_t>(ply)] = move;
    auto& of_side = history_[static_cast<std::size_t>(board_.position().side_to_move)];
    int& good = of_side[static_cast<std::size_t>(move.from.index())][static_cast<std::size_t>(move.to.index())];
    // The nearer the number is to most_history, the smaller is the step.
    good += depth * depth * (most_history - good) / most_history;
}

void Search::check_limits() {
    constexpr std::uint64_t nodes_between_looks = 1024;
    if (result_.depth == 0 || nodes_ % nodes_between_looks != 0) {
        return;  // something must be found first
    }
    stopped_ = stop_.stop_requested() || (limits_.time && elapsed() >= *limits_.time);
}

std::chrono::duration<double> Search::elapsed() const {
    return std::chrono::steady_clock::now() - start_;
}

}  // namespace dameotb::engine
