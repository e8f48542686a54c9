// Evaluates each kind of formula for a position and for a row. A kind without a fast method for rows is evaluated
// position by position.
#include <dameotb/analysis/claims/formula.hpp>

#include <algorithm>
#include <utility>

#include <dameotb/analysis/query/successors.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::claims {

namespace {

using query::IntRange;
using query::Lookup;

bool number_of_moves_in(const IntRange& range, const Position& position) {
    int moves = 0;
    query::for_each_successor_while(position, [&](const Position&) { return ++moves <= range.most; });
    return range.contains(moves);
}

/// Returns whether the number of pieces that must be captured is in the range. All legal captures take equally many.
bool captured_pieces_in(const IntRange& range, const Position& position) {
    if (!rules::must_capture(position)) {
        return range.contains(0);
    }
    return range.contains(rules::legal_moves(position).front().captured.count());
}

/// Looks for an answer among several. One that could not be proved matters only if it is not among the others.
class AnswerSearch {
public:
    explicit AnswerSearch(bool wanted) : wanted_{wanted} {}

    /// Takes in one answer, that of ask(). Returns whether to go on.
    bool take(const auto& ask) {
        try {
            found_ = ask() == wanted_;
        } catch (const query::NotProved& not_proved) {
            open_ = open_ ? open_ : not_proved;
        }
        return !found_;
    }
    /// Returns whether the answer was found. Throws query::NotProved.
    [[nodiscard]] bool found() const {
        if (!found_ && open_) {
            throw *open_;
        }
        return found_;
    }

private:
    bool wanted_;
    bool found_ = false;
    std::optional<query::NotProved> open_;
};

bool some_move_leads_to(const Formula& formula, bool wanted, const Position& position, Lookup& lookup) {
    AnswerSearch search{wanted};
    query::for_each_successor_while(position, [&](const Position& successor) {
        return search.take([&] { return formula.holds(successor, lookup); });
    });
    return search.found();
}

bool some_part_is(bool wanted, const std::vector<Formula>& parts, const Position& position, Lookup& lookup) {
    AnswerSearch search{wanted};
    for (const Formula& part : parts) {
        if (!search.take([&] { return part.holds(position, lookup); })) {
            break;
        }
    }
    return search.found();
}

}  // namespace

Formula Formula::answers(const query::Query& query) {
    Formula formula{Kind::Answers, {}};
    formula.query_ = query;
    formula.values_ = query::value_ranges(query);
    return formula;
}

Formula Formula::under_rule(Wdl result, IntRange plies) {
    Formula formula{Kind::UnderRule, {}, plies};
    formula.query_.result = result;
    return formula;
}

Formula Formula::drawn_by_rule() {
    return {Kind::DrawnByRule, {}};
}

Formula Formula::moves(IntRange range) {
    return {Kind::Moves, {}, range};
}

Formula Formula::captures(IntRange range) {
    return {Kind::Captures, {}, range};
}

Formula Formula::negation(Formula part) {
    return {Kind::Negation, {std::move(part)}};
}

Formula Formula::all_of(std::vector<Formula> parts) {
    return {Kind::AllOf, std::move(parts)};
}

Formula Formula::any_of(std::vector<Formula> parts) {
    return {Kind::AnyOf, std::move(parts)};
}

Formula Formula::some_move(Formula part) {
    return {Kind::SomeMove, {std::move(part)}};
}

Formula Formula::every_move(Formula part) {
    return {Kind::EveryMove, {std::move(part)}};
}

bool Formula::holds(const Position& position, Lookup& lookup) const {
    switch (kind_) {
        case Kind::Answers:
            return query::Matcher{query_, values_}.matches(position, lookup);
        case Kind::UnderRule:
        case Kind::DrawnByRule:
            return holds_under_rule(lookup.under_rule(position));
        case Kind::Moves:
            return number_of_moves_in(range_, position);
        case Kind::Captures:
            return captured_pieces_in(range_, position);
        case Kind::Negation:
            return !parts_.front().holds(position, lookup);
        case Kind::AllOf:
            return !some_part_is(false, parts_, position, lookup);
        case Kind::AnyOf:
            return some_part_is(true, parts_, position, lookup);
        case Kind::SomeMove:
            return some_move_leads_to(parts_.front(), true, position, lookup);
        case Kind::EveryMove:
            break;
    }
    return !some_move_leads_to(parts_.front(), false, position, lookup);
}

Bitboard Formula::holds(const analysis::ValueRow& row, Bitboard squares, Lookup& lookup) const {
    Bitboard holding;
    switch (kind_) {
        case Kind::Answers:
            return query::Matcher{query_, values_}.matching(row, squares, lookup);
        case Kind::UnderRule:
            return squares & with_result_under_rule(row);
        case Kind::DrawnByRule:
            return squares & (row.drawn_by_rule(Wdl::Win) | row.drawn_by_rule(Wdl::Loss));
        case Kind::Captures:
            return capturing(row, squares);
        case Kind::Negation:
            return squares - parts_.front().holds(row, squares, lookup);
        case Kind::AllOf:
            for (auto part = parts_.begin(); part != parts_.end() && !squares.empty(); ++part) {
                squares = part->holds(row, squares, lookup);
            }
            return squares;
        case Kind::AnyOf:
            for (const Formula& part : parts_) {
                holding |= part.holds(row, squares - holding, lookup);
            }
            return holding;
        case Kind::Moves:
        case Kind::SomeMove:
        case Kind::EveryMove:
            break;
    }
    for (const Square square : squares) {
        if (holds(row.position(square), lookup)) {
            holding |= square;
        }
    }
    return holding;
}

bool Formula::looks_ahead() const {
    return kind_ == Kind::SomeMove || kind_ == Kind::EveryMove || query_.asks_for_moves() || query_.unique_solution ||
           std::ranges::any_of(parts_, [](const Formula& part) { return part.looks_ahead(); });
}

bool Formula::holds_under_rule(const query::DtmFiles::UnderRule& found) const {
    const Wdl result = found.value.wdl();
    return kind_ == Kind::DrawnByRule
               ? result == Wdl::Draw && found.without_rule != Wdl::Draw
               : result == query_.result && (result == Wdl::Draw || range_.contains(found.value.plies()));
}

Bitboard Formula::with_result_under_rule(const analysis::ValueRow& row) const {
    const int most = std::min(range_.most, most_rule_plies);
    switch (*query_.result) {
        case Wdl::Win:
            return row.between(RuleValue::win_in(most), RuleValue::win_in(std::max(range_.least, 1)));
        case Wdl::Loss:
            return row.between(RuleValue::loss_in(range_.least), RuleValue::loss_in(most));
        case Wdl::Draw:
            break;
    }
    return row.between(RuleValue{}, RuleValue{});
}

Bitboard Formula::capturing(const analysis::ValueRow& row, Bitboard squares) const {
    const Bitboard forced = squares.empty() ? squares : squares & row.forced();
    Bitboard capturing = range_.contains(0) ? squares - forced : Bitboard{};
    const bool any_number = range_.least <= 1 && range_ == IntRange{.least = range_.least};
    for (const Square square : forced) {
        if (any_number || captured_pieces_in(range_, row.position(square))) {
            capturing |= square;
        }
    }
    return capturing;
}

}  // namespace dameotb::claims
