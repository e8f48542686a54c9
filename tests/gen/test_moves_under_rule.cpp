// Moves and lines under a draw rule: ranked by what the definition says of each, so that whoever plays the first one
// keeps the result against every defence, before the counter ends.
#include <algorithm>
#include <array>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "reference.hpp"
#include "rule_reference.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::Material;
using probe::RankedMove;
using tests::MadeTables;

namespace {

/// Returns the result by the definition.
Wdl result_of(tests::RuleReference& reference, const Position& position, DrawRule rule, int counter) {
    const RuleValue value = reference.value(position);
    if (value == RuleValue::loss_in(0)) {
        return Wdl::Loss;
    }
    return counter >= rule.plies ? Wdl::Draw : value.with(counter, rule);
}

bool sets_to_0(const Position& position, const Move& move) {
    return !move.captured.empty() || position.own().men.contains(move.from);
}

int counter_after(const Position& position, const Move& move, int counter) {
    return sets_to_0(position, move) ? 0 : counter + 1;
}

probe::Question under(DrawRule rule, const Position& position, int counter) {
    return {{position, counter}, {.name = {}, .draw_rule = rule}};
}

}  // namespace

TEST_CASE("under a rule, probes from memory answer like others, and read nothing") {
    const DrawRule rule{7};
    const MadeTables made{index::with_dependencies({Material::parse("KMvK").value()}), rule};
    const probe::Tablebase all{made.path()};
    const probe::Tablebase preloaded{made.path()};
    REQUIRE(std::holds_alternative<probe::Preloaded>(preloaded.preload_all(probe::Preload::All)));
    const probe::Tablebase cold{made.path()};
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    int found_cold = 0;
    for (int i = 0; i < 2000; ++i) {
        const Position position = tests::random_position(random, made.classes()[i % made.classes().size()]);
        // The rule of the .dtz files, another one, and none.
        const probe::Question question = under({std::array{7, 9, 0}[i % 3]}, position, i % 8);
        INFO(rules::to_fen(question.fen) << " under a rule of " << question.site.draw_rule.plies);
        const probe::Known known = all.probe(question);
        REQUIRE(preloaded.probe_in_memory(question) == known);
        const auto without_reading = cold.probe_in_memory(question);
        REQUIRE((!without_reading || *without_reading == known));
        found_cold += without_reading.has_value();
    }
    CHECK(preloaded.statistics().reads == 0);
    CHECK(cold.statistics().reads == 0);
    CHECK((found_cold > 0 && found_cold < 2000));
}

TEST_CASE("moves under a rule have the results of the definition, and the best come first") {
    const DrawRule rule{7};
    const MadeTables made{index::with_dependencies({Material::parse("KMvK").value()}), rule};
    const probe::Tablebase tables{made.path()};
    tests::RuleReference reference{rule};
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    for (int i = 0; i < 2000; ++i) {
        const Position position = tests::random_position(random, made.classes()[i % made.classes().size()]);
        const int counter = i % 9;
        INFO(rules::to_fen(position) << " with counter " << counter);
        const std::vector<RankedMove> moves = tables.known_moves(under(rule, position, counter));
        REQUIRE(moves.size() == tables.known_moves({{position}}).size());
        for (const RankedMove& move : moves) {
            const Position next = rules::after(position, move.move);
            const RuleValue reached = reference.value(next);
            const bool zeroing = sets_to_0(position, move.move);
            REQUIRE(rules::is_zeroing(position, move.move) == zeroing);
            const Wdl result =
                counter >= rule.plies
                    ? Wdl::Draw
                    : opposite(result_of(reference, next, rule, counter_after(position, move.move, counter)));
            REQUIRE(move.outcome->wdl == result);
            REQUIRE(move.outcome->plies == (result == Wdl::Draw ? 0
                                            : zeroing           ? reached.before_reset().plies()
                                                                : reached.before_count(rule).plies()));
            REQUIRE(move.without == probe::Outcome::of(std::get<Value>(tables.probe_dtm(next)).before_move()));
        }
        REQUIRE(std::ranges::is_sorted(moves, [](const RankedMove& better, const RankedMove& worse) {
            const auto worth = [](const RankedMove& move) {
                const int plies = *move.outcome->plies;
                return move.outcome->wdl == Wdl::Win    ? -1000 + plies
                       : move.outcome->wdl == Wdl::Loss ? 1000 - plies
                                                        : 0;
            };
            return std::pair{worth(better), preference(*better.without)} <
                   std::pair{worth(worse), preference(*worse.without)};
        }));
        if (!moves.empty()) {
            REQUIRE(moves.front().outcome->wdl == result_of(reference, position, rule, counter));
        }
    }
}

