// In how many plies a proven win ends, at most: the longest line of its proof, and what the tables say at its end.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "search.hpp"

namespace dameotb::proof {

/// Goes through a proof as the table has it: of the attacker's moves the one with the shortest proof, of the defender's
/// all. In each step proofs get shorter, so it ends, and what it says is sound whatever the table has lost. Not
/// thread-safe.
class ProofLength {
public:
    /// Remembers at most so many positions. The others must outlive it.
    ProofLength(Search& search, const Leaves& leaves, std::size_t most_positions)
        : search_{search}, leaves_{leaves}, most_positions_{most_positions} {}

    /// Returns the most plies to the end if the attacker plays along the proof; nothing if the proof is not complete,
    /// is too large, or a table of distances is missing. Throws as Search does.
    std::optional<int> of(const Position& root, Colour attacker, Effort& effort);

private:
    struct HashOfKey {
        std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.place); }
    };

    std::optional<int> plies(const Position& position, const Key& key, Numbers numbers);

    Search& search_;
    const Leaves& leaves_;
    std::size_t most_positions_;
    std::unordered_map<Key, int, HashOfKey> known_;
    Colour attacker_ = Colour::White;
    Effort* effort_ = nullptr;
};

}  // namespace dameotb::proof
