// Compares the packed score with the value that it stands for.
#include <dameotb/store/slice/score.hpp>

#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::store;

TEST_CASE("scores order, convert and back up as values do") {
    std::vector<rules::Value> values{rules::Value::draw()};
    std::vector<Score> scores{draw_score};
    for (int plies = 0; plies <= longest_plies; ++plies) {
        values.push_back(plies % 2 != 0 ? rules::Value::win_in(plies) : rules::Value::loss_in(plies));
        scores.push_back(score_at_ply(plies));
        CHECK(plies_of(scores.back()) == plies);
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
        CHECK(to_value(scores[i]) == values[i]);
        CHECK(to_value(before_move(scores[i])) == values[i].before_move());
        CHECK(scores[i] > no_score);
        for (std::size_t j = 0; j < scores.size(); ++j) {
            CHECK((scores[i] < scores[j]) == (values[i] < values[j]));
        }
    }
}
