// The table of answers under rules holds by definition, and is what the C and the C++ interface answer.
#include <map>
#include <memory>
#include <set>
#include <string>

#include <dameotb/dameotb.h>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>

#include "answer_vectors.hpp"
#include "catch.hpp"
#include "plain_answers.hpp"

using namespace dameotb;
using namespace dameotb::tests;

namespace {

std::string path_of(const std::string& tables) {
    return std::string{C_API_TABLES} + '/' + tables;
}

/// Returns the rule of the .dtz files there.
DrawRule rule_of(const std::string& tables) {
    return {tables.starts_with("fifty") ? 50 : tables.ends_with("ruled") ? 6 : 0};
}

KnownAnswer answer_of(const std::optional<Wdl>& wdl, const std::optional<int>& plies) {
    KnownAnswer answer;
    if (wdl) {
        answer.result = to_string(*wdl);
    }
    if (plies) {
        answer.plies = *plies;
    }
    return answer;
}

KnownAnswer answer_of(const PlainAnswer& answer) {
    return answer_of(answer.wdl, answer.plies);
}

KnownAnswer answer_of(const std::optional<probe::Outcome>& outcome) {
    return answer_of(outcome ? std::optional{outcome->wdl} : std::nullopt, outcome ? outcome->plies : std::nullopt);
}

/// Returns what bounds say that are equal, as far as they are.
KnownAnswer bounded(const dameotb_bounds& bounds) {
    const auto& [least, most] = bounds;
    const bool is_known = least.wdl == most.wdl;
    return answer_of(
        is_known ? std::optional{static_cast<Wdl>(least.wdl)} : std::nullopt,
        is_known && least.plies == most.plies && least.plies >= 0 ? std::optional{least.plies} : std::nullopt);
}

void check_same(const KnownAnswer& found, const KnownAnswer& expected) {
    CHECK(found.result == expected.result);
    CHECK(found.plies == expected.plies);
}

/// Calls check(vector, what) for each line, with a description. `make(tables)`: makes what serves all lines with these.
template <class Make, class Check>
void for_each_vector(const Make& make, const Check& check) {
    std::map<std::string, decltype(make(std::string{}))> by_tables;
    for (const AnswerVector& vector : answer_vectors()) {
        INFO(vector.fen_with_counter() << " under " << vector.rule << " with " << vector.tables);
        auto at = by_tables.find(vector.tables);
        if (at == by_tables.end()) {
            at = by_tables.emplace(vector.tables, make(vector.tables)).first;
        }
        check(vector, at->second);
    }
}

}  // namespace

TEST_CASE("the table of answers holds by definition") {
    PlainValues values;
    std::set<std::string> kinds;
    const auto open = [&](const std::string& tables) {
        return std::make_shared<PlainAnswers>(path_of(tables), rule_of(tables), values);
    };
    for_each_vector(open, [&](const AnswerVector& vector, const std::shared_ptr<PlainAnswers>& plain) {
        const Position position = rules::parse_position(vector.fen);
        const rules::SiteRules site = rules::parse_site_rules(vector.rule).value();
        check_same(answer_of(plain->alone(position, site, vector.counter)), vector.alone);
        check_same(answer_of(plain->under(position, site, vector.counter)), vector.under);
        check_same(answer_of(plain->without(position)), vector.without);
        kinds.insert(vector.tables + ' ' + vector.rule);
        kinds.insert(vector.under.result.dump() + (vector.under.plies.is_null() ? "" : " with z"));
        kinds.insert(vector.alone == vector.under ? "by tables" : "by moves");
    });
    if (sampled) {
        return;
    }
    for (const char* const kind : {"null", "\"win\"", "\"win\" with z", "\"loss\"", "\"loss\" with z",
                                   "\"draw\" with z", "by tables", "by moves"}) {
        CHECK(kinds.contains(kind));
    }
    for (const char* const rule : {"6", "50", "playstrategy", "abstractplay"}) {
        for (const char* const tables : {"empty", "fifty", "fifty_partly", "good", "results_only", "ruled"}) {
            CHECK(kinds.contains(std::string{tables} + ' ' + rule));
        }
    }
}

