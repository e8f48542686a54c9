// Finds the slot of a key by the remainder of a division.
#include "hash_table.hpp"

#include <algorithm>

namespace dameotb::engine {

HashTable::HashTable(std::size_t bytes) : slots_(std::max<std::size_t>(1, bytes / sizeof(HashEntry))) {}

void HashTable::clear() {
    std::ranges::fill(slots_, HashEntry{});
}

const HashEntry* HashTable::find(Key key) const {
    const HashEntry& entry = slots_[slot(key)];
    return entry.depth >= 0 && entry.key == key ? &entry : nullptr;
}

void HashTable::store(const HashEntry& entry) {
    HashEntry& old = slots_[slot(entry.key)];
    if (old.key != entry.key || old.depth <= entry.depth) {
        old = entry;
    }
}

std::int16_t to_hash(Score score, int ply) {
    const Score shift = !is_decided(score) ? 0 : score > 0 ? ply : -ply;
    return static_cast<std::int16_t>(score + shift);
}

Score from_hash(std::int16_t score, int ply) {
    const Score shift = !is_decided(score) ? 0 : score > 0 ? ply : -ply;
    return score - shift;
}

}  // namespace dameotb::engine
