// What moves prove where tables are missing, compared with its definition, and with the values of tables that have all.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "rule_reference.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::Material;
using probe::Outcome;
using probe::OutcomeBounds;
using table::Metric;
using tests::class_of;

namespace {

/// The values from `least` to `most`.
struct Interval {
    Value least;
    Value most;
    bool operator==(const Interval&) const = default;
};

const Interval all_values{Value::loss_in(0), Value::win_in(1)};

Interval of_result(Wdl wdl) {
    return wdl == Wdl::Win    ? Interval{Value::win_in(9999), all_values.most}
           : wdl == Wdl::Loss ? Interval{all_values.least, Value::loss_in(9998)}
                              : Interval{Value::draw(), Value::draw()};
}

Interval as_interval(const OutcomeBounds& bounds) {
    const auto end = [](const Outcome& bound, Value Interval::*of_all) {
        return bound.plies ? bound.value() : of_result(bound.wdl).*of_all;
    };
    return {end(bounds.at_least, &Interval::least), end(bounds.at_most, &Interval::most)};
}

/// What the tables say of a position: its value, its result alone, or nothing.
struct Said {
    std::optional<Value> value;
    std::optional<Wdl> result;
};

/// Bounds by their definition. `truth` has all tables, and tells only what the files in `directory` hold.
class PlainBounds {
public:
    PlainBounds(const probe::Tablebase& truth, std::filesystem::path directory)
        : truth_{truth}, directory_{std::move(directory)} {}

    [[nodiscard]] Value value(const Position& position) const { return std::get<Value>(truth_.probe_dtm(position)); }

    [[nodiscard]] Said said(const Position& position) const {
        const Interval values = followed(position, {Metric::Dtm, Metric::Wdl});
        const Interval results = followed(position, {Metric::Wdl});
        return {values.least == values.most ? std::optional{values.least} : std::nullopt,
                results.least.wdl() == results.most.wdl() ? std::optional{results.least.wdl()} : std::nullopt};
    }
    [[nodiscard]] Interval bounds(const Position& position) const {
        const Said own = said(position);
        if (own.value) {
            return {*own.value, *own.value};
        }
        const Interval best = best_of(rules::successors(position));
        const Interval limits = own.result ? of_result(*own.result) : all_values;
        return {std::max(best.least, limits.least), std::min(best.most, limits.most)};
    }
    /// Returns the bounds that follow from the positions after the moves.
    [[nodiscard]] Interval best_of(const std::vector<Position>& successors) const {
        Interval best{Value::loss_in(0), Value::loss_in(0)};
        for (const Position& next : successors) {
            const auto [value, result] = said(next);
            const Interval worth = value    ? Interval{value->before_move(), value->before_move()}
                                   : result ? of_result(opposite(*result))
                                            : all_values;
            best = {std::max(best.least, worth.least), std::max(best.most, worth.most)};
        }
        return best;
    }

private:
    [[nodiscard]] bool has(const Position& position, std::initializer_list<Metric> metrics) const {
        return std::ranges::all_of(metrics, [&](Metric metric) {
            return exists(table::table_path(directory_, {Material::of(position).canonical(), metric}));
        });
    }
    /// Follows forced captures to positions whose tables are there.
    [[nodiscard]] Interval followed(const Position& position, std::initializer_list<Metric> metrics) const {
        const std::vector<Position> successors = rules::successors(position);
        if (successors.empty()) {
            return {Value::loss_in(0), Value::loss_in(0)};
        }
        if (!rules::must_capture(position)) {
            return has(position, metrics) ? Interval{value(position), value(position)} : all_values;
        }
        Interval best{Value::loss_in(0), Value::loss_in(0)};
        for (const Position& next : successors) {
            const Interval reached = followed(next, metrics);
            best.least = std::max(best.least, reached.most.before_move());
            best.most = std::max(best.most, reached.least.before_move());
        }
        return best;
    }

