// The two proofs themselves, on classes small enough for other definitions.
#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "forward_search.hpp"
#include "plain_class_solver.hpp"
#include "plain_tables.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using tests::class_of;

namespace {

tests::PlainTables& tables() {
    static tests::PlainTables made{{class_of(tests::sampled ? "KKvK" : "KKvM")}};
    return made;
}

Value outside(const Position& position) {
    return tables().value(position);
}

}  // namespace

TEST_CASE("The plain solver of one class finds what the game cut off after ever more plies gives", "[proof]") {
    for (const auto& [material, table] : tables().all()) {
        const tests::PlainClassSolver solver{material, outside, 2};
        std::uint64_t wrong = 0;
        for (int side = 0; side < index::stored_sides(material); ++side) {
            for (std::uint64_t number = 0; number < solver.index().size(); ++number) {
                const Position position = solver.index().unrank(number, static_cast<Colour>(side));
                wrong += solver.value(position) != tables().value(position) ? 1 : 0;
            }
        }
        INFO(material.name());
        CHECK(wrong == 0);
    }
}

TEST_CASE("A forward search never says anything wrong, and decides many positions", "[proof]") {
    tests::Random random{tests::sample_seed};
    INFO("seed " << tests::sample_seed);
    int decided = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto& [material, table] = *std::next(tables().all().begin(), i % static_cast<int>(tables().all().size()));
        const Position position = tests::random_position(random, material);
        const tests::Bounds found = tests::search_forward(position, outside, 1000);
        INFO(rules::to_fen(position));
        REQUIRE(found.contains(tables().value(position)));
        decided += found.is_exact() ? 1 : 0;
    }
    CHECK(decided > (tests::sampled ? 200 : 400));
}

TEST_CASE("A forward search with more time knows more, and notices a wrong value", "[proof]") {
    // Two kings win in 5 plies (docs/rules.md): with two plies alone it is open, with some thousand positions exact.
    const Position position = rules::parse_fen("W:WKa7,Kh8:BKa1").position;
    const tests::Bounds little = tests::search_forward(position, outside, 10);
    CHECK_FALSE(little.is_exact());
    const tests::Bounds much = tests::search_forward(position, outside, 1'000'000);
    CHECK(much.low == Value::win_in(5));
    CHECK(much.high == Value::win_in(5));
    CHECK_FALSE(much.contains(Value::win_in(7)));
    CHECK_FALSE(much.contains(Value::draw()));
}
