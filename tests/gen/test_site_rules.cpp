// The rules of sites: what tables say of them is what their definition says, for every position of up to three pieces
// and for the vectors in tests/data. And what the definition says they change.
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "reference.hpp"
#include "rule_reference.hpp"
#include "sampling.hpp"
#include "site_tables.hpp"

using namespace dameotb;
using index::Material;
using rules::SiteRules;
using tests::for_each_position;
using tests::require_same;
using tests::site;

namespace {

const Material king_against_king = Material::parse("KvK").value();

struct SiteVector {
    std::string fen;
    std::map<std::string, std::string> results;  ///< By site.
    std::string why;
};

std::vector<SiteVector> site_vectors() {
    std::vector<SiteVector> read;
    std::ifstream file{DAMEOTB_TEST_DATA "/site_rules.jsonl"};
    for (std::string line; std::getline(file, line);) {
        const nlohmann::json vector = nlohmann::json::parse(line);
        SiteVector& next = read.emplace_back(SiteVector{vector["fen"], {}, vector["why"]});
        for (const SiteRules& rules : rules::all_site_rules) {
            next.results[std::string{rules.name}] = vector[std::string{rules.name}];
        }
    }
    return read;
}

/// Classes with all that sites do to the results of up to three pieces.
std::vector<Material> classes_that_sites_change() {
    return {king_against_king, Material::parse("KvM").value(), Material::parse("KKvM").value()};
}

}  // namespace

TEST_CASE("the vectors of sites hold by definition and by tables") {
    const tests::MadeTables made = tests::site_tables();
    const probe::Tablebase tables{made.path()};
    tests::ReferenceSolver without_rule;
    std::map<std::string_view, tests::RuleReference> by_site;
    for (const SiteRules& rules : rules::all_site_rules) {
        by_site.emplace(rules.name, rules);
    }
    std::set<std::vector<std::string>> kinds;
    for (const SiteVector& vector : site_vectors()) {
        INFO(vector.fen + ": " + vector.why);
        CHECK_FALSE(vector.why.empty());
        std::vector<std::string> kind;
        const rules::Fen fen = rules::parse_fen(vector.fen);
        const int counter = fen.halfmove_clock.value();
        for (const SiteRules& rules : rules::all_site_rules) {
            const std::string& expected = vector.results.at(std::string{rules.name});
            INFO(rules.name);
            kind.push_back(expected);
            if (!rules.draw_rule.exists()) {
                CHECK(to_string(without_rule.value(fen.position).wdl()) == expected);
                CHECK(to_string(std::get<Wdl>(tables.probe_wdl(fen.position))) == expected);
                continue;
            }
            const RuleValue value = by_site.at(rules.name).value(fen.position);
            CHECK(to_string(value.with(counter, rules.draw_rule)) == expected);
            const auto found = tables.probe({fen, rules}).outcome;
            REQUIRE(found);
            CHECK(to_string(found->wdl) == expected);
        }
        kinds.insert(kind);
    }
    // Each site differs from each other one.
    CHECK(kinds.contains({"win", "draw", "draw"}));
    CHECK(kinds.contains({"win", "win", "draw"}));
    CHECK(kinds.contains({"win", "draw", "win"}));
    CHECK(kinds.contains({"loss", "loss", "draw"}));
    CHECK(kinds.contains({"loss", "draw", "draw"}));
}

TEST_CASE("tables say what sites' rules say by definition, next to where the result changes") {
    const tests::MadeTables made = tests::site_tables();
    const probe::Tablebase tables{made.path()};
    for (const char* const name : {"playstrategy", "abstractplay", "50"}) {
        INFO(name);
        const SiteRules rules = site(name);
        const int plies = rules.draw_rule.plies;
        tests::RuleReference reference{rules};
        for_each_position(classes_that_sites_change(), [&](const Material&, const Position& position) {
            const RuleValue value = reference.value(position);
            const int last = plies - value.plies();  // the last counter with which the result holds
            for (const int counter : {last - 1, last, last + 1}) {
                if (counter <= plies) {
                    require_same(tables, rules, position, value, counter);
                }
            }
        });
    }
}

