// Finds the value of any position: bare sides by rule, forced captures by search if the pieces are few, everything else
// from the tables. A side without a legal move has lost even if its table is not there.
// Templates over the metric and over the set of tables. Allocates nothing but for the rarest of captures, and for a
// side to move that a .dtm does not store.
//
// A Set has `Table`, whose member `open` is a table::OpenTable; `const Table* find(const Position& stored,
// table::Metric)`, null if there is no table; and `unsigned code(const Table&, const table::StoredAt&)`. It may have
// `count_step()`, called for each position that is looked up. A position's stored form is index::stored_form.
#pragma once

#include <algorithm>
#include <optional>

#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/longest_captures.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::probe {

/// How DTM probes read values, and which value is the best possible.
struct DtmProbe {
    using Result = Value;
    static constexpr Result lost = Value::loss_in(0);
    static constexpr Result won_next = Value::win_in(1);
    static Result before_move(Result value) { return value.before_move(); }
    static Result after_move(Result value) { return value == lost ? won_next : value.after_move(); }

    static constexpr table::Metric metric = table::Metric::Dtm;
    static Result of_code(unsigned code) { return table::value_of_dtm_code(code); }
};

/// The same for WDL probes.
struct WdlProbe {
    using Result = Wdl;
    static constexpr Result lost = Wdl::Loss;
    static constexpr Result won_next = Wdl::Win;
    static Result before_move(Result wdl) { return opposite(wdl); }
    static Result after_move(Result wdl) { return opposite(wdl); }

    static constexpr table::Metric metric = table::Metric::Wdl;
    static Result of_code(unsigned code) { return table::wdl_of_code(code); }
};

/// The same for DTZ probes. What it says of moves holds for captures, which reset the counter.
struct DtzProbe {
    using Result = RuleValue;
    static constexpr Result lost = RuleValue::loss_in(0);
    static constexpr Result won_next = RuleValue::win_in(1);
    static Result before_move(Result value) { return value.before_reset(); }
    /// Any win of the enemy is as good as another one.
    static Result after_move(Result value) { return value.wdl() == Wdl::Loss ? least_win : Result{}; }

    static constexpr table::Metric metric = table::Metric::Dtz;
    static Result of_code(unsigned code) { return table::rule_value_of_dtz_code(code); }

private:
    static constexpr Result least_win = RuleValue::win_in(most_rule_plies);
};

/// Captures are followed from positions of at most this many pieces. With very many pieces, captures branch and follow
/// each other beyond all bounds.
inline constexpr int most_pieces_followed = index::most_pieces + 2;

/// What is known of a value: it is neither less nor more than these. If they differ, `missing` is a table without which
/// they do. So what is known does not depend on the order in which moves are looked at.
template <class Probe>
struct Bounds {
    using Result = typename Probe::Result;

    Result least;
    Result most;
    NoTable missing{};

    [[nodiscard]] static Bounds exactly(Result result) { return {result, result}; }
    [[nodiscard]] static Bounds unknown(const index::Material& material) {
        return {Probe::lost, Probe::won_next, {material}};
    }
    [[nodiscard]] Answer<Result> answer() const {
        return least == most ? Answer<Result>{least} : Answer<Result>{missing};
    }
};

// A value that is at least `enough` is not found exactly: a move that leads to it is no better than one that is known
// already. Its least bound stands for it. No value is greater than won_next, so if that is enough, all are exact.

template <class Probe, class Set>
Bounds<Probe> bounds_of(Set& set, const Position& position, typename Probe::Result enough);

/// Finds the value of the best of some moves.
template <class Probe, class Set>
class BestMove {
public:
    using Result = typename Probe::Result;

    BestMove(Set& set, const Position& position, Result enough) : set_{set}, position_{position}, enough_{enough} {}

    /// Looks at one more move. Returns whether another one can change the answer.
    bool operator()(const Move& move) {
        const Bounds<Probe> reached =
            bounds_of<Probe>(set_, rules::after(position_, move), Probe::after_move(best_.least));
        best_.least = std::max(best_.least, Probe::before_move(reached.most));
        if (const Result most = Probe::before_move(reached.least); most > best_.most) {
            best_.most = most;
            best_.missing = reached.missing;  // If it is the best in the end and not exact, it is for lack of this.
        }
        return best_.least < enough_;
    }
    /// Returns the value; a loss if there was no move.
    [[nodiscard]] Bounds<Probe> bounds() const {
        return best_.least < enough_ ? best_ : Bounds<Probe>::exactly(best_.least);
    }

private:
    Set& set_;
    const Position& position_;
    Result enough_;
    Bounds<Probe> best_ = Bounds<Probe>::exactly(Probe::lost);  // No result is worse.
};

/// Returns the value of the best forced capture. Requires: rules::must_capture(position).
template <class Probe, class Set>
Bounds<Probe> resolve_captures(Set& set, const Position& position, typename Probe::Result enough) {
    if (position.enemy().all().count() == 1) {
        return Bounds<Probe>::exactly(Probe::won_next);  // Nothing is left to move.
    }
    BestMove<Probe, Set> best{set, position, enough};
    rules::LongestCaptures{position}.for_each_while([&best](const Move& move) { return best(move); });
    return best.bounds();
}

