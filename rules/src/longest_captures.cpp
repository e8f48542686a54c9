// The search for positions with very many paths: visits each state once, so it finds no capture twice.
#include <dameotb/rules/longest_captures.hpp>

#include "seen_landings.hpp"

namespace dameotb::rules {

class LongestCaptures::StateVisitor {
public:
    explicit StateVisitor(LongestCaptures& found) : found_{found} {}

    void begin(Square from) {
        found_.from_ = from;
        seen_.clear();
    }
    Bitboard choose(Bitboard landings, Bitboard captured) { return seen_.unseen(landings, captured); }
    void finish(Square to, Bitboard captured) {
        if (found_.is_long_enough(captured)) {
            found_.keep({found_.from_, to, captured});
        }
    }

private:
    LongestCaptures& found_;
    SeenLandings seen_;
};

void LongestCaptures::search_by_states(const Position& position) {
    drop_all();
    StateVisitor visitor{*this};
    visit_captures(position, visitor);
}

void LongestCaptures::search_by_states(const Position& position, Square from, Bitboard taken) {
    drop_all();
    StateVisitor visitor{*this};
    visit_captures_of(position, from, position.enemy().all(), visitor, taken);
}

}  // namespace dameotb::rules
