// Compares the packed score with the value that it stands for, and a row's first wins and losses with a look at each of
// its scores.
#include <dameotb/scores/slice/score.hpp>

#include <algorithm>
#include <random>

#include <dameotb/scores/row/row_scores.hpp>

#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::scores;

TEST_CASE("scores order, convert and back up as values do") {
    std::vector<Value> values{Value::draw()};
    std::vector<Score> scores{draw_score};
    for (int plies = 0; plies <= longest_plies; ++plies) {
        values.push_back(plies % 2 != 0 ? Value::win_in(plies) : Value::loss_in(plies));
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

TEST_CASE("first_win and first_loss find what looking at each score finds") {
    constexpr std::uint64_t seed = 20260714;
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    for (int i = 0; i < 2000; ++i) {
        // Rows of all scores, and rows with few that are not draws or no_score.
        RowScores row;
        std::ranges::generate(row.cells, [&] {
            const auto score = static_cast<Score>(random() % 256 - 128);
            return i % 2 == 0 || random() % 32 == 0 ? score : random() % 2 == 0 ? draw_score : no_score;
        });
        const Score most = score_at_ply(static_cast<int>(random() % 126) * 2 + 1);
        const Score least = score_at_ply(static_cast<int>(random() % 126) * 2);
        Score win = draw_score;
        Score loss = draw_score;
        for (const Score score : row.cells) {
            win = score <= most ? std::max(win, score) : win;
            loss = score >= least ? std::min(loss, score) : loss;
        }
        REQUIRE(first_win(row.data(), most) == win);
        REQUIRE(first_loss(row.data(), least) == loss);
    }
}
