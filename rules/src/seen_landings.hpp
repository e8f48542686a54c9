// What a search for captures has been through, so that it goes on from nowhere twice.
// How a capture goes on depends on where the piece stands and on what it has captured, not on its path so far. Paths
// multiply with each leap and these states do not: with the enemies' kings set for the worst, 18 of them give millions
// of paths and some hundred thousand states. Where paths are few, remembering costs more than it saves.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::rules {

/// The states of one piece's search.
class SeenLandings {
public:
    /// Those of the landings that come for the first time with this set of captured pieces.
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
