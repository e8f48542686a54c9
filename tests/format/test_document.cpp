// Holds docs/format.md to its word: its numbering of places is compared with index/.
#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "document_numbers.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using index::ClassIndex;
using index::Material;
using rules::Position;

TEST_CASE("places of positions with men are where docs/format.md says", "[format]") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& material : index::build_order(6)) {
        if (material.men() == 0) {
            continue;
        }
        CAPTURE(material.name());
        const ClassIndex index{material};
        for (int i = 0; i < 400; ++i) {
            const Position position = tests::random_position(random, material);
            CAPTURE(rules::to_fen(position));
            REQUIRE(document::placement_number(position) == index.rank(position));
        }
    }
}

TEST_CASE("places of positions without men are in the order that docs/format.md says", "[format]") {
    // Numbers have no gaps (tests of index/), so their order determines them.
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvK", "KKvK", "KKKvK", "KKvKK", "KKKvKK"}) {
        CAPTURE(name);
        const ClassIndex index{*Material::parse(name)};
        std::vector<std::pair<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>> keys_and_numbers;
        for (int i = 0; i < 2000; ++i) {
            const Position position = tests::random_position(random, index.material());
            keys_and_numbers.emplace_back(document::kings_key(position), index.rank(position));
        }
        std::sort(keys_and_numbers.begin(), keys_and_numbers.end());
        for (std::size_t i = 1; i < keys_and_numbers.size(); ++i) {
            const auto& [key, number] = keys_and_numbers[i];
            const auto& [key_before, number_before] = keys_and_numbers[i - 1];
            REQUIRE((key == key_before ? number == number_before : number > number_before));
        }
    }
}
