// Alpha-beta search by iterative deepening, with a hash table, and with endgame tables below the root.
// What the tables say of the root itself is the business of Engine.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "board.hpp"
#include "hash_table.hpp"
#include "score.hpp"
#include "tables.hpp"

namespace dameotb::engine {

/// The deepest search, in plies; captures come on top.
inline constexpr int max_depth = 64;

/// When a search ends, besides by a stop or by a win or loss that a deeper search cannot change.
struct Limits {
    int depth = max_depth;  ///< 1 to max_depth.
    std::optional<std::chrono::duration<double>> time{};
};

/// Moves of best play, the first from the root.
using Line = std::vector<rules::Move>;

/// The best known of a position so far.
struct Result {
    Score score = draw_score;
    int depth = 0;  ///< In plies; 0 if the tables said it all.
    std::uint64_t nodes = 0;
    std::chrono::duration<double> time{};
    Line line{};  ///< Not empty; the first move is the one to play.
};

/// Called after each depth.
using Report = std::function<void(const Result&)>;

/// One search. Made anew for each; the hash table and the tables must outlive it. Not thread-safe, but the stop can
/// come from another thread.
class Search {
public:
    Search(HashTable& hash, const Tables& tables, std::stop_token stop = {});

    /// At least one move is searched to depth 1. Requires: a legal move. Throws as Tables does.
    Result run(const Board& board, const Limits& limits, const Report& report = {});

private:
    /// Searches all moves at the root to this depth; keeps in result_ what is better than before.
    void search_root(int depth);
    /// Score for the side to move, exact between alpha and beta, otherwise a bound. `line` gets the best play.
    /// Without meaning once stopped_ is set.
    Score search(int depth, int ply, Score alpha, Score beta, Line& line);
    /// The best of `moves`, which are in order; the results go into the hash table.
    Score best_of(const std::vector<rules::Move>& moves, int depth, int ply, Score alpha, Score beta, Line& line);
    [[nodiscard]] std::optional<Score> from_tables(int ply, Score alpha, Score beta) const;
    /// Sorts: the hash table's move, then captures of kings, promotions, and what was good elsewhere.
    void order(std::vector<rules::Move>& moves, const HashEntry* entry, int ply) const;
    [[nodiscard]] int promise(const rules::Move& move, int ply) const;
    /// A quiet move refuted the one before it.
    void remember(const rules::Move& move, int depth, int ply);
    void check_limits();
    [[nodiscard]] std::chrono::duration<double> elapsed() const;

    // A capture takes a piece, so there are fewer of them in a line than pieces on the board.
    static constexpr std::size_t max_ply = max_depth + 64;

    HashTable& hash_;
    const Tables& tables_;
    std::stop_token stop_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    Limits limits_;
    Board board_{rules::initial_position()};
    std::vector<rules::Move> root_moves_;  ///< The best so far first.
    Result result_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    /// The last move that refuted another, by ply.
    std::array<rules::Move, max_ply> killers_{};
    /// How often a move refuted others: by side, from, to. From 0 to most_history.
    static constexpr int most_history = 1 << 14;
    std::array<std::array<std::array<int, 64>, 64>, 2> history_{};
};

}  // namespace dameotb::engine