// The first move of a position that is won with a counter leads to one that is lost with the next counter. Whatever the
// loser replies, the position is won again, by the definition of a loss. So the winner, who always plays the first
// move, wins against every defence.
TEST_CASE("the first move under a rule keeps a win, with every counter with which there is one") {
    for (const int plies : tests::sampled ? std::vector{6} : std::vector{6, 50}) {
        const DrawRule rule{plies};
        CAPTURE(plies);
        const MadeTables made{index::build_order(3), rule};
        const probe::Tablebase tables{made.path()};
        tests::RuleReference reference{rule};
        std::uint64_t wins = 0;
        std::uint64_t seen = 0;
        // All positions take four minutes. A prime step meets all parts of a class.
        const std::uint64_t step = tests::sampled ? 1009 : 61;
        for (const Material& material : made.classes()) {
            for (const Colour side : both_colours) {
                tests::for_each_placement(material, side, [&](const Position& position) {
                    const RuleValue value = reference.value(position);
                    if (seen++ % step != 0 || value.wdl() != Wdl::Win) {
                        return;
                    }
                    INFO(rules::to_fen(position));
                    for (int counter = 0; counter + value.plies() <= plies; ++counter) {
                        const RankedMove best = tables.known_moves(under(rule, position, counter)).front();
                        REQUIRE(best.outcome == probe::Outcome{Wdl::Win, value.plies()});
                        REQUIRE(result_of(reference, rules::after(position, best.move), rule,
                                          counter_after(position, best.move, counter)) == Wdl::Loss);
                        ++wins;
                    }
                });
            }
        }
        CHECK(wins > 1000);
    }
}

TEST_CASE("a line under a rule ends before the counter does") {
    const DrawRule rule{12};
    const MadeTables made{index::build_order(3), rule};
    const probe::Tablebase tables{made.path()};
    tests::RuleReference reference{rule};
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    std::size_t longest = 0;
    for (int i = 0; i < 1000; ++i) {
        Position at = tests::random_position(random, made.classes()[i % made.classes().size()]);
        int counter = i % 5;
        INFO(rules::to_fen(at) << " with counter " << counter);
        const Wdl result = result_of(reference, at, rule, counter);
        const auto line = std::get<std::vector<Move>>(tables.best_line(under(rule, at, counter)));
        REQUIRE((result != Wdl::Draw || line.empty()));
        longest = std::max(longest, line.size());
        if (result == Wdl::Draw) {
            continue;
        }
        REQUIRE((line.size() % 2 != 0) == (result == Wdl::Win));
        for (const Move& move : line) {
            REQUIRE(counter < rule.plies);
            counter = counter_after(at, move, counter);
            at = rules::after(at, move);
        }
        REQUIRE(rules::legal_moves(at).empty());
    }
    CHECK(longest > 12);  // some lines reset the counter
}

TEST_CASE("without .dtz files a line under a rule is the one without, if it ends in time") {
    const MadeTables made{index::with_dependencies({Material::parse("KKvK").value()}), {}};
    const probe::Tablebase tables{made.path()};
    const Position position = rules::parse_position("W:WKd1,Ka3:BKa1");  // a win in 13
    const auto line = std::get<std::vector<Move>>(tables.best_line({{position}}));
    REQUIRE(line.size() == 13);
    CHECK(tables.best_line(under({13}, position, 0)) == probe::Answer<std::vector<Move>>{line});
    const probe::Answer<std::vector<Move>> unknown = probe::NoTable{Material::parse("KKvK").value()};
    CHECK(tables.best_line(under({13}, position, 1)) == unknown);
    CHECK(tables.best_line(under({12}, position, 0)) == unknown);
    CHECK(tables.best_line(under({12}, position, 12)) == probe::Answer<std::vector<Move>>{std::vector<Move>{}});
}
