// What the search found out about positions, to use it when it meets them again. One entry for each slot; new entries
// replace old ones, except a deeper one of the same position.
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
    Upper,  ///< This or less.
};

struct HashEntry {
    Key key = 0;
    rules::Move move;
    std::int16_t score = 0;  ///< A decided game is counted from the position, not from the root.
    std::int8_t depth = -1;  ///< Searched this deep, in plies; -1: nothing is here.
    Bound bound = Bound::Lower;
};

/// Not thread-safe.
class HashTable {
public:
    /// Takes up to this much memory, at least one entry.
    explicit HashTable(std::size_t bytes);

    void clear();
    /// The entry of the key, or nullptr. Valid until the next `store`.
    [[nodiscard]] const HashEntry* find(Key key) const;
    void store(const HashEntry& entry);

private:
    [[nodiscard]] std::size_t slot(Key key) const { return key % slots_.size(); }
    std::vector<HashEntry> slots_;
};

/// A score counted from the root, as it is stored for a position `ply` plies after it, and back.
[[nodiscard]] std::int16_t to_hash(Score score, int ply);
[[nodiscard]] Score from_hash(std::int16_t score, int ply);

}  // namespace dameotb::engine
