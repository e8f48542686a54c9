// Compares the probabilities of sums of votes with the logistic function.
#include "side_model.hpp"

#include <cmath>

#include "catch.hpp"

using namespace dameotb::table;

TEST_CASE("probabilities rise with the sum, and those of opposite sums add up to one", "[codec]") {
    CHECK(probability_of(0) == 32768);
    for (int sum = -most_sum; sum <= most_sum; ++sum) {
        CAPTURE(sum);
        CHECK(probability_of(sum) + probability_of(-sum) == 65536);
        CHECK(probability_of(sum) >= probability_of(std::max(sum - 1, -most_sum)));
        CHECK(probability_of(sum) >= 3);
        CHECK(probability_of(sum) <= 65533);
    }
    CHECK(probability_of(-most_sum) == 3);
    CHECK(probability_of(telling_sum) == 65533);
    CHECK(probability_of(most_sum) == 65533);
}

TEST_CASE("a vote is a sixteenth of a logit", "[codec]") {
    for (int sum = -most_sum; sum <= most_sum; ++sum) {
        CAPTURE(sum);
        const double exact = sum < -telling_sum  ? 3.0
                             : sum > telling_sum ? 65533.0
                                                 : 65536 / (1 + std::exp(-sum / 16.0));
        CHECK(std::abs(static_cast<double>(probability_of(sum)) - std::clamp(exact, 3.0, 65533.0)) <= 1);
    }
}
