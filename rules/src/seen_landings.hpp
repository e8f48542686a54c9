// Remembers the states that a search for captures has been through, so that it goes on from no state twice.
// A state is the square of the piece and the set of pieces that it has captured. How a capture goes on depends on the
// state, not on the path so far. Paths multiply with each leap, states do not: 18 enemy kings, placed for the worst,
// give millions of paths and some hundred thousand states. Where paths are few, remembering costs more than it saves.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::rules {

/// The states of one piece's search.
class SeenLandings {
public:
    /// Returns the landings that come for the first time with this set of captured pieces. Remembers them.
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
