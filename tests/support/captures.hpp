// Captures in a form that can be compared.
#pragma once

#include <set>
#include <tuple>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::tests {

/// A capture as squares: from, to, and the pieces taken.
using Capture = std::tuple<int, int, std::uint64_t>;

/// Returns all legal captures.
inline std::set<Capture> captures_by_rules(const Position& position) {
    std::set<Capture> captures;
    if (rules::must_capture(position)) {
        for (const Move& move : rules::legal_moves(position)) {
            captures.emplace(move.from.index(), move.to.index(), move.captured.bits());
        }
    }
    return captures;
}

}  // namespace dameotb::tests