TEST_CASE("the moves of a position at a site need what the definition says of the positions after them") {
    const tests::MadeTables made = tests::site_tables();
    const probe::Tablebase tables{made.path()};
    for (const char* const name : {"playstrategy", "abstractplay"}) {
        INFO(name);
        const SiteRules rules = site(name);
        const auto holds_to = [&](RuleValue value) { return rules.draw_rule.plies - value.plies(); };
        tests::RuleReference reference{rules};
        std::uint64_t moves = 0;
        for_each_position(
            {king_against_king, Material::parse("KvM").value()}, [&](const Material&, const Position& position) {
                const bool lone_kings = rules.lone_kings_plies != 0 && rules::is_king_against_king(position);
                for (const probe::RankedMove& move : tables.known_moves({{position}, rules})) {
                    const RuleValue reached = reference.value(rules::after(position, move.move));
                    // The move can be made as long as the game goes on, and then has to leave enough of the counter.
                    const int last = std::min(
                        rules::is_zeroing(position, move.move) ? rules.draw_rule.plies - 1 : holds_to(reached) - 1,
                        lone_kings ? rules.lone_kings_plies - 1 : rules.draw_rule.plies - 1);
                    const bool is_drawn = reached.wdl() == Wdl::Draw || last < 0;
                    const probe::Outcome expected{is_drawn ? Wdl::Draw : opposite(reached.wdl()),
                                                  is_drawn ? 0 : rules.draw_rule.plies - last};
                    ++moves;
                    if (move.outcome != expected) {
                        INFO(rules::to_fen(position) << ' ' << rules::to_text(position, move.move));
                        REQUIRE(move.outcome == expected);
                    }
                }
            });
        CHECK(moves > 10'000);
    }
}

TEST_CASE("moves and lines at a site have the results of its definition") {
    const tests::MadeTables made = tests::site_tables();
    const probe::Tablebase tables{made.path()};
    for (const char* const name : {"playstrategy", "abstractplay"}) {
        INFO(name);
        const SiteRules rules = site(name);
        tests::RuleReference reference{rules};
        const auto result = [&](const Position& position, int counter) {
            return counter > rules.draw_rule.plies ? Wdl::Draw
                                                   : reference.value(position).with(counter, rules.draw_rule);
        };
        std::map<bool, std::uint64_t> lines;
        for (const SiteVector& vector : site_vectors()) {
            const rules::Fen fen = rules::parse_fen(vector.fen);
            for (const int less : {0, 1, 2}) {
                const int counter = std::max(fen.halfmove_clock.value() - less, 0);
                INFO(vector.fen << " with " << counter);
                const probe::Question question{{fen.position, counter}, rules};
                const auto moves = tables.known_moves(question);
                REQUIRE(moves.size() == tables.known_moves({{fen.position}}).size());
                if (!moves.empty()) {
                    REQUIRE(moves.front().outcome->wdl == result(fen.position, counter));
                }
                for (const probe::RankedMove& move : moves) {
                    if (result(fen.position, counter) != Wdl::Draw) {
                        const rules::Fen next = question.position_after(move.move);
                        REQUIRE(move.outcome->wdl == opposite(result(next.position, next.halfmove_clock.value())));
                    }
                }
                const auto line = std::get<std::vector<Move>>(tables.best_line(question));
                ++lines[!line.empty()];
                REQUIRE((line.empty() || result(fen.position, counter) != Wdl::Draw));
                Position at = fen.position;
                for (const Move& move : line) {
                    at = rules::after(at, move);
                }
                REQUIRE((line.empty() || rules::legal_moves(at).empty()));
            }
        }
        CHECK(lines[true] > 0);
        CHECK(lines[false] > 0);
    }
}

TEST_CASE("without .dtz files the distance to the end says what it can of a site's result") {
    const tests::MadeTables made{index::with_dependencies({Material::parse("KKvM").value()})};
    const probe::Tablebase tables{made.path()};
    for (const char* const name : {"playstrategy", "abstractplay"}) {
        INFO(name);
        const SiteRules rules = site(name);
        tests::RuleReference reference{rules};
        std::map<bool, std::uint64_t> known;
        for (const SiteVector& vector : site_vectors()) {
            const rules::Fen fen = rules::parse_fen(vector.fen);
            if (tables.probe({fen}).outcome) {
                INFO(vector.fen);
                const std::optional<Wdl> found = tables.probe({fen, rules}).wdl();
                ++known[found.has_value()];
                CHECK((!found || to_string(*found) == vector.results.at(name)));
            }
        }
        CHECK(known[true] > 0);
        CHECK(known[false] > 0);
    }
}

TEST_CASE("a line at a site ends where its rules leave the result open") {
    const tests::MadeTables made{index::with_dependencies({Material::parse("KKvK").value()})};
    const probe::Tablebase tables{made.path()};
    // A win in 5 that may need the last ply, of which AbstractPlay makes a draw: without .dtz files nobody knows.
    const Position position = rules::parse_position("W:WKa7,Kh8:BKa1");
    const SiteRules rules = site("abstractplay");
    REQUIRE(tables.probe({{position}}).outcome);
    REQUIRE_FALSE(tables.probe({{position, 45}, rules}).outcome);
    const probe::Answer<std::vector<Move>> unknown = probe::NoTable{Material::parse("KKvK").value()};
    CHECK(tables.best_line({{position, 45}, rules}) == unknown);
    CHECK(std::get<std::vector<Move>>(tables.best_line({{position, 44}, rules})).size() == 5);
}

TEST_CASE("with more than five pieces a forced capture needs one ply at a site, whatever the counter") {
    const tests::MadeTables made = tests::site_tables();
    const probe::Tablebase tables{made.path()};
    const SiteRules rules = site("abstractplay");
    const Position position = rules::parse_position("W:WKd1,h6:BKf1,a2,b4,d3");  // takes all four
    REQUIRE(position.occupied().count() == 6);
    for (const int counter : {0, 1, 48, 49, 50}) {
        CAPTURE(counter);
        const probe::Outcome expected = counter < 50 ? probe::Outcome{Wdl::Win, 1} : probe::Outcome{Wdl::Draw, 0};
        CHECK(tables.probe({{position, counter}, rules}) == probe::Known{.outcome = expected});
    }
}

TEST_CASE("without a capture king against king is a draw") {
    tests::ReferenceSolver without_rule;
    for_each_position({king_against_king}, [&](const Material&, const Position& position) {
        INFO(rules::to_fen(position));
        const bool captures = rules::must_capture(position);
        const Value value = without_rule.value(position);
        REQUIRE(value == (captures ? Value::win_in(1) : Value::draw()));
        REQUIRE_FALSE(rules::legal_moves(position).empty());
    });
}

TEST_CASE("with up to five pieces a king without a move has two men of its own: probes of sites count on it") {
    constexpr int most_pieces = 5;
    std::uint64_t blocked = 0;
    // Every kind of piece, of the king's side or the other, on each square in turn.
    const std::function<void(Position, std::vector<Square>)> fill = [&](Position position, std::vector<Square> left) {
        if (left.empty()) {
            if (is_sound(position) && rules::legal_moves(position).empty()) {
                ++blocked;
                INFO(rules::to_fen(position));
                REQUIRE(position.own().men.count() >= 2);
            }
            return;
        }
        const Square square = left.back();
        left.pop_back();
        for (const Colour colour : both_colours) {
            Position with_man = position;
            with_man[colour].men |= square;
            fill(with_man, left);
            Position with_king = position;
            with_king[colour].kings |= square;
            fill(with_king, left);
        }
    };
    for (const Colour side : both_colours) {
        for (int at = 0; at < 64; ++at) {
            Position alone{.sides = {}, .side_to_move = side};
            alone[side].kings |= Square{at};
            std::vector<Square> around;
            for (const rules::Direction direction : rules::all_directions) {
                if (const auto next = rules::step(Square{at}, direction)) {
                    around.push_back(*next);
                }
            }
            if (around.size() + 1 > most_pieces) {
                continue;
            }
            fill(alone, around);
            for (int more = 0; more < 64; ++more) {
                const Square square{more};
                if (more != at && std::ranges::find(around, square) == around.end()) {
                    std::vector<Square> with_more = around;
                    with_more.push_back(square);
                    fill(alone, with_more);
                }
            }
        }
    }
    CHECK(blocked > 0);
}

TEST_CASE("PlayStrategy's rule for lone kings turns captures of the last king into draws from counter 4, and no more") {
    const SiteRules playstrategy = site("playstrategy");
    tests::RuleReference with{playstrategy};
    tests::RuleReference without{playstrategy.draw_rule};
    std::uint64_t changed = 0;
    for_each_position(tests::sampled ? std::vector{king_against_king} : index::build_order(3),
                      [&](const Material& material, const Position& position) {
                          const RuleValue value = with.value(position);
                          const RuleValue expected = material == king_against_king && rules::must_capture(position)
                                                         ? RuleValue::win_in(playstrategy.draw_rule.plies - 3)
                                                         : without.value(position);
                          changed += value == without.value(position) ? 0 : 1;
                          if (value != expected) {
                              INFO(rules::to_fen(position));
                              REQUIRE(value == expected);
                          }
                      });
    CHECK(changed > 0);
}

TEST_CASE("AbstractPlay's order of the tests costs a result one ply at most, and no result with counter 0") {
    const SiteRules abstractplay = site("abstractplay");
    tests::RuleReference with{abstractplay};
    tests::RuleReference without{abstractplay.draw_rule};
    std::map<int, std::uint64_t> changed;  // by the plies under the draw rule alone
    for_each_position(tests::sampled ? classes_that_sites_change() : index::build_order(3),
                      [&](const Material&, const Position& position) {
                          const RuleValue value = with.value(position);
                          const RuleValue by_rule = without.value(position);
                          const int more = value.plies() - by_rule.plies();
                          if (value.wdl() != by_rule.wdl() || more < 0 || more > 1) {
                              INFO(rules::to_fen(position));
                              REQUIRE(value == by_rule);
                          }
                          if (more == 1) {
                              ++changed[by_rule.plies()];
                          }
                      });
    if (tests::sampled) {
        CHECK(changed.size() == 2);
    } else {
        CHECK(changed == std::map<int, std::uint64_t>{{0, 8}, {1, 14}});
    }
}
