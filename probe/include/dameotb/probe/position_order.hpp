// An order of positions, for containers.
#pragma once

#include <tuple>

#include <dameotb/rules/position.hpp>

namespace dameotb::probe {

/// Some strict order of all positions.
struct PositionOrder {
    bool operator()(const Position& a, const Position& b) const {
        const auto key = [](const Position& position) {
            const auto& [white, black] = position.sides;
            return std::tuple{white.men.bits(), white.kings.bits(), black.men.bits(), black.kings.bits(),
                              position.side_to_move};
        };
        return key(a) < key(b);
    }
};

}  // namespace dameotb::probe
