// Collects three kinds of captures: those among the fixed pieces that the pivot king does not block, those by the pivot
// king, and those of the pivot king.
#include <dameotb/rules/capture_mask.hpp>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/fill.hpp>

namespace dameotb::rules {

namespace {

class CaptureMask {
public:
    CaptureMask(const Position& fixed, Colour pivot)
        : own_{fixed.own()},
          enemies_{fixed.enemy().all()},
          occupied_{fixed.occupied()},
          pivot_moves_{fixed.side_to_move == pivot} {}

    Bitboard compute() {
        for (const Direction d : orthogonals) {
            for (const Square man : own_.men) {
                if (const auto next = step(man, d)) {
                    add_piece(Bitboard{*next}, d);
                }
            }
            for (const Square king : own_.kings) {
                add_piece(ray(king, d), d);
            }
        }
        if (pivot_moves_) {
            add_pivot<8>();
            add_pivot<-8>();
            add_pivot<1>();
            add_pivot<-1>();
        }
        return found_ - occupied_;
    }

private:
    /// Adds the captures by one fixed piece in direction d. `line`: the squares on which it may meet its victim.
    void add_piece(Bitboard line, Direction d) {
        const Bitboard hit = line & occupied_;
        Bitboard before = line;
        if (!hit.empty()) {
            const Square victim = nearest(hit, d);
            before = line - ray(victim, d) - victim;
            const auto landing = step(victim, d);
            if (enemies_.contains(victim) && landing && !occupied_.contains(*landing)) {
                found_ |= ~(before | *landing);  // the pivot king may stand anywhere but in the way
            }
        }
        if (!pivot_moves_) {
            // The pivot king is the victim if the square beyond it is vacant and on the board.
            for (const Square square : before) {
                const auto landing = step(square, d);
                if (landing && !occupied_.contains(*landing)) {
                    found_ |= square;
                }
            }
        }
    }

    /// Adds the squares from which the pivot king meets an enemy with a vacant square beyond it.
    template <int Shift>
    void add_pivot() {
        const std::uint64_t vacant = ~occupied_.bits();
        const std::uint64_t victims = enemies_.bits() & step_all<-Shift>(vacant);
        found_ |= Bitboard{slide_all<-Shift>(victims, vacant)};
    }

    const Pieces& own_;
    Bitboard enemies_;
    Bitboard occupied_;
    bool pivot_moves_;
    Bitboard found_;
};

}  // namespace

Bitboard capture_mask(const Position& fixed, Colour pivot) {
    return CaptureMask{fixed, pivot}.compute();
}

}  // namespace dameotb::rules
