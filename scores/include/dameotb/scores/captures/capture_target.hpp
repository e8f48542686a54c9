// Where captures lead, as far as it does not depend on kings whose squares are not fixed.
#pragma once

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::scores {

/// A position without some of the kings that `material` counts.
struct CaptureTarget {
    Position position;
    index::Material material;

    /// Returns the position and its material after enemy pieces were taken. The other side is then to move.
    static CaptureTarget after_taking(const Position& before, const index::Material& material, Bitboard taken) {
        CaptureTarget reached{before, material};
        const Colour mover = before.side_to_move;
        Pieces& enemy = reached.position[opponent(mover)];
        index::SideMaterial& counts = reached.material[opponent(mover)];
        counts.kings = static_cast<std::uint8_t>(counts.kings - (taken & enemy.kings).count());
        counts.men = static_cast<std::uint8_t>(counts.men - (taken & enemy.men).count());
        enemy.kings -= taken;
        enemy.men -= taken;
        reached.position.side_to_move = opponent(mover);
        return reached;
    }

    /// Lands a fixed piece of the side that just moved on one of several squares, all or none on the promotion rank.
    void land(Square from, Bitboard landings) {
        const Colour mover = opponent(position.side_to_move);
        Pieces& own = position[mover];
        if (own.kings.contains(from)) {
            own.kings = (own.kings - from) | landings;
        } else if (landings.intersects(promotion_rank(mover))) {
            own.men -= from;
            own.kings |= landings;
            material = material.promoted(mover);
        } else {
            own.men = (own.men - from) | landings;
        }
    }

    /// Counts one more king.
    void add_king(Colour side) { ++material[side].kings; }
};

}  // namespace dameotb::scores
