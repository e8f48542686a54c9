// Where captures lead, as far as it does not depend on kings whose squares are open.
#pragma once

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::scores {

/// A position without some kings that `material` counts.
struct Reached {
    rules::Position position;
    index::Material material;

    /// Returns the position and its material after pieces of the enemy were taken. The other side is to move then.
    static Reached after_taking(const rules::Position& before, const index::Material& material, rules::Bitboard taken) {
        Reached reached{before, material};
        const rules::Colour mover = before.side_to_move;
        rules::Pieces& enemy = reached.position[opponent(mover)];
        index::SideMaterial& counts = reached.of(opponent(mover));
        counts.kings = static_cast<std::uint8_t>(counts.kings - (taken & enemy.kings).count());
        counts.men = static_cast<std::uint8_t>(counts.men - (taken & enemy.men).count());
        enemy.kings -= taken;
        enemy.men -= taken;
        reached.position.side_to_move = opponent(mover);
        return reached;
    }

    /// Lets a fixed piece of the side that has just moved land on one of some squares, all on the far rank or none.
    void land(rules::Square from, rules::Bitboard landings) {
        const rules::Colour mover = opponent(position.side_to_move);
        rules::Pieces& own = position[mover];
        if (own.kings.contains(from)) {
            own.kings = (own.kings - from) | landings;
        } else if (landings.intersects(rules::promotion_rank(mover))) {
            own.men -= from;
            own.kings |= landings;
            --of(mover).men;
            ++of(mover).kings;
        } else {
            own.men = (own.men - from) | landings;
        }
    }

    /// Counts a king more.
    void add_king(rules::Colour side) { ++of(side).kings; }

private:
    [[nodiscard]] index::SideMaterial& of(rules::Colour side) {
        return side == rules::Colour::White ? material.white : material.black;
    }
};

}  // namespace dameotb::scores
