// What plays: the tables where they know the position, the search where they do not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "hash_table.hpp"
#include "search.hpp"
#include "tables.hpp"

namespace dameotb::engine {

/// Not thread-safe, but a stop can come from another thread.
class Engine {
public:
    static constexpr std::size_t default_hash_bytes = std::size_t{64} << 20;

    explicit Engine(Tables tables = {}, std::size_t hash_bytes = default_hash_bytes);

    /// The best ranked move of the tables (the shortest win, the longest loss), if they know them all; otherwise the
    /// move that a search finds. Requires: a legal move. Throws what the probe library throws for a damaged file.
    Result think(const Board& board, const Limits& limits, std::stop_token stop = {}, const Report& report = {});

    /// The next position has nothing to do with the ones before.
    void new_game() { hash_.clear(); }
    /// To go on without them, if a file is damaged.
    void close_tables() { tables_ = {}; }
    [[nodiscard]] const Tables& tables() const { return tables_; }

private:
    [[nodiscard]] std::optional<Result> from_tables(const rules::Position& position) const;

    Tables tables_;
    HashTable hash_;
};

}  // namespace dameotb::engine
