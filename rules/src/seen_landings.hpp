// Remembers the states a capture search has visited, so that it continues from each only once.
// A state is the piece's square and the set of pieces it has captured. How a capture continues depends on the state,
// not on the path so far. Paths multiply with each leap, states do not: 18 enemy kings in the worst placement give
// millions of paths but a few hundred thousand states. Where paths are few, remembering costs more than it saves.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::rules {

/// The states of one piece's search.
class SeenLandings {
public:
    /// Returns the landings not seen before with this set of captured pieces. Remembers them.
    [[nodiscard]] Bitboard unseen(Bitboard landings, Bitboard captured) {
        Bitboard& seen = seen_[captured.bits()];
        const Bitboard first_seen = landings - seen;
        seen |= landings;
        return first_seen;
    }
    void clear() { seen_.clear(); }

private:
    std::unordered_map<std::uint64_t, Bitboard> seen_;  ///< By the set of captured pieces.
};

}  // namespace dameotb::rules
