// The player: it asks the tables for a move, looks for a proven win if they do not know the position, and otherwise
// searches.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>

#include <dameotb/proof/prover.hpp>

#include "hash_table.hpp"
#include "search.hpp"
#include "tables.hpp"

namespace dameotb::engine {

/// Not thread-safe, but another thread may ask it to stop.
class Engine {
public:
    static constexpr std::size_t default_hash_bytes = std::size_t{64} << 20;

    explicit Engine(Tables tables = {}, std::size_t hash_bytes = default_hash_bytes);
    Engine(Engine&&) = delete;  // the prover refers to the tables

    /// Returns the best move by the tables (the shortest win, the longest loss, or under a draw rule what
    /// probe::Tablebase::known_moves has first), if they rank all moves. Otherwise
    /// returns the first move of a win that is proven in a quarter of the time, or else the move that a search finds in
    /// the rest. Requires: there is a legal move. Throws what the probe library throws for a damaged file.
    Result think(const Board& board, const Limits& limits, std::stop_token stop = {}, const Report& report = {});

    /// Forgets what was found out: the next position has nothing to do with the positions before.
    void new_game() { hash_.clear(); }
    /// Closes the tables, to go on without them if a file is damaged.
    void close_tables() {
        prover_.reset();
        tables_ = {};
    }
    [[nodiscard]] const Tables& tables() const { return tables_; }

private:
    [[nodiscard]] std::optional<Result> from_tables(const Board& board) const;
    /// Returns a win that leads down to the tables; nothing if none is found, or there are no tables.
    [[nodiscard]] std::optional<Result> from_proof(const Board& board, const Limits& limits,
                                                   const std::stop_token& stop);

    Tables tables_;
    HashTable hash_;
    std::optional<proof::Prover> prover_;  ///< None without tables.
};

}  // namespace dameotb::engine
