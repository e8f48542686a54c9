// Keeps what the search found out about positions, to use it when the search meets them again.
// Each slot has one entry. A new entry replaces the old one, except if the old one is deeper and of the same position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "score.hpp"

namespace dameotb::engine {

enum class Bound : std::uint8_t {
    Lower,  ///< The true score is this or more.
    Exact,
    Upper,  ///< The true score is this or less.
};

struct HashEntry {
    Key key = 0;
    Move move;
    std::int16_t score = 0;  ///< For a decided game, plies are counted from the position, not from the root.
    std::int8_t depth = -1;  ///< The depth of the search in plies; -1 if there is no entry.
    Bound bound = Bound::Lower;
};

/// Not thread-safe.
class HashTable {
public:
    /// Makes a table of at most `bytes` bytes, but of at least one entry.
    explicit HashTable(std::size_t bytes);

    void clear();
    /// Returns the entry of the key, or nullptr. It is valid until the next `store`.
    [[nodiscard]] const HashEntry* find(Key key) const;
    void store(const HashEntry& entry);

private:
    [[nodiscard]] std::size_t slot(Key key) const { return key % slots_.size(); }
    std::vector<HashEntry> slots_;
};

/// Turns a score that is counted from the root into the form stored for a position `ply` plies after the root.
[[nodiscard]] std::int16_t to_hash(Score score, int ply);
/// Turns a stored score back.
[[nodiscard]] Score from_hash(std::int16_t score, int ply);

}  // namespace dameotb::engine
