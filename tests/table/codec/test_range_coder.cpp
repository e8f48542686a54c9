// Codes decisions and reads them back. The shortest code of few decisions is found by trying all lengths.
#include "range_coder.hpp"

#include <optional>

#include "catch.hpp"
#include "plain_encoder.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::table;

namespace {

struct Decision {
    bool taken;
    Probability yes;
};

std::vector<std::byte> encoded(const std::vector<Decision>& decisions, std::vector<std::byte> before = {}) {
    RangeEncoder encoder{before};
    for (const Decision& decision : decisions) {
        encoder.put(decision.taken, decision.yes);
    }
    encoder.finish();
    return before;
}

void require_decoded(const std::vector<Decision>& decisions, std::span<const std::byte> bytes) {
    RangeDecoder decoder{bytes};
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        CAPTURE(i);
        REQUIRE(decoder.get(decisions[i].yes) == decisions[i].taken);
    }
}

Probability any_probability(tests::Random& random) {
    constexpr std::array<Probability, 6> special{1, 3, 32768, 65533, 65535, 256};
    return random() % 2 == 0 ? special[random() % special.size()] : 1 + static_cast<Probability>(random() % 65535);
}

/// Returns decisions that are as likely as their probabilities say, or, if `unlikely`, as unlikely.
std::vector<Decision> random_decisions(tests::Random& random, std::size_t count, bool unlikely) {
    std::vector<Decision> decisions;
    while (decisions.size() < count) {
        const Probability yes = any_probability(random);
        decisions.push_back({(random() % 65536 < yes) != unlikely, yes});
    }
    return decisions;
}

/// Returns the length of the shortest byte string in the interval of the decisions, by the interval's definition;
/// nothing if 64 bits do not hold the interval's ends.
std::optional<std::size_t> shortest(const std::vector<Decision>& decisions) {
    std::uint64_t low = 0;
    std::uint64_t range = 0xFFFFFFFF;
    std::size_t bytes = 4;  // of low
    for (const Decision& decision : decisions) {
        const std::uint64_t part = (range >> 16) * decision.yes;
        low += decision.taken ? 0 : part;
        range = decision.taken ? part : range - part;
        for (; range < std::uint64_t{1} << 24; range <<= 8) {
            if (++bytes > 7) {
                return std::nullopt;
            }
            low <<= 8;
        }
    }
    for (std::size_t length = 0;; ++length) {
        const std::uint64_t step = std::uint64_t{1} << (8 * (bytes - length));
        if ((low + step - 1) / step * step < low + range) {
            return length;
        }
    }
}

}  // namespace

TEST_CASE("decisions of any probability come back", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 300; ++i) {
        const std::vector<Decision> decisions = random_decisions(random, random() % 2000, i % 3 == 0);
        require_decoded(decisions, encoded(decisions));
    }
    for (Probability yes = 1; yes <= 65535; yes += tests::sampled ? 31 : 1) {  // 65535 among them
        const std::vector<Decision> decisions{{true, yes}, {false, yes}, {true, yes}};
        require_decoded(decisions, encoded(decisions));
    }
}

TEST_CASE("the code is what an encoder with numbers of 32 bits gives", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 2000; ++i) {
        const std::vector<Decision> decisions = random_decisions(random, random() % 500, i % 3 == 0);
        tests::PlainRangeEncoder plain;
        std::vector<PricedDecision> priced;
        for (const Decision& decision : decisions) {
            plain.put(decision.taken, decision.yes);
            priced.emplace_back(decision.taken, decision.yes);
        }
        const std::vector<std::byte> expected = plain.finish();
        REQUIRE((encoded(decisions) == expected));
        std::vector<std::byte> together;
        RangeEncoder encoder{together};
        encoder.put(priced);
        encoder.finish();
        REQUIRE((together == expected));
    }
}

TEST_CASE("the code is the shortest", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int compared = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::vector<Decision> decisions = random_decisions(random, random() % 30, random() % 4 == 0);
        if (const auto length = shortest(decisions)) {
            REQUIRE(encoded(decisions).size() == *length);
            ++compared;
        }
    }
    CHECK(compared > 5000);
    CHECK(encoded({}).empty());
    CHECK(encoded(std::vector<Decision>(1000, {true, 65535})).empty());
}

TEST_CASE("a carry goes through bytes that are out already, and no further than the code", "[codec]") {
    // Unlikely noes leave the interval just below a half; a no then takes it across.
    std::vector<Decision> decisions{{true, 32768}};
    for (int i = 0; i < 40; ++i) {
        decisions.push_back({false, 65535});
    }
    const std::vector<std::byte> code = encoded(decisions);
    REQUIRE(code.size() > 20);
    require_decoded(decisions, code);
    // Wherever a code ends, what was there before is not changed.
    for (std::size_t length = 0; length <= decisions.size(); ++length) {
        const std::vector<std::byte> before(3, std::byte{0xFF});
        const std::vector<Decision> some{decisions.begin(), decisions.begin() + static_cast<std::ptrdiff_t>(length)};
        const std::vector<std::byte> both = encoded(some, before);
        REQUIRE(std::equal(before.begin(), before.end(), both.begin()));
        require_decoded(some, std::span{both}.subspan(3));
    }
}

TEST_CASE("zeros after the end change nothing", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::vector<Decision> decisions = random_decisions(random, 500, false);
    std::vector<std::byte> code = encoded(decisions);
    code.resize(code.size() + 3);
    require_decoded(decisions, code);
}

TEST_CASE("any bytes can be decoded, by 32-bit numbers that wrap around", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 500; ++i) {
        std::vector<std::byte> bytes(random() % 50);
        for (std::byte& byte : bytes) {
            byte = i < 100 ? std::byte{0xFF} : static_cast<std::byte>(random());
        }
        std::size_t next = 0;
        const auto take = [&] { return next < bytes.size() ? std::to_integer<std::uint64_t>(bytes[next++]) : 0; };
        std::uint64_t code = 0;
        for (int byte = 0; byte < 4; ++byte) {
            code = code * 256 + take();
        }
        std::uint64_t range = 0xFFFFFFFF;
        RangeDecoder decoder{bytes};
        for (int decision = 0; decision < 300; ++decision) {
            const Probability yes = any_probability(random);
            const std::uint64_t part = range / 65536 * yes;
            const bool taken = code < part;
            code -= taken ? 0 : part;
            range = taken ? part : range - part;
            for (; range < 1 << 24; range *= 256) {
                code = (code * 256 + take()) % (std::uint64_t{1} << 32);
            }
            REQUIRE(decoder.get(yes) == taken);
        }
    }
}
