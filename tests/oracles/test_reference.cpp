// Compares the reference solver with exact counts and known results from elsewhere, and with the definition of values.
#include "reference.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <nlohmann/json.hpp>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::Material;
using tests::ReferenceSolver;

namespace {

ReferenceSolver& solver() {
    static ReferenceSolver all{2};
    return all;
}

Value value_of(const std::string& fen) {
    return solver().value(rules::parse_position(fen));
}

/// Returns the value by equation (1) of docs/algorithm.md, from the solver's values of the successors.
Value value_by_successors(const Position& position) {
    Value best = Value::loss_in(0);
    for (const Position& next : rules::successors(position)) {
        best = std::max(best, solver().value(next).before_move());
    }
    return best;
}

struct Count {
    std::uint64_t positions = 0;
    int longest_plies = 0;
};

}  // namespace

TEST_CASE("reference: counts of every class of up to three pieces, all placements") {
    std::ifstream file{DAMEOTB_TEST_DATA "/counts_le3.jsonl"};
    int rows = 0;
    for (std::string line; std::getline(file, line); ++rows) {
        INFO(line);
        const nlohmann::json row = nlohmann::json::parse(line);
        const Material material{{row["wk"], row["wm"]}, {row["bk"], row["bm"]}};
        if (tests::sampled && material.men() > 1) {
            continue;
        }
        std::map<Wdl, Count> counts;
        tests::for_each_placement(material, row["stm"] == "w" ? Colour::White : Colour::Black,
                                  [&](const Position& position) {
                                      const Value value = solver().value(position);
                                      Count& count = counts[value.wdl()];
                                      ++count.positions;
                                      count.longest_plies = std::max(count.longest_plies, value.dtm().plies());
                                  });
        CHECK(counts[Wdl::Win].positions + counts[Wdl::Draw].positions + counts[Wdl::Loss].positions == row["all"]);
        CHECK(counts[Wdl::Win].positions == row["win"]);
        CHECK(counts[Wdl::Draw].positions == row["draw"]);
        CHECK(counts[Wdl::Loss].positions == row["loss"]);
        CHECK(counts[Wdl::Win].longest_plies == row["maxwin"]);
        CHECK(counts[Wdl::Loss].longest_plies == row["maxloss"]);
        if (const std::string fen = row["longwin"]; !fen.empty()) {
            CHECK(value_of(fen) == Value::win_in(row["maxwin"]));
        }
        if (const std::string fen = row["longloss"]; !fen.empty()) {
            CHECK(value_of(fen) == Value::loss_in(row["maxloss"]));
        }
    }
    CHECK(rows == 18);
}

TEST_CASE("reference: positions with known results") {
    CHECK(value_of("W:WKa7,Kh8:BKa1") == Value::win_in(5));
    CHECK(value_of("W:WKa8,Kb7:BKh1") == Value::win_in(7));
    CHECK(value_of("B:WKb2,Kh8:BKa1") == Value::loss_in(8));
    CHECK(value_of("B:WKh6,Kh8:BKh1") == Value::loss_in(2));
    CHECK(value_of("W:WKb1,Kd1:BKc1") == Value::draw());
}

TEST_CASE("reference: a side without pieces has lost, the other wins by any move") {
    CHECK(value_of("W:W:BKa1") == Value::loss_in(0));
    CHECK(value_of("B:W:BKa1") == Value::win_in(1));
    CHECK(value_of("B:Wa1,b7,Kc8:B") == Value::loss_in(0));
    CHECK(value_of("W:W:B") == Value::loss_in(0));
}

TEST_CASE("reference: every value of up to three pieces is the best of its successors'") {
    for (const char* name : {"KvK", "KvM", "MvM", "KKvK", "KMvK", "KMvM", "MMvK", "MMvM", "KKvM"}) {
        const Material material = Material::parse(name).value();
        if (tests::sampled && material.men() > 1) {
            continue;
        }
        for (const Colour side : both_colours) {
            tests::Random random{tests::sample_seed};
            CAPTURE(name, tests::sample_seed);
            for (int i = 0; i < (tests::sampled ? 300 : 3000); ++i) {
                Position position = tests::random_position(random, material);
                position.side_to_move = side;
                INFO(rules::to_fen(position));
                const Value value = solver().value(position);
                REQUIRE(value == value_by_successors(position));
                REQUIRE(solver().value(position.flipped()) == value);
                REQUIRE(solver().value(position.mirrored()) == value);
            }
        }
    }
}

TEST_CASE("reference: values do not depend on the number of threads") {
    ReferenceSolver one{1};
    ReferenceSolver three{3};
    tests::for_each_placement(Material::parse("KKvK").value(), Colour::Black,
                              [&](const Position& position) { REQUIRE(one.value(position) == three.value(position)); });
}

TEST_CASE("reference: six pieces are refused") {
    CHECK_THROWS_AS(value_of("W:WKa1,Kb1,Kc1:BKa8,Kb8,Kc8"), std::invalid_argument);
}

TEST_CASE("for_each_placement visits every placement once, with the side to move") {
    for (const char* name : {"KvM", "MMvK", "KMvM"}) {
        const Material material = Material::parse(name).value();
        std::set<std::string> seen;
        std::uint64_t visited = 0;
        tests::for_each_placement(material, Colour::Black, [&](const Position& position) {
            ++visited;
            REQUIRE_FALSE(defect(position));
            REQUIRE(Material::of(position) == material);
            REQUIRE(position.side_to_move == Colour::Black);
            seen.insert(rules::to_fen(position));
        });
        CHECK(seen.size() == visited);
        CHECK(visited == index::all_placements(material));
    }
}
