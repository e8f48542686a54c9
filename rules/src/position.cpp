// Tests a placement for defects, and makes the starting position.
#include <dameotb/rules/position.hpp>

namespace dameotb {

std::optional<std::string> defect(const Position& position) {
    Bitboard seen;
    for (const Bitboard pieces :
         {position.white().men, position.white().kings, position.black().men, position.black().kings}) {
        if (pieces.intersects(seen)) {
            return "two pieces on " + (pieces & seen).lowest().to_string();
        }
        seen |= pieces;
    }
    if (const Bitboard wrong = position.white().men & rank_8; !wrong.empty()) {
        return "white man on its promotion rank at " + wrong.lowest().to_string();
    }
    if (const Bitboard wrong = position.black().men & rank_1; !wrong.empty()) {
        return "black man on its promotion rank at " + wrong.lowest().to_string();
    }
    return std::nullopt;
}

Position initial_position() {
    constexpr Bitboard white_men{0x00000000003C7EFFU};  // a1-h1, b2-g2, c3-f3
    return {{Pieces{white_men, Bitboard{}}, Pieces{white_men.flipped(), Bitboard{}}}, Colour::White};
}

}  // namespace dameotb
