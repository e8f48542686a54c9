// Compares candidates and patterns with lists.
#include "candidates.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "lane_bytes.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::codec;
using tests::LaneBytes;
using tests::lanes_of;

namespace {

/// Returns what a pattern says of these grades.
LaneBytes plain_pattern(const LaneBytes& grades, const LaneBytes& impossible,
                        const std::vector<std::uint8_t>& guessed) {
    LaneBytes pattern{};
    for (std::size_t i = 0; i < 8; ++i) {
        const auto found = std::ranges::find(guessed, grades[i]);
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
        const std::uint64_t grades = 1 + random() % 20;
        const auto some_grades = [&] {
            LaneBytes bytes{};
            for (std::uint8_t& byte : bytes) {
                byte = static_cast<std::uint8_t>(random() % 5 == 0 ? 255 : 1 + random() % grades);
            }
            return bytes;
        };
        LaneBytes guesses = some_grades();
        guesses[7] = 255;
        const LaneBytes hints = some_grades();
        // Unknown ones are impossible, and so is one grade.
        const auto impossible = static_cast<std::uint8_t>(1 + random() % 9);
        const auto marks = [&](const LaneBytes& bytes) {
            LaneBytes marked{};
            for (std::size_t lane = 0; lane < 8; ++lane) {
                marked[lane] = bytes[lane] == 255 || bytes[lane] == impossible ? 0x80 : 0;
            }
            return marked;
        };
        std::vector<std::uint8_t> guessed;
        for (const std::uint8_t guess : guesses) {
            const bool is_new = std::ranges::find(guessed, guess) == guessed.end();
            if (guess != 255 && guess != impossible && is_new) {
                guessed.push_back(guess);
            }
        }
        Candidates candidates{{lanes_of(guesses), lanes_of(hints)}, lanes_of(marks(guesses)), lanes_of(marks(hints))};
        CAPTURE(lanes_of(guesses), lanes_of(hints), impossible);
        REQUIRE(candidates.count() == static_cast<int>(guessed.size()));
        const Lanes guess_pattern = lanes_of(plain_pattern(guesses, marks(guesses), guessed));
        const Lanes hint_pattern = lanes_of(plain_pattern(hints, marks(hints), guessed));
        ++seen[guessed.size()];

        std::vector<std::uint8_t> all = guessed;
        for (const std::uint8_t more : {std::uint8_t{1}, static_cast<std::uint8_t>(10 + random() % 2)}) {
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
            REQUIRE(candidates.or_unknown(k) == (at < all.size() ? all[at] : unknown_grade));
        }
    }
    for (const int times : seen) {
        CHECK(times > 100);
    }
}
