// Compares candidates and patterns with lists.
#include "candidates.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "lane_bytes.hpp"
#include "plain_candidates.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;
using tests::LaneBytes;
using tests::lanes_of;

namespace {

/// Returns what a pattern says of these relative values.
LaneBytes plain_pattern(const LaneBytes& relative_values, const LaneBytes& impossible,
                        const std::vector<std::uint8_t>& guessed) {
    LaneBytes pattern{};
    for (std::size_t i = 0; i < 8; ++i) {
        const auto found = std::ranges::find(guessed, relative_values[i]);
        pattern[i] = impossible[i] != 0       ? 8
                     : found == guessed.end() ? 7
                                              : static_cast<std::uint8_t>(found - guessed.begin());
    }
    return pattern;
}

}  // namespace

TEST_CASE("candidates are the different guesses, and patterns say which lane has which", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    std::array<int, 8> seen{};
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t relative_values = 1 + random() % 20;
        // Those next to the draw's relative value, or the lowest ones and the highest ones.
        const bool above = random() % 2 == 0;
        const auto lowest = static_cast<RelativeValue>(random() % 2 == 0 ? 118 : above ? 234 : 1);
        const auto some_relative_values = [&] {
            LaneBytes bytes{};
            for (std::uint8_t& byte : bytes) {
                byte = static_cast<std::uint8_t>(random() % 5 == 0 ? 255 : lowest + random() % relative_values);
            }
            return bytes;
        };
        LaneBytes guesses = some_relative_values();
        guesses[7] = 255;
        const LaneBytes hints = some_relative_values();
        const auto is_possible = [&](RelativeValue relative_value) {
            return above ? relative_value > drawn_distance_relative_value && relative_value != unknown_relative_value
                         : relative_value < drawn_distance_relative_value;
        };
        const auto marks = [&](const LaneBytes& bytes) {
            LaneBytes marked{};
            for (std::size_t lane = 0; lane < 8; ++lane) {
                marked[lane] = is_possible(bytes[lane]) ? 0 : 0x80;
            }
            return marked;
        };
        std::vector<std::uint8_t> guessed;
        for (const std::uint8_t guess : guesses) {
            const bool is_new = std::ranges::find(guessed, guess) == guessed.end();
            if (is_possible(guess) && is_new) {
                guessed.push_back(guess);
            }
        }
        const Neighbourhood near{lanes_of(guesses), lanes_of(hints)};
        CAPTURE(near.guesses, near.hints, above);
        const Lanes guess_pattern = lanes_of(plain_pattern(guesses, marks(guesses), guessed));
        const Lanes hint_pattern = lanes_of(plain_pattern(hints, marks(hints), guessed));
        ++seen[guessed.size()];

        const Candidates found{near, above};
        REQUIRE(found.count() == static_cast<int>(guessed.size()));
        REQUIRE(found.guess_pattern() == guess_pattern);
        REQUIRE(found.hint_pattern() == hint_pattern);
        for (int k = 0; k < 8; ++k) {
            const auto at = static_cast<std::size_t>(k);
            REQUIRE(found[k] == (at < guessed.size() ? guessed[at] : no_relative_value));
        }
        for (unsigned relative_value = 1; relative_value < unknown_relative_value; ++relative_value) {
            const auto wanted = static_cast<RelativeValue>(relative_value);
            REQUIRE(found.has(wanted) == (std::ranges::find(guessed, wanted) != guessed.end()));
        }

        tests::PlainCandidates candidates{near, lanes_of(marks(guesses)), lanes_of(marks(hints))};
        REQUIRE(candidates.count() == static_cast<int>(guessed.size()));
        std::vector<std::uint8_t> all = guessed;
        for (const std::uint8_t more : {lowest, static_cast<std::uint8_t>(lowest + 9 + random() % 2)}) {
            candidates.add(more);
            if (std::ranges::find(all, more) == all.end()) {
                all.push_back(more);
            }
        }
        REQUIRE(candidates.count() == static_cast<int>(all.size()));
        REQUIRE(candidates.guess_pattern() == guess_pattern);
        REQUIRE(candidates.hint_pattern() == hint_pattern);
        for (int k = 0; k < most_candidates; ++k) {
            const auto at = static_cast<std::size_t>(k);
            REQUIRE(candidates.or_unknown(k) == (at < all.size() ? all[at] : unknown_relative_value));
        }
    }
    for (const int times : seen) {
        CHECK(times > 100);
    }
}