    const probe::Tablebase& truth_;
    std::filesystem::path directory_;
};

/// Files that a directory lacks.
using Hidden = std::vector<table::TableName>;

/// A copy of a directory without some of its files.
class CopyWithout : public tests::TemporaryDirectory {
public:
    CopyWithout(const std::filesystem::path& from, const Hidden& hidden) {
        for (const auto& file : std::filesystem::directory_iterator{from}) {
            const auto name = table::TableName::parse(file.path().filename().string());
            const auto is_it = [&](const table::TableName& other) {
                return other.material == name->material && other.metric == name->metric;
            };
            if (name && std::ranges::none_of(hidden, is_it)) {
                std::filesystem::copy(file.path(), path());
            }
        }
    }
};

/// How often bounds were of each kind.
using Kinds = std::map<std::string, int>;

std::string kind_of(const OutcomeBounds& bounds) {
    if (const std::optional<Outcome> outcome = bounds.outcome()) {
        return std::string{to_string(outcome->wdl)} + (outcome->plies          ? ""
                                                       : bounds.at_least.plies ? " within"
                                                                               : " of any length");
    }
    return bounds.at_least.wdl == Wdl::Draw ? "at least a draw" : bounds.at_least.plies ? "no fast loss" : "unknown";
}

void check_bounds(const PlainBounds& plain, const probe::Tablebase& tables, const Position& position, Kinds& kinds) {
    const OutcomeBounds found = tables.prove({{position}}).limits();
    const Interval expected = plain.bounds(position);
    const Value truth = plain.value(position);
    const std::optional<Outcome> outcome = found.outcome();
    const bool is_exact = expected.least == expected.most;
    const bool is_known = expected.least.wdl() == expected.most.wdl();
    if (as_interval(found) != expected || truth < expected.least || expected.most < truth ||
        outcome.has_value() != is_known ||
        (is_known && outcome != (is_exact ? Outcome::of(truth) : Outcome::of(truth.wdl())))) {
        FAIL_CHECK(rules::to_fen(position) << ": " << to_string(found.at_least) << " to " << to_string(found.at_most)
                                           << ", and is " << to_string(Outcome::of(truth)));
    }
    probe::Known with_moves;
    const auto moves = tables.known_moves({{position}}, nullptr, &with_moves);
    if (with_moves != tables.prove({{position}}) || moves.size() != rules::successors(position).size()) {
        FAIL_CHECK(rules::to_fen(position) << ": known_moves writes other bounds");
    }
    ++kinds[kind_of(found)];
}

}  // namespace

TEST_CASE("bounds are those of the definition, and true, whatever tables are missing") {
    const tests::MadeTables made{index::with_dependencies(
        {class_of("KKvK"), class_of("KMvK"), class_of("KMvM"), class_of("MMvK"), class_of("MMvM")})};
    const probe::Tablebase truth{made.path()};
    const auto files_of = [](const char* name) {
        return Hidden{{class_of(name), Metric::Wdl}, {class_of(name), Metric::Dtm}};
    };
    std::vector<Hidden> cases{files_of("KMvM"), files_of("KKvK"), files_of("KvM"), files_of("MMvM")};
    cases.push_back({{class_of("KMvM"), Metric::Dtm}});
    cases.push_back({{class_of("KMvM"), Metric::Dtm}, {class_of("KKvM"), Metric::Dtm}});
    cases.push_back({{class_of("KMvM"), Metric::Wdl}, {class_of("KMvM"), Metric::Dtm}, {class_of("KvK"), Metric::Dtm}});
    cases.push_back({{class_of("KvK"), Metric::Wdl},
                     {class_of("KvM"), Metric::Dtm},
                     {class_of("MMvM"), Metric::Dtm},
                     {class_of("KMvM"), Metric::Dtm},
                     {class_of("KMvK"), Metric::Dtm}});
    const std::vector<Material> classes = truth.classes();
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    Kinds kinds;
    for (const Hidden& hidden : cases) {
        const CopyWithout fewer{made.path(), hidden};
        const probe::Tablebase tables{fewer.path()};
        const PlainBounds plain{truth, fewer.path()};
        for (int i = 0; i < (tests::sampled ? 200 : 2000); ++i) {
            check_bounds(plain, tables, tests::random_position(random, classes[i % classes.size()]), kinds);
        }
        for (const char* name : {"KvM", "MvM"}) {  // all of a small class
            int number = 0;
            tests::for_each_placement(class_of(name), [&](Position position) {
                if (!tests::sampled || ++number % 10 == 0) {
                    check_bounds(plain, tables, position, kinds);
                    position.side_to_move = Colour::Black;
                    check_bounds(plain, tables, position, kinds);
                }
            });
        }
    }
    for (const char* kind : {"win", "win within", "draw", "loss", "loss within", "at least a draw", "no fast loss",
                             "unknown", "win of any length", "loss of any length"}) {
        INFO(kind);
        CHECK(kinds[kind] > 0);
    }
}

TEST_CASE("the bounds of a capture under way are those of its best end") {
    const tests::MadeTables made{index::with_dependencies({class_of("KMvK"), class_of("KKvK")})};
    const probe::Tablebase truth{made.path()};
    Kinds kinds;
    for (const char* const missing : {"KMvK", "KKvM", "KvK", "KvM"}) {
        const CopyWithout fewer{made.path(), {{class_of(missing), Metric::Dtm}, {class_of(missing), Metric::Wdl}}};
        const probe::Tablebase tables{fewer.path()};
        const PlainBounds plain{truth, fewer.path()};
        for (const char* const text :
             {"W:WBe4,a2:BGe2,c4,Kh6", "W:WBe4,a2:BGe2,c4,Kb1", "W:WBe4,a2:BGe2,c4,Ka3", "W:WBe4:BGe2,c4,Kh6",
              "W:WBe4:BGe2,c4,Kb1", "W:WBe4:BGe2,c4,g5", "W:WBe4:BGe2,c4,b5", "W:WBe4,Kh1:BGe2,c4,Ka3",
              "B:WGe2,c4,Kh6,b2:BBe4", "B:WGe2,c4,Kb1,Kg8:BBe4", "B:WGe2,c4,Ka3,h7:BBe4"}) {
            INFO(text << " without " << missing);
            const rules::Fen fen = rules::parse_fen_under_way(text);
            REQUIRE(fen.under_way);
            std::vector<Position> ends;
            for (const Move& end : rules::legal_ends(fen.position, *fen.under_way)) {
                ends.push_back(rules::after(fen.position, end));
            }
            const OutcomeBounds found = tables.prove({fen}).limits();
            CHECK(as_interval(found) == plain.best_of(ends));
            ++kinds[kind_of(found)];
        }
    }
    CHECK(kinds.size() > 3);
}

