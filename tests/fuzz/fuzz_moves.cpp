// Takes any text as a move, in any position. The input is a FEN, a line end and a move. The move must be refused with
// NotationError, or be a legal move that prints and reads again. Every legal move must lead to a sound position and be
// found by its notation.
#include <algorithm>
#include <string_view>

#include <dameotb/rules/notation.hpp>

#include "fuzz_target.hpp"

using namespace dameotb;

namespace {

/// The number of captures can grow exponentially with the pieces. More pieces take more time and show nothing new.
constexpr int most_pieces = 14;

void check_legal(const Position& position, const std::vector<Move>& legal) {
    for (const Move& move : legal) {
        fuzz::require(move.captured.count() == legal.front().captured.count(), "all legal moves take equally many");
        fuzz::require(!defect(rules::after(position, move)), "a legal move leads to a sound position");
        fuzz::require(rules::parse_move(position, rules::to_text(position, move)) == move,
                      "a printed move reads equal");
    }
    const bool captures = !legal.empty() && legal.front().is_capture();
    fuzz::require(captures == rules::must_capture(position), "must_capture says whether legal moves capture");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const std::size_t line_end = std::min(text.find('\n'), text.size());
    try {
        const Position position = rules::parse_position(text.substr(0, line_end));
        if (position.occupied().count() > most_pieces) {
            return 0;
        }
        const std::vector<Move> legal = rules::legal_moves(position);
        check_legal(position, legal);
        const Move move = rules::parse_move(position, text.substr(std::min(line_end + 1, text.size())));
        fuzz::require(std::find(legal.begin(), legal.end(), move) != legal.end(), "a move that was read is legal");
    } catch (const rules::NotationError&) {
    }
    return 0;
}
