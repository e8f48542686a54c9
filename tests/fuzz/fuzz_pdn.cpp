// Takes any text as game records. Each game must be read up to its end or its error; what was read is written and reads
// again to the same text.
#include <algorithm>
#include <string_view>

#include <dameotb/rules/pdn.hpp>

#include "fuzz_target.hpp"

using namespace dameotb;

namespace {

/// The number of captures can grow exponentially with the pieces of a FEN, between which there are commas. More pieces
/// take more time and show nothing new.
constexpr auto most_commas = 12;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    if (std::ranges::count(text, ',') > most_commas) {
        return 0;
    }
    for (rules::GameRecord game : rules::read_pdn(text)) {
        const std::string written = rules::to_pdn(game);
        const auto again = rules::read_pdn(written);
        fuzz::require(again.size() == 1, "a written game is one game");
        if (game.error.empty()) {
            fuzz::require(again.front().error.empty(), "a written game reads to its end");
            fuzz::require(rules::to_pdn(again.front()) == written, "a game reads back the same");
        }
    }
    return 0;
}
