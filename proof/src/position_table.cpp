#include "position_table.hpp"

#include <algorithm>
#include <bit>

namespace dameotb::proof {

namespace {

/// Returns a hash of the words. After each, all bits are mixed: with less, positions that differ in a few squares of
/// two words had the same hash.
std::uint64_t hash(std::uint64_t seed, const std::array<std::uint64_t, 4>& words) {
    for (const std::uint64_t word : words) {
        seed ^= word;
        seed = (seed ^ (seed >> 33)) * 0xFF51AFD7ED558CCDU;
        seed = (seed ^ (seed >> 33)) * 0xC4CEB9FE1A85EC53U;
        seed ^= seed >> 33;
    }
    return seed;
}

}  // namespace

Key Key::of(const Position& position) {
    const std::array words{position.white().men.bits(), position.white().kings.bits(), position.black().men.bits(),
                           position.black().kings.bits()};
    // The seeds differ in too many bits for any squares to make up for it.
    const bool black_moves = position.side_to_move == Colour::Black;
    return {hash(black_moves ? 0x9E3779B97F4A7C15U : 0xD6E8FEB86659FD93U, words),
            hash(black_moves ? 0xC2B2AE3D27D4EB4FU : 0xA0761D6478BD642FU, words)};
}

PositionTable::PositionTable(std::size_t bytes)
    : clusters_(std::clamp<std::size_t>(bytes / sizeof(Cluster), 1, std::size_t{1} << 31)) {}

std::optional<BothNumbers> PositionTable::find(const Key& key) const {
    for (const Entry& entry : clusters_[cluster_of(key)].entries) {
        if (is_of(entry, key)) {
            return entry.numbers;
        }
    }
    return std::nullopt;
}

PositionTable::Entry* PositionTable::entry_of(const Key& key) {
    for (Entry& entry : clusters_[cluster_of(key)].entries) {
        if (is_of(entry, key)) {
            return &entry;
        }
    }
    return nullptr;
}

PositionTable::Entry& PositionTable::entry_for(const Key& key, std::uint64_t nodes) {
    constexpr std::uint64_t most_work = (1 << work_bits) - 1;
    const std::uint64_t work = std::min<std::uint64_t>(std::bit_width(nodes), most_work);
    const auto work_of = [](const Entry& entry) { return entry.tag_and_work & most_work; };
    Entry* entry = entry_of(key);
    if (entry == nullptr) {
        entry = &*std::ranges::min_element(clusters_[cluster_of(key)].entries, {}, work_of);
        *entry = {};
    }
    entry->tag_and_work = (key.tag & ~most_work) | std::max(work, work_of(*entry));
    return *entry;
}

void PositionTable::store(const Key& key, Colour attacker, Numbers numbers, std::uint64_t nodes) {
    BothNumbers& kept = entry_for(key, nodes).numbers;
    Numbers& own = kept[attacker];
    if (numbers.is_fact() || !own.is_fact()) {
        own = numbers;
    }
    if (numbers.is_proved()) {
        kept[opponent(attacker)] = Numbers::disproved();
    }
}

void PositionTable::store(const Key& key, const BothNumbers& numbers) {
    entry_for(key, 1).numbers = numbers;
}

void PositionTable::forget(const Key& key, Colour attacker) {
    if (Entry* entry = entry_of(key)) {
        entry->numbers[attacker] = {};
    }
}

void PositionTable::forget_conjecture(const Key& key, Colour attacker) {
    if (Entry* entry = entry_of(key)) {
        Numbers& own = entry->numbers[attacker];
        if (own.is_conjecture()) {
            own = {};
        }
    }
}

}  // namespace dameotb::proof
