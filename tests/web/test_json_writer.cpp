// Compares the writer of JSON with the library that reads it.
#include <random>

#include <nlohmann/json.hpp>

#include <dameotb/web/answers/json_writer.hpp>

#include "catch.hpp"

using namespace dameotb;
using nlohmann::ordered_json;
using web::JsonWriter;

TEST_CASE("a string is written as another library writes it, also where it is no UTF-8", "[serve]") {
    const auto check = [](const std::string& text) {
        const ordered_json expected{{text, text}};
        JsonWriter writer;
        writer.begin_object().member(text, text).end_object();
        REQUIRE(writer.text() == expected.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    };
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            check({static_cast<char>(first), static_cast<char>(second)});
        }
    }
    // Bytes at which letters of two to four bytes change their meaning, in any order.
    constexpr std::string_view bytes =
        "a\"\n\x7F\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xDF\xE0\xE1\xED\xEE\xEF\xF0\xF1\xF4\xF5\xFF";
    std::mt19937 random{39};
    for (int i = 0; i < 100'000; ++i) {
        std::string text(random() % 8, ' ');
        for (char& c : text) {
            c = bytes[random() % bytes.size()];
        }
        check(text);
    }
}

TEST_CASE("commas stand between values, and nothing else", "[serve]") {
    JsonWriter writer;
    writer.begin_object().key("none").begin_array().end_array().key("all").begin_array();
    writer.value(0)
        .value(-1)
        .value(~std::uint64_t{0})
        .value(true)
        .null()
        .value(std::optional{2})
        .value(std::optional<int>{});
    writer.begin_object().member("no", false).end_object().begin_object().end_object().end_array();
    writer.member("text", "t").end_object();
    CHECK(writer.text() ==
          R"({"none":[],"all":[0,-1,18446744073709551615,true,null,2,null,{"no":false},{}],"text":"t"})");
}
