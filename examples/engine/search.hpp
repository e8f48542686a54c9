// Alpha-beta search by iterative deepening, with a hash table, and with endgame tables below the root.
// Engine asks the tables about the root itself.
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

/// When a search ends. It also ends by a stop, or by a win or loss that a deeper search cannot change.
struct Limits {
    int depth = max_depth;  ///< 1 to max_depth.
    std::optional<std::chrono::duration<double>> time{};
};

/// Moves of best play, the first from the root.
using Line = std::vector<Move>;

/// The best that is known about a position so far.
struct Result {
    Score score = draw_score;
    int depth = 0;  ///< In plies; 0 if all is from the tables or a proof.
    std::uint64_t nodes = 0;
    std::chrono::duration<double> time{};
    Line line{};  ///< Not empty; the first move is the one to play.
};

/// A function that the search calls after each depth.
using Report = std::function<void(const Result&)>;

/// One search: each search needs a new object. The hash table and the tables must outlive it. Not thread-safe, but
/// another thread may ask it to stop.
class Search {
public:
    Search(HashTable& hash, const Tables& tables, std::stop_token stop = {});

    /// Searches at least one move to depth 1. Requires: there is a legal move. Throws as Tables does.
    Result run(const Board& board, const Limits& limits, const Report& report = {});

private:
    /// Searches all moves at the root to this depth. Puts the best of them so far into result_.
    void search_root(int depth);
    /// Returns the score for the side to move: exact between alpha and beta, otherwise a bound. `line` gets the best
    /// play. Both have no meaning once stopped_ is set.
    Score search(int depth, int ply, Score alpha, Score beta, Line& line);
    /// Returns the score of the best of `moves`, which are in order. The result goes into the hash table.
    Score best_of(const std::vector<Move>& moves, int depth, int ply, Score alpha, Score beta, Line& line);
    [[nodiscard]] std::optional<Score> from_tables(int ply, Score alpha, Score beta) const;
    /// Sorts the moves: first the hash table's move, then captures of kings, promotions, and moves that were good
    /// elsewhere.
    void order(std::vector<Move>& moves, const HashEntry* entry, int ply) const;
    [[nodiscard]] int promise(const Move& move, int ply) const;
    /// Remembers a move that refuted the move before it. Does nothing for a capture.
    void remember(const Move& move, int depth, int ply);
    void check_limits();
    [[nodiscard]] std::chrono::duration<double> elapsed() const;

    // A capture takes a piece, so there are fewer of them in a line than pieces on the board.
    static constexpr std::size_t max_ply = max_depth + 64;

    HashTable& hash_;
    const Tables& tables_;
    std::stop_token stop_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    Limits limits_;
    Board board_{initial_position()};
    std::vector<Move> root_moves_;  ///< The best so far comes first.
    Result result_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    /// For each ply, the last move that refuted another.
    std::array<Move, max_ply> killers_{};
    /// How often a move refuted others, by side, from and to: 0 to most_history.
    static constexpr int most_history = 1 << 14;
    std::array<std::array<std::array<int, 64>, 64>, 2> history_{};
};

}  // namespace dameotb::engine
