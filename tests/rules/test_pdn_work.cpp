// Tests that hostile texts of games cost no more than long ones.
#include <algorithm>
#include <ctime>

#include <dameotb/rules/pdn.hpp>

#include "catch.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::tests;

namespace {

std::string repeated(const std::string& part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += part;
    }
    return text;
}

/// Returns the least processor time of several readings of a text, in seconds.
double reading_time(const std::string& text) {
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        rules::read_pdn(text, [](rules::GameRecord&&) {});
        least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
}

}  // namespace

// No clock on the wall: the processor time of this program for a text of parts, and for one of many times as many. What
// is quadratic in them takes 1,024 times as long then, and what is linear 32 times.
TEST_CASE("a text of many parts is read in time proportional to their number", "[pdn]") {
    constexpr int times = 32;
    constexpr int few = sampled ? 500 : 4000;
    struct Attack {
        std::string begin;
        std::string part;
        std::string end;
    };
    const auto attack = GENERATE(
        Attack{"", "[a \"b\"]", ""}, Attack{"", "[a \"b\"] ", "\n1. c3-c4 *"}, Attack{"", "[FEN \"W:WKa1:BKh7\"]", ""},
        Attack{"[a ", "\\\"", ""}, Attack{"[a \"", "\\\"", "\"]"}, Attack{"", "[a \"b", ""}, Attack{"", "[a \"b\n", ""},
        Attack{"", "[", ""}, Attack{"", "[\n", ""}, Attack{"[a\u201C", "x", "\u201D]"}, Attack{"", "{\n", ""},
        Attack{"", "{", "}"}, Attack{"1. c3-c4 ", "{a}", ""}, Attack{"1. c3-c4 {", "a ", "}"}, Attack{"", ";a\n", ""},
        Attack{"1. c3-c4 ", "; a\n", "c6-c5"}, Attack{"", "%\n", ""}, Attack{"{", "\n", "}"},
        Attack{"1. c3-c4 ", "$1 ", ""}, Attack{"1. c3-c4", "$1", ""}, Attack{"1. c3-c4", "!", ""},
        Attack{"1. c3-c4 ", "!", ""}, Attack{"", "+-", ""}, Attack{"1. c3-c4", "+-", ""}, Attack{"1. c3-c4", "*", ""},
        Attack{"1. c3-c4", "\u00B1", ""}, Attack{"", "\u00B1 ", ""}, Attack{"", "\u00A0", ""},
        Attack{"1. c3-c4 ", "(!)", ""}, Attack{"1. c3-c4 ", "({a})", ""}, Attack{"1. c3-c4 ", "(d3-d4)", ""},
        Attack{"1. c3-c4 ", "(", ""}, Attack{"1. c3-c4 ", ")", ""}, Attack{"1. c3-c4 ", "( ) ", ""},
        Attack{"1. c3-c4 ", "(\n", ""}, Attack{"1. ", "c3-c4", ""}, Attack{"1. ", "c3-c4,", ""},
        Attack{"1. d1d4", ",d4d1,d1d4", ""}, Attack{"", "9", ""}, Attack{"", "9.", ""}, Attack{"", ".", ""},
        Attack{"", "1. ", ""}, Attack{"", "*\n", ""}, Attack{"", "[a \"b\"]\n*\n", ""}, Attack{"", "c3-c3\n", ""},
        Attack{"[FEN \"W:WKa1:BKh7\"]", "a1-a2 h7-h6 a2-a1 h6-h7 ", ""}, Attack{"", "[a \"b\"]\nx\n", ""},
        Attack{"[FEN \"", "a1,", "\"]"}, Attack{"[FEN \"W:W", "%20", "\"]"}, Attack{"[Result \"", "1 ", "\"]"},
        Attack{"", "\xBD", ""}, Attack{"", "\xBD ", ""}, Attack{"[a \"", "\xBD", "\"]"});
    const auto text = [&](int count) { return attack.begin + repeated(attack.part, count) + attack.end; };
    INFO(attack.begin << attack.part << attack.part << attack.end);
    const double at_least = 1e-4;  // the clock has a resolution
    CHECK(reading_time(text(few * times)) < 6 * times * std::max(at_least, reading_time(text(few))));
}
