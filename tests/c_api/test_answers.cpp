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

/// The same of what C writes of a move.
KnownAnswer answer_of(int wdl, int plies) {
    return answer_of(wdl == DAMEOTB_UNKNOWN ? std::nullopt : std::optional{static_cast<Wdl>(wdl)},
                     plies < 0 ? std::nullopt : std::optional{plies});
}

/// Returns what stands for the rule in C.
int rule_in_c(const std::string& rule) {
    return rule == "playstrategy"   ? DAMEOTB_PLAYSTRATEGY
           : rule == "abstractplay" ? DAMEOTB_ABSTRACTPLAY
                                    : std::stoi(rule);
}

std::shared_ptr<dameotb_tablebase> open_in_c(const std::string& tables) {
    dameotb_tablebase* opened = nullptr;
    REQUIRE(dameotb_open(path_of(tables).c_str(), nullptr, &opened, nullptr) == DAMEOTB_OK);
    return {opened, dameotb_close};
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
    int distances = 0;
    int results = 0;
    for_each_vector(open_in_c, [&](const AnswerVector& vector, const std::shared_ptr<dameotb_tablebase>& tables) {
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
        dameotb_rule_value value{};
        dameotb_error error{};
        const dameotb_status status =
            dameotb_probe_rule(tables.get(), &position, rule_in_c(vector.rule), counter, &value, &error);
        if (vector.alone.result.is_null()) {
            CHECK((status == DAMEOTB_NO_TABLE || status == DAMEOTB_UNKNOWN_RESULT));
            const bool has_class = std::string{error.missing_class}.find('v') != std::string::npos;
            CHECK((has_class || vector.rule == "abstractplay"));
            return;
        }
        REQUIRE(status == DAMEOTB_OK);
        check_same(answer_of(value.wdl, value.plies), vector.alone);
    });
    CHECK(distances > (sampled ? 30 : 200));
    CHECK(results > distances);
}

namespace {

/// Fails unless C has written what C++ says of a move of the question.
void check_move(const dameotb_known_move& found, const probe::RankedMove& expected, const probe::Question& question) {
    CHECK(found.move.from == expected.move.from.index());
    CHECK(found.move.to == expected.move.to.index());
    CHECK(found.move.captured == expected.move.captured.bits());
    check_same(answer_of(found.value.wdl, found.value.plies), answer_of(expected.outcome));
    check_same(answer_of(found.without.wdl, found.without.plies), answer_of(expected.without));
    CHECK(found.counter == question.position_after(expected.move).halfmove_clock.value_or(0));
}

}  // namespace

TEST_CASE("the C interface ranks moves by a rule as the C++ interface does") {
    struct Both {
        std::shared_ptr<dameotb_tablebase> in_c;
        std::shared_ptr<probe::Tablebase> tables;
    };
    const auto open = [](const std::string& tables) {
        return Both{open_in_c(tables), std::make_shared<probe::Tablebase>(path_of(tables))};
    };
    int unknown = 0;
    for_each_vector(open, [&](const AnswerVector& vector, const Both& both) {
        dameotb_position position{};
        REQUIRE(dameotb_parse_fen(vector.fen.c_str(), &position, nullptr) == DAMEOTB_OK);
        const probe::Question under{{rules::parse_position(vector.fen), vector.counter},
                                    rules::parse_site_rules(vector.rule).value()};
        std::vector<dameotb_known_move> moves(DAMEOTB_MAX_MOVES);
        std::size_t count = 0;
        for (const int rule : {rule_in_c(vector.rule), static_cast<int>(DAMEOTB_NO_RULE)}) {
            const probe::Question question = rule == DAMEOTB_NO_RULE ? under.without_rule() : under;
            REQUIRE(dameotb_probe_root_rule(both.in_c.get(), &position, rule, vector.counter, moves.data(),
                                            moves.size(), &count, nullptr) == DAMEOTB_OK);
            const std::vector<probe::RankedMove> expected = both.tables->known_moves(question);
            REQUIRE(count == expected.size());
            for (std::size_t i = 0; i < count; ++i) {
                check_move(moves[i], expected[i], question);
                unknown += moves[i].value.wdl == DAMEOTB_UNKNOWN ? 1 : 0;
            }
        }
        dameotb_error error{};
        const dameotb_status status =
            dameotb_best_line_rule(both.in_c.get(), &position, rule_in_c(vector.rule), vector.counter, moves.data(),
                                   moves.size(), &count, &error);
        if (!vector.line) {
            CHECK((status == DAMEOTB_NO_TABLE || status == DAMEOTB_UNKNOWN_RESULT));
            CHECK(error.missing_class[0] != '\0');
            return;
        }
        REQUIRE(status == DAMEOTB_OK);
        REQUIRE(count == vector.line->size());
        probe::Question at = under;
        for (std::size_t i = 0; i < count; ++i) {
            const probe::RankedMove best = both.tables->known_moves(at).front();
            CHECK(rules::to_text(at.fen.position, best.move) == (*vector.line)[i]);
            check_move(moves[i], best, at);
            at.fen = at.position_after(best.move);
        }
    });
    CHECK(unknown > 0);
}
