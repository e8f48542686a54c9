// Parses formulas by recursive descent: or, then and, then not, then single predicates. Formulas are parsed, judged and
// destroyed recursively, so the nesting depth is bounded.
#include <algorithm>
#include <utility>

#include <dameotb/analysis/claims/claim.hpp>

namespace dameotb::claims {

namespace {

using query::Query;
using query::Zugzwang;

Formula parse_result(Cursor& cursor, Wdl result) {
    Query query;
    query.result = result;
    if (result != Wdl::Draw && cursor.accept("in")) {
        const std::string_view text = cursor.peek();
        query.plies = cursor.take_range();
        if (query::value_ranges(query).empty()) {
            cursor.fail_at(text,
                           "expected a number of plies that the result can have: wins take an odd number, losses "
                           "an even one, at most " +
                               std::to_string(scores::longest_plies));
        }
    }
    return Formula::answers(query);
}

Formula parse_zugzwang(Zugzwang zugzwang) {
    Query query;
    query.zugzwang = zugzwang;
    return Formula::answers(query);
}

Formula parse_unique_solution(Cursor& cursor) {
    cursor.expect("solution");
    Query query;
    query.unique_solution = true;
    return Formula::answers(query);
}

/// Reads what follows "winning" or "best".
Formula parse_moves_of_value(Cursor& cursor, std::optional<query::IntRange> Query::*range) {
    cursor.expect("moves");
    Query query;
    query.*range = cursor.take_range();
    return Formula::answers(query);
}

/// More than anyone writes, and far less than overflows a stack.
constexpr int most_depth = 100;

/// What is known where a term begins.
struct Place {
    DrawRule rule;  ///< Under which values hold, if any.
    int depth = 1;  ///< The nesting depth, from 1.
};

Formula parse_disjunction(Cursor& cursor, const Place& place);
Formula parse_term(Cursor& cursor, const Place& place);

Formula parse_after_move(Cursor& cursor, const Place& place) {
    cursor.expect("move");
    cursor.expect("leads");
    cursor.expect("to");
    return parse_term(cursor, place);
}

Formula parse_result_under_rule(Cursor& cursor, Wdl result, DrawRule rule) {
    if (result == Wdl::Draw && cursor.accept("by")) {
        cursor.expect("the");
        cursor.expect("rule");
        return Formula::drawn_by_rule();
    }
    query::IntRange plies;
    if (result != Wdl::Draw && cursor.accept("in")) {
        const std::string_view text = cursor.peek();
        plies = cursor.take_range();
        const int least = result == Wdl::Win ? 1 : 0;
        if (plies.least > rule.plies || plies.most < least) {
            cursor.fail_at(text, "expected a number of plies that the result can have: from " + std::to_string(least) +
                                     " to " + std::to_string(rule.plies));
        }
    }
    return Formula::under_rule(result, plies);
}

Formula parse_captures(Cursor& cursor) {
    return Formula::captures(cursor.accept("of") ? cursor.take_range() : query::IntRange{.least = 1});
}

Formula parse_predicate_under_rule(Cursor& cursor, DrawRule rule) {
    cursor.accept("a");
    if (cursor.accept_any({"win", "wins"})) {
        return parse_result_under_rule(cursor, Wdl::Win, rule);
    }
    if (cursor.accept_any({"loss", "losses"})) {
        return parse_result_under_rule(cursor, Wdl::Loss, rule);
    }
    if (cursor.accept_any({"draw", "draws"})) {
        return parse_result_under_rule(cursor, Wdl::Draw, rule);
    }
    if (cursor.accept_any({"capture", "captures"})) {
        return parse_captures(cursor);
    }
    if (cursor.accept("moves")) {
        return Formula::moves(cursor.take_range());
    }
    cursor.fail_expected(
        "a predicate that a draw rule has: win, draw, draw by the rule, loss, capture, moves, not or '('");
}

Formula parse_predicate(Cursor& cursor) {
    cursor.accept("a");
    if (cursor.accept_any({"win", "wins"})) {
        return parse_result(cursor, Wdl::Win);
    }
    if (cursor.accept_any({"loss", "losses"})) {
        return parse_result(cursor, Wdl::Loss);
    }
    if (cursor.accept_any({"draw", "draws"})) {
        return parse_result(cursor, Wdl::Draw);
    }
    if (cursor.accept_any({"capture", "captures"})) {
        return parse_captures(cursor);
    }
    if (cursor.accept("moves")) {
        return Formula::moves(cursor.take_range());
    }
    if (cursor.accept("winning")) {
        return parse_moves_of_value(cursor, &Query::winning_moves);
    }
    if (cursor.accept("best")) {
        return parse_moves_of_value(cursor, &Query::best_moves);
    }
    if (cursor.accept("mutual")) {
        cursor.expect("zugzwang");
        return parse_zugzwang(Zugzwang::Mutual);
    }
    if (cursor.accept("zugzwang")) {
        return parse_zugzwang(Zugzwang::Any);
    }
    if (cursor.accept("unique")) {
        return parse_unique_solution(cursor);
    }
    cursor.fail_expected(
        "a predicate: win, draw, loss, capture, moves, winning moves, best moves, zugzwang, mutual zugzwang, unique "
        "solution, some move, every move, not or '('");
}

Formula parse_term(Cursor& cursor, const Place& place) {
    const std::string_view text = cursor.peek();
    const auto deeper = [&] {
        if (place.depth == most_depth) {
            cursor.fail_at(text, "expected a formula of at most " + std::to_string(most_depth) +
                                     " nested terms, as in not (win or draw), which has 3");
        }
        return Place{place.rule, place.depth + 1};
    };
    if (cursor.accept("not")) {
        return Formula::negation(parse_term(cursor, deeper()));
    }
    if (cursor.accept("(")) {
        Formula formula = parse_disjunction(cursor, deeper());
        cursor.expect(")");
        return formula;
    }
    if (place.rule.exists()) {
        return parse_predicate_under_rule(cursor, place.rule);
    }
    if (cursor.accept("some")) {
        return Formula::some_move(parse_after_move(cursor, deeper()));
    }
    if (cursor.accept("every")) {
        return Formula::every_move(parse_after_move(cursor, deeper()));
    }
    return parse_predicate(cursor);
}

Formula parse_conjunction(Cursor& cursor, const Place& place) {
    std::vector<Formula> parts{parse_term(cursor, place)};
    while (cursor.accept("and")) {
        parts.push_back(parse_term(cursor, place));
    }
    return Formula::all_of(std::move(parts));
}

Formula parse_disjunction(Cursor& cursor, const Place& place) {
    std::vector<Formula> parts{parse_conjunction(cursor, place)};
    while (cursor.accept("or")) {
        parts.push_back(parse_conjunction(cursor, place));
    }
    return Formula::any_of(std::move(parts));
}

}  // namespace

Formula parse_formula(Cursor& cursor, DrawRule rule) {
    return parse_disjunction(cursor, {.rule = rule});
}

}  // namespace dameotb::claims
