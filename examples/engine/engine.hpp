// The player: it asks the tables for a move, and searches if the tables do not know the position.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "hash_table.hpp"
#include "search.hpp"
#include "tables.hpp"

namespace dameotb::engine {

/// Not thread-safe, but another thread may ask it to stop.
class Engine {
public:
    static constexpr std::size_t default_hash_bytes = std::size_t{64} << 20;

    explicit Engine(Tables tables = {}, std::size_t hash_bytes = default_hash_bytes);

    /// Returns the best move by the tables (the shortest win, the longest loss), if they rank all moves. Otherwise
    /// returns the move that a search finds. Requires: there is a legal move. Throws what the probe library throws for
    /// a damaged file.
    Result think(const Board& board, const Limits& limits, std::stop_token stop = {}, const Report& report = {});

    /// Forgets what was found out: the next position has nothing to do with the positions before.
    void new_game() { hash_.clear(); }
    /// Closes the tables, to go on without them if a file is damaged.
    void close_tables() { tables_ = {}; }
    [[nodiscard]] const Tables& tables() const { return tables_; }

private:
    [[nodiscard]] std::optional<Result> from_tables(const Position& position) const;

    Tables tables_;
    HashTable hash_;
};

}  // namespace dameotb::engine
