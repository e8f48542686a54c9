// Takes any text as a FEN, also of a capture under way. It must be refused with NotationError, or be a sound position
// that prints and reads again.
#include <string_view>

#include <dameotb/rules/notation.hpp>

#include "fuzz_target.hpp"

using namespace dameotb;

namespace {

void check_printed(const rules::Fen& fen, rules::Fen (*parse)(std::string_view)) {
    const std::string printed = rules::to_fen(fen);
    const rules::Fen again = parse(printed);
    fuzz::require(again.position == fen.position, "a printed position reads equal");
    fuzz::require(again.halfmove_clock == fen.halfmove_clock && again.fullmove_number == fen.fullmove_number,
                  "printed counters read equal");
    fuzz::require(again.under_way == fen.under_way, "a printed capture under way reads equal");
    fuzz::require(rules::to_fen(again) == printed, "there is one printed form");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    try {
        const rules::Fen fen = rules::parse_fen_under_way(text);
        check_printed(fen, rules::parse_fen_under_way);
        if (fen.under_way && !rules::has_more_captures_than(fen.position, *fen.under_way, 1000)) {
            fuzz::require(!rules::legal_ends(fen.position, *fen.under_way).empty(), "a capture under way goes on");
        }
    } catch (const rules::NotationError&) {
    }
    try {
        const rules::Fen fen = rules::parse_fen(text);
        fuzz::require(!defect(fen.position), "a position that was read is sound");
        fuzz::require(!fen.under_way, "no capture is under way");
        check_printed(fen, rules::parse_fen);
    } catch (const rules::NotationError&) {
    }
    return 0;
}
