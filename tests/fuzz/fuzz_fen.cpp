// Takes any text as a FEN. It must be refused with NotationError, or be a sound position that prints and reads again.
#include <string_view>

#include <dameotb/rules/notation.hpp>

#include "fuzz_target.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const rules::Fen fen = rules::parse_fen({reinterpret_cast<const char*>(data), size});
        fuzz::require(!rules::defect(fen.position), "a position that was read is sound");
        const std::string printed = rules::to_fen(fen);
        const rules::Fen again = rules::parse_fen(printed);
        fuzz::require(again.position == fen.position, "a printed position reads equal");
        fuzz::require(again.halfmove_clock == fen.halfmove_clock && again.fullmove_number == fen.fullmove_number,
                      "printed counters read equal");
        fuzz::require(rules::to_fen(again) == printed, "there is one printed form");
    } catch (const rules::NotationError&) {
    }
    return 0;
}
