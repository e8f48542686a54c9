// The time that is left must follow from the pace so far and from what the classes should take.
#include "run/run_progress.hpp"

#include "catch.hpp"

using namespace dameotb;

TEST_CASE("a pace: before anything is done nobody knows the time left") {
    gen::Pace pace{{1, 2}};
    pace.begin_class(0);
    CHECK(pace.class_share() == 0);
    CHECK_FALSE(pace.class_seconds_left());
    CHECK_FALSE(pace.run_seconds_left());
    pace.set_done(0.1, 0.1);
    CHECK_FALSE(pace.run_seconds_left());
}

TEST_CASE("a pace: time left by what the classes should take, not by their number") {
    gen::Pace pace{{10, 1, 100}};
    pace.begin_class(0);
    pace.set_done(5, 10);  // twice as long as expected
    CHECK(pace.class_share() == Approx(0.5));
    CHECK(pace.class_seconds_left().value() == Approx(10));
    CHECK(pace.run_seconds_left().value() == Approx(10 + 202));
    pace.end_class(20);
    pace.begin_class(20);
    CHECK(pace.run_seconds_left().value() == Approx(202));
    pace.end_class(22);
    pace.begin_class(22);
    // The class's own pace counts for the class once some part of it is done.
    pace.set_done(1, 22.1);
    CHECK(pace.class_seconds_left().value() == Approx(99 * 22.1 / 12));
    pace.set_done(50, 72);
    CHECK(pace.class_seconds_left().value() == Approx(50));
    CHECK(pace.run_seconds_left().value() == Approx(50));
}

TEST_CASE("a pace: classes that were there already count for nothing, however long a check of them took") {
    gen::Pace pace{{0, 10, 0, 10}};
    pace.begin_class(0);
    pace.end_class(1000);
    pace.begin_class(1000);
    pace.set_done(10, 1010);
    pace.end_class(1010);
    pace.begin_class(1010);
    CHECK(pace.class_share() == 0);
    CHECK(pace.run_seconds_left().value() == Approx(10));
    pace.end_class(3000);
    pace.begin_class(3000);
    pace.set_done(5, 3005);
    CHECK(pace.run_seconds_left().value() == Approx(5));
}
