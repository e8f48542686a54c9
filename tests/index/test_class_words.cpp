// Classes in words. tests/web/explorer compares them with those of the explorer's page.
#include <dameotb/index/material.hpp>

#include "catch.hpp"

using namespace dameotb;

TEST_CASE("a class in words", "[index]") {
    const auto words = [](std::string_view name) { return index::class_words(index::Material::parse(name).value()); };
    CHECK(words("KKMvK") == "two kings and a man against a king");
    CHECK(words("KMvM") == "a king and a man against a man");
    CHECK(words("KKKMMvMMMM") == "three kings and two men against four men");
    CHECK(words("KKKKKKKKvMMMMMMMMM") == "eight kings against 9 men");
}