TEST_CASE("a line of the table of answers ends as its result says") {
    for (const AnswerVector& vector : answer_vectors()) {
        INFO(vector.fen_with_counter() << " under " << vector.rule << " with " << vector.tables);
        if (!vector.line) {
            continue;
        }
        Position at = rules::parse_position(vector.fen);
        for (const std::string& move : *vector.line) {
            at = rules::after(at, rules::parse_move(at, move));
        }
        if (vector.under.result == "draw") {
            CHECK(vector.line->empty());
        } else {
            CHECK(rules::legal_moves(at).empty());
            CHECK(vector.under.result == (vector.line->size() % 2 == 1 ? "win" : "loss"));
        }
    }
}

TEST_CASE("the C++ interface answers as the table of answers has it") {
    for_each_vector(
        [](const std::string& tables) { return std::make_shared<probe::Tablebase>(path_of(tables)); },
        [](const AnswerVector& vector, const std::shared_ptr<probe::Tablebase>& tables) {
            const Position position = rules::parse_position(vector.fen);
            const probe::Question question{{position, vector.counter}, rules::parse_site_rules(vector.rule).value()};
            check_same(answer_of(tables->probe(question).outcome), vector.alone);
            const probe::Known proven = tables->prove(question);
            check_same(answer_of(proven.outcome), vector.under);
            probe::Known with_moves;
            (void)tables->known_moves(question, nullptr, &with_moves);
            CHECK(with_moves == proven);
            const auto line = tables->best_line(question);
            const auto* const played = std::get_if<std::vector<Move>>(&line);
            REQUIRE((played != nullptr) == vector.line.has_value());
            if (played != nullptr) {
                Position at = position;
                std::vector<std::string> texts;
                for (const Move& move : *played) {
                    texts.push_back(rules::to_text(at, move));
                    at = rules::after(at, move);
                }
                CHECK(texts == *vector.line);
            }
        });
}

TEST_CASE("the C interface answers as the table of answers has it") {
    const auto open = [](const std::string& tables) {
        dameotb_tablebase* opened = nullptr;
        REQUIRE(dameotb_open(path_of(tables).c_str(), nullptr, &opened, nullptr) == DAMEOTB_OK);
        return std::shared_ptr<dameotb_tablebase>{opened, dameotb_close};
    };
    int distances = 0;
    int results = 0;
    for_each_vector(open, [&](const AnswerVector& vector, const std::shared_ptr<dameotb_tablebase>& tables) {
        dameotb_position position{};
        REQUIRE(dameotb_parse_fen(vector.fen.c_str(), &position, nullptr) == DAMEOTB_OK);
        int counter = 0;
        REQUIRE(dameotb_fen_counter(vector.fen_with_counter().c_str(), &counter, nullptr) == DAMEOTB_OK);
        CHECK(counter == vector.counter);
        dameotb_bounds bounds{};
        REQUIRE(dameotb_probe_bounds(tables.get(), &position, &bounds, nullptr) == DAMEOTB_OK);
        check_same(bounded(bounds), vector.without);
        // The position's own tables may not tell, but tell nothing else.
        dameotb_value without{};
        if (dameotb_probe_dtm(tables.get(), &position, &without, nullptr) == DAMEOTB_OK) {
            check_same(answer_of(static_cast<Wdl>(without.wdl), without.plies), vector.without);
            ++distances;
        }
        int result = 0;
        if (dameotb_probe_wdl(tables.get(), &position, &result, nullptr) == DAMEOTB_OK) {
            CHECK(vector.without.result == to_string(static_cast<Wdl>(result)));
            ++results;
        }
        if (vector.is_of_site()) {
            return;  // it knows numbers of plies alone
        }
        dameotb_rule_value value{};
        dameotb_error error{};
        const dameotb_status status =
            dameotb_probe_rule(tables.get(), &position, std::stoi(vector.rule), counter, &value, &error);
        if (vector.alone.result.is_null()) {
            CHECK((status == DAMEOTB_NO_TABLE || status == DAMEOTB_UNKNOWN_RESULT));
            CHECK(std::string{error.missing_class}.find('v') != std::string::npos);
            return;
        }
        REQUIRE(status == DAMEOTB_OK);
        check_same(answer_of(static_cast<Wdl>(value.wdl), value.plies < 0 ? std::nullopt : std::optional{value.plies}),
                   vector.alone);
    });
    CHECK(distances > (sampled ? 30 : 200));
    CHECK(results > distances);
}
