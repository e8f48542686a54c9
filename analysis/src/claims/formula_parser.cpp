// Reads formulas by recursive descent: first or, then and, then not, then single predicates.
#include <algorithm>
#include <utility>

#include <dameotb/analysis/claims/parser.hpp>

namespace dameotb::claims {

namespace {

using query::Query;
using query::Zugzwang;
using rules::Wdl;

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
                               std::to_string(store::longest_plies));
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

Formula parse_term(Cursor& cursor);

Formula parse_after_move(Cursor& cursor) {
    cursor.expect("move");
    cursor.expect("leads");
    cursor.expect("to");
    return parse_term(cursor);
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
        return Formula::captures(cursor.accept("of") ? cursor.take_range() : query::IntRange{.least = 1});
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
        "what is so: win, draw, loss, capture, moves, winning moves, best moves, zugzwang, mutual zugzwang, unique "
        "solution, some move, every move, not or '('");
}

Formula parse_term(Cursor& cursor) {
    if (cursor.accept("not")) {
        return Formula::negation(parse_term(cursor));
    }
    if (cursor.accept("(")) {
        Formula formula = parse_formula(cursor);
        cursor.expect(")");
        return formula;
    }
    if (cursor.accept("some")) {
        return Formula::some_move(parse_after_move(cursor));
    }
    if (cursor.accept("every")) {
        return Formula::every_move(parse_after_move(cursor));
    }
    return parse_predicate(cursor);
}

Formula parse_conjunction(Cursor& cursor) {
    std::vector<Formula> parts{parse_term(cursor)};
    while (cursor.accept("and")) {
        parts.push_back(parse_term(cursor));
    }
    return Formula::all_of(std::move(parts));
}

}  // namespace

Formula parse_formula(Cursor& cursor) {
    std::vector<Formula> parts{parse_conjunction(cursor)};
    while (cursor.accept("or")) {
        parts.push_back(parse_conjunction(cursor));
    }
    return Formula::any_of(std::move(parts));
}

}  // namespace dameotb::claims
