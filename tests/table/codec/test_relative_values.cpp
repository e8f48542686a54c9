// Compares relative values with the order of values.
#include "relative_values.hpp"

#include <vector>

#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::table;
using table::Coding;

namespace {

/// Returns the codes of a coding, the best for the mover first.
std::vector<unsigned> codes_from_best(Coding coding) {
    if (coding == Coding::Results) {
        return {win_code, draw_code, loss_code};
    }
    std::vector<unsigned> codes;
    for (int plies = 1; plies <= 251; plies += 2) {
        codes.push_back(dtm_code_of_plies(plies));
    }
    codes.push_back(drawn_distance_code);
    for (int plies = 250; plies >= 0; plies -= 2) {
        codes.push_back(dtm_code_of_plies(plies));
    }
    return codes;
}

}  // namespace

TEST_CASE("relative values fall from the best value to the worst, and rise for the side that waits", "[codec]") {
    for (const Coding coding : {Coding::Results, Coding::Distances}) {
        CAPTURE(static_cast<int>(coding));
        const std::vector<unsigned> codes = codes_from_best(coding);
        for (const bool flipped : {false, true}) {
            CAPTURE(flipped);
            const RelativeValueMap& map = relative_value_map(coding, flipped);
            for (std::size_t i = 0; i < codes.size(); ++i) {
                const RelativeValue relative_value = map.relative_value_of[codes[i]];
                CAPTURE(codes[i], relative_value);
                CHECK(map.code_of[relative_value] == codes[i]);
                CHECK(relative_value != unknown_relative_value);
                CHECK(relative_value != no_relative_value);
                if (i > 0) {
                    const RelativeValue better = map.relative_value_of[codes[i - 1]];
                    CHECK(flipped == (better < relative_value));
                    CHECK(better != relative_value);
                }
            }
        }
    }
}

TEST_CASE("the relative values of a result are on one side of a draw's", "[codec]") {
    for (const bool flipped : {false, true}) {
        CAPTURE(flipped);
        const RelativeValueMap& map = relative_value_map(Coding::Distances, flipped);
        int decided = 0;
        for (unsigned code = 0; code <= 252; ++code) {
            const unsigned relative_value = map.relative_value_of[code];
            const std::uint8_t result = result_code_of(code);
            CAPTURE(code, relative_value);
            CHECK(is_decided_relative_value(relative_value, true) == (result == (flipped ? loss_code : win_code)));
            CHECK(is_decided_relative_value(relative_value, false) == (result == (flipped ? win_code : loss_code)));
            decided +=
                is_decided_relative_value(relative_value, true) || is_decided_relative_value(relative_value, false) ? 1
                                                                                                                    : 0;
            CHECK(wdl_code_of(value_of_dtm_code(code).wdl()) == result);
        }
        CHECK(decided == 252);
    }
    for (const unsigned relative_value : {0U, 127U, 254U, 255U}) {
        CHECK_FALSE(is_decided_relative_value(relative_value, true));
        CHECK_FALSE(is_decided_relative_value(relative_value, false));
    }
}

TEST_CASE("relative values are those of docs/codec.md", "[codec]") {
    const RelativeValueMap& wdl = relative_value_map(Coding::Results, false);
    CHECK(wdl.relative_value_of[loss_code] == 1);
    CHECK(wdl.relative_value_of[draw_code] == 2);
    CHECK(wdl.relative_value_of[win_code] == 3);
    const RelativeValueMap& dtm = relative_value_map(Coding::Distances, false);
    CHECK(dtm.relative_value_of[1] == 1);
    CHECK(dtm.relative_value_of[251] == 126);
    CHECK(dtm.relative_value_of[0] == 127);
    CHECK(dtm.relative_value_of[252] == 128);
    CHECK(dtm.relative_value_of[2] == 253);
    CHECK(relative_value_map(Coding::Results, true).relative_value_of[loss_code] == 3);
    CHECK(relative_value_map(Coding::Distances, true).relative_value_of[0] == 127);
    CHECK(relative_value_map(Coding::Distances, true).relative_value_of[1] == 253);
}