/// Returns the value of the best move, for a side to move that the .dtm does not store. The .wdl, which stores both,
/// says the result: a draw needs no distances, and a win those of the moves alone that win. Allocates. Requires:
/// !rules::must_capture(position), and a table of its class.
template <class Set>
Bounds<DtmProbe> resolve_quiet_moves(Set& set, const Position& position, Value enough) {
    const Answer<Wdl> result = bounds_of<WdlProbe>(set, position, WdlProbe::won_next).answer();
    if (result == Answer<Wdl>{Wdl::Draw}) {
        return Bounds<DtmProbe>::exactly(Value::draw());
    }
    const bool wins = result == Answer<Wdl>{Wdl::Win};
    const auto is_no_win = [&](const Move& move) {
        return bounds_of<WdlProbe>(set, rules::after(position, move), WdlProbe::won_next).least > Wdl::Loss;
    };
    BestMove<DtmProbe, Set> best{set, position, enough};
    (void)std::ranges::all_of(rules::quiet_moves(position),
                              [&](const Move& move) { return (wins && is_no_win(move)) || best(move); });
    return best.bounds();
}

/// Does the same under a draw rule. A king's move counts, a man's move resets the counter.
template <class Set>
Bounds<DtzProbe> resolve_quiet_moves_under(DrawRule rule, Set& set, const Position& position) {
    Bounds<DtzProbe> best = Bounds<DtzProbe>::exactly(DtzProbe::lost);
    for (const Move& move : rules::quiet_moves(position)) {
        const Bounds<DtzProbe> reached = bounds_of<DtzProbe>(set, rules::after(position, move), DtzProbe::won_next);
        if (reached.least != reached.most) {
            return Bounds<DtzProbe>::unknown(reached.missing.material);
        }
        best.least = std::max(best.least, rules::is_zeroing(position, move) ? reached.least.before_reset()
                                                                            : reached.least.before_count(rule));
    }
    return Bounds<DtzProbe>::exactly(best.least);
}

/// Where the value of a position has to be read; or, if there is nothing to read, what is known of it.
template <class Probe, class Set>
struct Resolution {
    const typename Set::Table* in;  ///< Null if there is nothing to read.
    table::StoredAt at;
    Bounds<Probe> bounds{};

    [[nodiscard]] static Resolution known(const Bounds<Probe>& bounds) { return {nullptr, {}, bounds}; }
};

template <class Probe, class Set>
Resolution<Probe, Set> look_up(Set& set, const Position& position, typename Probe::Result enough = Probe::won_next) {
    using Found = Resolution<Probe, Set>;
    if constexpr (requires { set.count_step(); }) {
        set.count_step();
    }
    if (position.own().all().empty()) {
        return Found::known(Bounds<Probe>::exactly(Probe::lost));
    }
    if (position.enemy().all().empty()) {
        return Found::known(Bounds<Probe>::exactly(rules::has_quiet_move(position) ? Probe::won_next : Probe::lost));
    }
    if (rules::must_capture(position)) {
        return Found::known(position.occupied().count() > most_pieces_followed
                                ? Bounds<Probe>::unknown(index::Material::of(position).canonical())
                                : resolve_captures<Probe>(set, position, enough));
    }
    const Position stored = index::stored_form(position);
    if (const typename Set::Table* table = set.find(stored, Probe::metric)) {
        const std::optional<table::StoredAt> at = table->open.find(stored);
        if constexpr (needs_wdl(Probe::metric)) {
            if (!at) {
                if constexpr (has_rule(Probe::metric)) {
                    return Found::known(resolve_quiet_moves_under(table->open.header().rule, set, position));
                } else {
                    return Found::known(resolve_quiet_moves(set, position, enough));
                }
            }
        }
        return {table, *at};
    }
    // Looks for moves only if there is no table: a table itself says that a side without moves has lost in 0 plies.
    return Found::known(rules::has_quiet_move(position) ? Bounds<Probe>::unknown(index::Material::of(stored))
                                                        : Bounds<Probe>::exactly(Probe::lost));
}

/// Returns what is known of the value of a position without defect. Throws table::TablebaseError for a damaged file.
template <class Probe, class Set>
Bounds<Probe> bounds_of(Set& set, const Position& position, typename Probe::Result enough) {
    const Resolution<Probe, Set> found = look_up<Probe>(set, position, enough);
    return found.in != nullptr ? Bounds<Probe>::exactly(Probe::of_code(set.code(*found.in, found.at))) : found.bounds;
}

/// Returns the value of any position without defect. Throws the same.
template <class Probe, class Set>
Answer<typename Probe::Result> resolve(Set& set, const Position& position) {
    const Resolution<Probe, Set> found = look_up<Probe>(set, position);
    return found.in != nullptr ? Probe::of_code(set.code(*found.in, found.at)) : found.bounds.answer();
}

/// Returns the result without a distance: the .wdl alone is asked.
template <class Set>
Known result_of(Set& set, const Position& position) {
    const Answer<Wdl> result = resolve<WdlProbe>(set, position);
    const auto* wdl = std::get_if<Wdl>(&result);
    return wdl != nullptr ? Known{.outcome = Outcome::of(*wdl)} : Known{.missing = std::get<NoTable>(result).material};
}

/// Returns result and plies, or the result alone if no .dtm says the plies.
template <class Set>
Known outcome_of(Set& set, const Position& position) {
    const Answer<Value> exact = resolve<DtmProbe>(set, position);
    const auto* value = std::get_if<Value>(&exact);
    return value != nullptr ? Known{.outcome = Outcome::of(*value)} : result_of(set, position);
}

}  // namespace dameotb::probe
