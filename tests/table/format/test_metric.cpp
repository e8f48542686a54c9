// Tests codes to values and back.
#include <dameotb/table/format/metric.hpp>

#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::table;

TEST_CASE("codes of results are those of docs/format.md", "[codec]") {
    CHECK(wdl_code_of(Wdl::Loss) == 0);
    CHECK(wdl_code_of(Wdl::Draw) == 1);
    CHECK(wdl_code_of(Wdl::Win) == 2);
    for (const Wdl wdl : {Wdl::Loss, Wdl::Draw, Wdl::Win}) {
        CHECK(is_result(wdl_code_of(wdl)));
        CHECK(wdl_of_code(wdl_code_of(wdl)) == wdl);
    }
    CHECK_FALSE(is_result(3));
}

TEST_CASE("codes of distances are those of docs/format.md", "[codec]") {
    CHECK(value_of_dtm_code(0) == Value::draw());
    CHECK(value_of_dtm_code(1) == Value::loss_in(0));
    CHECK(value_of_dtm_code(2) == Value::win_in(1));
    CHECK(value_of_dtm_code(most_distance_code) == Value::win_in(251));
    for (unsigned code = 0; code <= most_distance_code; ++code) {
        const Value value = value_of_dtm_code(code);
        REQUIRE(result_code_of(code) == wdl_code_of(value.wdl()));
        if (code <= 255) {
            REQUIRE(dtm_code_of(value) == code);
        }
        if (value.wdl() != Wdl::Draw) {
            REQUIRE(dtm_code_of_plies(value.dtm().plies()) == code);
            REQUIRE(plies_of_dtm_code(code) == value.dtm().plies());
        }
    }
}
