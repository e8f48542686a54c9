// Collects three kinds of captures in each direction: those among the fixed pieces that the pivot king does not block,
// those by the pivot king, and those of the pivot king.
#include <dameotb/rules/capture_mask.hpp>

#include <dameotb/rules/fill.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::rules {

namespace {

class CaptureMask {
public:
    CaptureMask(const Position& fixed, Colour pivot)
        : own_{fixed.own()},
          enemies_{fixed.enemy().all().bits()},
          vacant_{~fixed.occupied().bits()},
          pivot_moves_{fixed.side_to_move == pivot} {}

    [[nodiscard]] Bitboard compute() const {
        return Bitboard{(along<8>() | along<-8>() | along<1>() | along<-1>()) & vacant_};
    }

private:
    /// Returns the pivot king's squares for which there is a capture in this direction, besides squares that are taken.
    template <int Shift>
    [[nodiscard]] std::uint64_t along() const {
        const std::uint64_t victims = detail::victim_squares<Shift>(own_, vacant_);
        // The pivot king is the capturing piece, or the victim.
        std::uint64_t found = pivot_moves_ ? slide_all<-Shift>(enemies_ & step_all<-Shift>(vacant_), vacant_) : victims;
        for (const Square victim : Bitboard{victims & enemies_}) {
            // The pivot king may stand anywhere but in the way.
            const std::uint64_t square = Bitboard{victim}.bits();
            found |= ~(slide_all<-Shift>(square, vacant_) | step_all<Shift>(square));
        }
        return found;
    }

    const Pieces& own_;
    std::uint64_t enemies_;
    std::uint64_t vacant_;
    bool pivot_moves_;
};

}  // namespace

Bitboard capture_mask(const Position& fixed, Colour pivot) {
    return CaptureMask{fixed, pivot}.compute();
}

}  // namespace dameotb::rules
