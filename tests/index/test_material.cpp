// Tests classes: names, the canonical form, and that every legal move stays within the declared dependencies.
#include <algorithm>
#include <map>
#include <set>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using index::Material;

namespace {

Material class_of(const char* name) {
    const auto material = Material::parse(name);
    REQUIRE(material.has_value());
    return *material;
}

std::vector<std::string> names(const std::vector<Material>& materials) {
    std::vector<std::string> result;
    for (const Material& material : materials) {
        result.push_back(material.name());
    }
    return result;
}

}  // namespace

TEST_CASE("names of classes") {
    const Material material = class_of("KKMvKM");
    CHECK(material.white == index::SideMaterial{2, 1});
    CHECK(material.black == index::SideMaterial{1, 1});
    CHECK(material.name() == "KKMvKM");
    CHECK(material.pieces() == 5);
    CHECK(material.men() == 2);
    CHECK(material.kings() == 3);
    CHECK(class_of("MvKKKKKKKKKKKKKKKK").black.kings == 16);
    for (const char* wrong : {"", "v", "Kv", "vK", "KK", "MKvK", "KvMK", "KvKvK", "kvk", "K vK", "KvK ", "KxK",
                              "KvKKKKKKKKKKKKKKKKK", "KKMvKMM\n"}) {
        CAPTURE(wrong);
        CHECK_FALSE(Material::parse(wrong).has_value());
    }
}

TEST_CASE("one of a colour-flipped pair is canonical") {
    CHECK(class_of("KKvKM").is_canonical());
    CHECK_FALSE(class_of("KMvKK").is_canonical());
    CHECK(class_of("MMvK").is_canonical());
    CHECK_FALSE(class_of("KvMM").is_canonical());
    CHECK(class_of("KMvKM").is_canonical());
    CHECK(index::stored_sides(class_of("KMvKM")) == 1);
    CHECK(index::stored_sides(class_of("KKvKM")) == 2);
    for (const Material& material : index::build_order(6)) {
        CHECK(material.is_canonical());
        CHECK(material.flipped().is_canonical() == material.is_symmetric());
        CHECK(material.flipped().canonical() == material);
        CHECK(Material::parse(material.name()) == material);
    }
}

TEST_CASE("the build order holds every class once") {
    CHECK(names(index::build_order(2)) == std::vector<std::string>{"KvK", "KvM", "MvM"});
    CHECK(names(index::build_order(3)) ==
          std::vector<std::string>{"KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"});
    for (int pieces = 2; pieces <= 6; ++pieces) {
        std::set<Material> expected;
        for (int code = 0; code < 7 * 7 * 7 * 7; ++code) {
            const auto digit = [&](int unit) { return static_cast<std::uint8_t>(code / unit % 7); };
            const Material material{{digit(1), digit(7)}, {digit(49), digit(343)}};
            if (!material.is_bare() && material.pieces() <= pieces) {
                expected.insert(material.canonical());
            }
        }
        const std::vector<Material> order = index::build_order(pieces);
        CHECK(order.size() == expected.size());
        CHECK(std::set<Material>(order.begin(), order.end()) == expected);
    }
}

TEST_CASE("dependencies of a class, written out") {
    CHECK(names(index::direct_dependencies(class_of("KvK"))).empty());
    CHECK(names(index::direct_dependencies(class_of("KKvK"))) == std::vector<std::string>{"KvK"});
    CHECK(names(index::direct_dependencies(class_of("MvM"))) == std::vector<std::string>{"KvM"});
    // A king or a man of White is captured, with or without Black's promotion; or either side promotes.
    CHECK(names(index::direct_dependencies(class_of("KMvM"))) ==
          std::vector<std::string>{"KvK", "KvM", "MvM", "KKvM", "KMvK"});
    CHECK(names(index::with_dependencies({class_of("KvKM")})) ==
          std::vector<std::string>{"KvK", "KvM", "KKvK", "KMvK"});
}

TEST_CASE("a class comes after its dependencies, and what it depends on is closed") {
    const std::vector<Material> order = index::build_order(6);
    std::map<Material, std::size_t> offset;
    for (std::size_t i = 0; i < order.size(); ++i) {
        offset[order[i]] = i;
    }
    for (const Material& material : order) {
        const std::vector<Material> closure = index::with_dependencies({material.flipped()});
        CHECK(closure.back() == material);
        for (const Material& needed : index::direct_dependencies(material)) {
            CAPTURE(material.name(), needed.name());
            REQUIRE(offset.at(needed) < offset.at(material));
            REQUIRE(std::ranges::find(closure, needed) != closure.end());
        }
        for (const Material& part : closure) {
            for (const Material& needed : index::direct_dependencies(part)) {
                REQUIRE(std::ranges::find(closure, needed) != closure.end());
            }
        }
    }
    CHECK(index::with_dependencies(order) == order);
}

TEST_CASE("every legal move stays in the class or leads to a dependency") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& material : index::build_order(5)) {
        const std::vector<Material> dependencies = index::direct_dependencies(material);
        for (int i = 0; i < 400; ++i) {
            const Position position = tests::random_position(random, material);
            for (const Position& next : rules::successors(position)) {
                const Material reached = Material::of(next);
                if (reached == material || reached.is_bare()) {
                    continue;
                }
                CAPTURE(material.name(), reached.name());
                REQUIRE(std::ranges::find(dependencies, reached.canonical()) != dependencies.end());
            }
        }
    }
}

TEST_CASE("the stored form is of a canonical class and keeps who is to move") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& canonical : index::build_order(6)) {
        for (const Material& material : {canonical, canonical, canonical.flipped(), canonical.flipped()}) {
            const Position position = tests::random_position(random, material);
            const Position stored = index::stored_form(position);
            const bool is_other_side = material.is_symmetric() && position.side_to_move == Colour::Black;
            CHECK(stored == (is_other_side || !material.is_canonical() ? position.flipped() : position));
            CHECK(Material::of(stored) == canonical);
            CHECK((stored == position || stored == position.flipped()));
            if (canonical.is_symmetric()) {
                CHECK(stored.side_to_move == Colour::White);
            } else {
                CHECK((stored == position) == material.is_canonical());
            }
        }
    }
}