/// Returns the place of a move's result under a draw rule, best first. One that wins without the rule is at least a
/// draw, and one that loses at most.
int place_of(const probe::RankedMove& move) {
    if (move.outcome) {
        return move.outcome->wdl == Wdl::Win ? 0 : move.outcome->wdl == Wdl::Draw ? 2 : 5;
    }
    return move.without ? move.without->wdl == Wdl::Win ? 1 : 4 : 3;
}

TEST_CASE("what moves prove under a draw rule is true, whatever tables are missing") {
    const DrawRule rule{7};
    const tests::MadeTables made{index::with_dependencies({class_of("KMvK")}), rule};
    tests::RuleReference reference{rule};
    const std::vector<Hidden> cases{
        {{class_of("KMvK"), Metric::Dtz}},
        {{class_of("KKvK"), Metric::Dtz}},
        {{class_of("KMvK"), Metric::Dtz}, {class_of("KMvK"), Metric::Dtm}, {class_of("KMvK"), Metric::Wdl}},
        {{class_of("KvM"), Metric::Dtz}, {class_of("KvM"), Metric::Dtm}, {class_of("KKvK"), Metric::Dtz}}};
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    Kinds kinds;
    for (const Hidden& hidden : cases) {
        const CopyWithout fewer{made.path(), hidden};
        const probe::Tablebase tables{fewer.path()};
        for (int i = 0; i < (tests::sampled ? 200 : 2000); ++i) {
            const Position position = tests::random_position(random, made.classes()[i % made.classes().size()]);
            const int counter = i % 7;
            INFO(rules::to_fen(position) << " with counter " << counter);
            const std::vector<probe::RankedMove> moves =
                tables.known_moves({{position, counter}, {.name = {}, .draw_rule = rule}});
            if (moves.empty()) {
                continue;
            }
            REQUIRE(std::ranges::is_sorted(moves, {}, place_of));
            kinds["at least a draw before a draw"] += std::ranges::any_of(
                moves, [&](const auto& move) { return place_of(move) == 1 && place_of(moves.back()) > 1; });
            const probe::Known proven = best_of(moves);
            const RuleValue value = reference.value(position);
            const Wdl truth = value.with(counter, rule);
            const auto is = [](Wdl wdl) {
                return [wdl](const auto& move) { return move.outcome && move.outcome->wdl == wdl; };
            };
            const bool all_known = std::ranges::all_of(moves, [](const auto& move) { return !!move.outcome; });
            REQUIRE(proven.outcome.has_value() == (all_known || std::ranges::any_of(moves, is(Wdl::Win))));
            if (!proven.outcome) {
                REQUIRE(proven.missing);
                ++kinds["unknown"];
                continue;
            }
            REQUIRE(proven.wdl() == truth);
            if (proven.plies()) {
                REQUIRE(*proven.plies() == (truth == Wdl::Draw ? 0 : value.plies()));
            }
            const bool all_plies =
                std::ranges::all_of(moves, [](const auto& move) { return move.outcome && move.outcome->plies; });
            REQUIRE((proven.plies() || !all_plies));
            ++kinds[std::string{to_string(truth)} + (proven.plies() ? "" : " of any length")];
        }
    }
    for (const char* kind : {"win", "win of any length", "draw", "loss", "loss of any length", "unknown",
                             "at least a draw before a draw"}) {
        INFO(kind);
        const bool is_rare = std::string_view{kind} == "loss of any length";
        CHECK((kinds[kind] > 0 || (is_rare && tests::sampled)));  // a sample may have none
    }
}

TEST_CASE("lines of best play begin where moves prove the value, though no table has the position") {
    const tests::MadeTables made{index::with_dependencies({class_of("MMvM")})};
    const probe::Tablebase truth{made.path()};
    const CopyWithout fewer{made.path(), {{class_of("MMvM"), Metric::Wdl}, {class_of("MMvM"), Metric::Dtm}}};
    const probe::Tablebase tables{fewer.path()};
    tests::Random random{tests::sample_seed};
    int lines = 0;
    for (int i = 0; i < 20000 && lines < 20; ++i) {
        const Position position = tests::random_position(random, class_of("MMvM"));
        const OutcomeBounds bounds = tables.prove({{position}}).limits();
        const auto line = tables.best_line({{position}});
        const bool is_exact = bounds.at_least == bounds.at_most && bounds.at_least.plies;
        if (const auto* moves = std::get_if<std::vector<Move>>(&line)) {
            REQUIRE(is_exact);
            REQUIRE(line == truth.best_line({{position}}));
            lines += std::holds_alternative<probe::NoTable>(tables.probe_dtm(position)) && !moves->empty() ? 1 : 0;
        }
    }
    CHECK(lines == 20);
}
