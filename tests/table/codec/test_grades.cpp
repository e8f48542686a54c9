// Compares grades with the order of values.
#include "grades.hpp"

#include <vector>

#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::table;
using table::Metric;

namespace {

/// Returns the codes of a metric, the best for the mover first.
std::vector<unsigned> codes_from_best(Metric metric) {
    if (metric == Metric::Wdl) {
        return {win_code, draw_code, loss_code};
    }
    std::vector<unsigned> codes;
    for (int plies = 1; plies <= 251; plies += 2) {
        codes.push_back(dtm_code_of_plies(plies));
    }
    codes.push_back(drawn_dtm_code);
    for (int plies = 250; plies >= 0; plies -= 2) {
        codes.push_back(dtm_code_of_plies(plies));
    }
    return codes;
}

}  // namespace

TEST_CASE("grades fall from the best value to the worst, and rise for the side that waits", "[codec]") {
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        CAPTURE(static_cast<int>(metric));
        const std::vector<unsigned> codes = codes_from_best(metric);
        for (const bool flipped : {false, true}) {
            CAPTURE(flipped);
            const GradeMap& map = grade_map(metric, flipped);
            for (std::size_t i = 0; i < codes.size(); ++i) {
                const Grade grade = map.grade_of[codes[i]];
                CAPTURE(codes[i], grade);
                CHECK(map.code_of[grade] == codes[i]);
                CHECK(grade != unknown_grade);
                CHECK(grade != no_grade);
                if (i > 0) {
                    const Grade better = map.grade_of[codes[i - 1]];
                    CHECK(flipped == (better < grade));
                    CHECK(better != grade);
                }
            }
        }
    }
}

TEST_CASE("the grades of a result are on one side of a draw's", "[codec]") {
    for (const bool flipped : {false, true}) {
        CAPTURE(flipped);
        const GradeMap& map = grade_map(Metric::Dtm, flipped);
        int decided = 0;
        for (unsigned code = 0; code <= 252; ++code) {
            const unsigned grade = map.grade_of[code];
            const std::uint8_t result = wdl_code_of_dtm_code(code);
            CAPTURE(code, grade);
            CHECK(is_decided_grade(grade, true) == (result == (flipped ? loss_code : win_code)));
            CHECK(is_decided_grade(grade, false) == (result == (flipped ? win_code : loss_code)));
            decided += is_decided_grade(grade, true) || is_decided_grade(grade, false) ? 1 : 0;
            CHECK(wdl_code_of(value_of_dtm_code(code).wdl()) == result);
        }
        CHECK(decided == 252);
    }
    for (const unsigned grade : {0U, 127U, 254U, 255U}) {
        CHECK_FALSE(is_decided_grade(grade, true));
        CHECK_FALSE(is_decided_grade(grade, false));
    }
}

TEST_CASE("grades are those of docs/codec.md", "[codec]") {
    const GradeMap& wdl = grade_map(Metric::Wdl, false);
    CHECK(wdl.grade_of[loss_code] == 1);
    CHECK(wdl.grade_of[draw_code] == 2);
    CHECK(wdl.grade_of[win_code] == 3);
    const GradeMap& dtm = grade_map(Metric::Dtm, false);
    CHECK(dtm.grade_of[1] == 1);
    CHECK(dtm.grade_of[251] == 126);
    CHECK(dtm.grade_of[0] == 127);
    CHECK(dtm.grade_of[252] == 128);
    CHECK(dtm.grade_of[2] == 253);
    CHECK(grade_map(Metric::Wdl, true).grade_of[loss_code] == 3);
    CHECK(grade_map(Metric::Dtm, true).grade_of[0] == 127);
    CHECK(grade_map(Metric::Dtm, true).grade_of[1] == 253);
}
