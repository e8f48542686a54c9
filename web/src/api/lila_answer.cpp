// The fields of a move describe the position that it leads to, for the side to move there.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/capture_paths.hpp>
#include <dameotb/rules/notation.hpp>

#include <fmt/format.h>

#include "json_reply.hpp"
#include "position_answers.hpp"

namespace dameotb::web {

namespace {

/// Returns the plies to the end: positive for a win, negative for a loss, 0 for a draw and at the end; nothing if
/// unknown.
std::optional<int> dtm_of(const std::optional<probe::Outcome>& outcome) {
    return outcome && outcome->plies ? std::optional{static_cast<int>(outcome->wdl) * *outcome->plies} : std::nullopt;
}

/// Returns the outcome after a move, from its worth for the side that makes it.
std::optional<probe::Outcome> after_move(const std::optional<probe::Outcome>& worth) {
    if (!worth) {
        return std::nullopt;
    }
    return worth->plies ? probe::Outcome::of(worth->value().after_move()) : probe::Outcome::of(opposite(worth->wdl));
}

/// Writes how the game has ended, if it has. `lost`: for lack of a move.
void write_ending(JsonWriter& json, bool lost) {
    json.member("checkmate", false).member("stalemate", false).member("variant_win", false);
    json.member("variant_loss", lost).member("insufficient_material", false);
}

/// Returns the category for a result under the draw rule of the tables and one without it; the same twice if they have
/// no rule.
std::string_view category_of(std::optional<Wdl> under, std::optional<Wdl> without) {
    if (under && *under != Wdl::Draw) {
        return to_string(*under);
    }
    if (!without) {
        return under ? "draw" : "unknown";
    }
    switch (*without) {
        case Wdl::Win:
            return under ? "cursed-win" : "maybe-win";
        case Wdl::Loss:
            return under ? "blessed-loss" : "maybe-loss";
        case Wdl::Draw:
            break;
    }
    return "draw";
}

/// What lila-tablebase has of the plies of a position, with the sign of its result.
struct Distances {
    /// Plies of the counter; one more than the draw rule has, if it makes the result a draw.
    std::optional<int> dtz{};
    std::optional<int> precise_dtz{};  ///< The same; nothing if the rule makes the result a draw.
    std::optional<int> dtm{};
};

/// `at_zero`: what is known with counter 0 under the rule. `without`: without it.
Distances distances_of(const probe::Known& at_zero, const std::optional<probe::Outcome>& without, DrawRule rule) {
    Distances distances{.dtm = dtm_of(without)};
    if (const auto& outcome = at_zero.outcome; rule.exists() && outcome) {
        if (outcome->wdl == Wdl::Draw && without && without->wdl != Wdl::Draw) {
            distances.dtz = static_cast<int>(without->wdl) * (rule.plies + 1);
        } else {
            distances.dtz = distances.precise_dtz = dtm_of(outcome);
        }
    }
    return distances;
}

/// Returns the question about a position under the draw rule of the tables, if they have one. Underscores in the text
/// stand for blanks.
probe::Question lila_question(const probe::Tablebase& tables, std::string fen) {
    std::ranges::replace(fen, '_', ' ');
    return {rules::parse_fen(fen), {.name = {}, .draw_rule = tables.draw_rule()}};
}

/// Returns the same question with counter 0.
probe::Question at_zero(probe::Question question) {
    question.fen.halfmove_clock = 0;
    return question;
}

/// Writes the members of a position, whether requested or reached by a move.
void write_position(JsonWriter& json, const Position& position, const Distances& distances, std::string_view category) {
    json.member("dtz", distances.dtz).member("precise_dtz", distances.precise_dtz).key("dtc").null();
    json.member("dtm", distances.dtm).key("dtw").null();
    write_ending(json, rules::has_no_move(position));
    json.member("category", category);
}

/// Returns the value of a position with that best line, which is empty for a draw and for a finished game. The loser
/// has no move at the line's end.
Value value_with_line(const Position& position, const std::vector<Move>& line) {
    if (line.empty() && !rules::has_no_move(position)) {
        return Value::draw();
    }
    return Value::decided_in(static_cast<int>(line.size()));
}

/// Writes the two texts of a move.
void write_lila_text(JsonWriter& json, const Position& position, const Move& move) {
    const std::string text = rules::to_text(position, move);
    std::string squares = text;
    std::erase_if(squares, [](char c) { return c == '-' || c == 'x'; });
    json.member("uci", squares).member("san", text);
}

/// Writes the distances of a position on a main line.
void write_mainline_distances(JsonWriter& json, const Distances& distances) {
    json.member("dtz", distances.dtz).member("precise_dtz", distances.precise_dtz).member("dtm", distances.dtm);
}

void write_lila_move(JsonWriter& json, const probe::Tablebase& tables, const probe::Question& question,
                     const probe::RankedMove& move, Work& work) {
    const Position& position = question.fen.position;
    const probe::Question next{question.position_after(move.move), question.site};
    write_lila_text(json.begin_object(), position, move.move);
    json.member("zeroing", rules::is_zeroing(position, move.move));
    const std::optional<probe::Outcome> without = after_move(move.without);
    const auto wdl_after = [](const auto& worth) { return worth ? std::optional{opposite(worth->wdl)} : std::nullopt; };
    probe::Known reached;
    if (question.has_rule()) {
        json.member("conversion", index::Material::of(next.fen.position) != index::Material::of(position));
        reached = tables.probe(at_zero(next), &work.budget());
    }
    write_position(json, next.fen.position, distances_of(reached, without, question.site.draw_rule),
                   category_of(wdl_after(move.outcome), wdl_after(move.without)));
    json.end_object();
}

/// What PlayStrategy's client reads of a position, for the side to move. Where its rules leave the result open, only
/// what holds without them.
struct Worth {
    std::optional<int> wdl{};  ///< 2 won, 1 won but for the draw rule, 0 drawn, and the same below 0.
    std::optional<int> dtz{};  ///< Plies of the counter, with the sign of the result.
    std::optional<int> dtm{};
};

/// `counter`: that of the position. A result that holds with a counter needs no more plies of it than are left, and a
/// forced capture sets it to 0 at once, even where the rule for lone kings asks for a lower counter.
Worth worth_of(const Position& position, const std::optional<probe::Outcome>& under,
               const std::optional<probe::Outcome>& without, const rules::SiteRules& site, int counter) {
    if (!under) {
        return {.dtm = dtm_of(without)};
    }
    if (under->wdl == Wdl::Draw) {
        const int sign = without ? static_cast<int>(without->wdl) : 0;
        return {sign, sign * (site.draw_rule.plies + 1), dtm_of(without)};
    }
    const int sign = static_cast<int>(under->wdl);
    const int plies_left = std::max(site.draw_rule.plies - counter, 0);
    const int distance = without ? without->plies.value_or(plies_left) : plies_left;
    const int needed = rules::must_capture(position) ? 1 : under->plies.value_or(std::min(distance, plies_left));
    return {2 * sign, sign * needed, dtm_of(without)};
}

void write_worth(JsonWriter& json, const Worth& worth, bool lost) {
    json.member("wdl", worth.wdl).member("dtz", worth.dtz).member("dtm", worth.dtm);
    // A move from a drawn game ends nothing.
    write_ending(json, lost && worth.wdl == -2);
}

/// Writes the moves of PlayStrategy's client, which plays a turn jump by jump: one object for each first jump, with the
/// best turn that begins with it.
class JumpWriter {
public:
    JumpWriter(JsonWriter& json, const probe::Tablebase& tables, const probe::Question& question,
               const std::vector<probe::RankedMove>& moves, Work& work)
        : json_{json},
          tables_{tables},
          question_{question},
          position_{question.fen.position},
          moves_{moves},
          work_{work} {}

    void write() {
        std::multimap<Successor, std::vector<Square>> ways;
        for (auto& [move, stops] : rules::paths_by_first_leap(position_, question_.fen.under_way)) {
            ways.emplace(successor(move), std::move(stops));
        }
        json_.key("moves").begin_array();
        for (const probe::RankedMove& move : moves_) {
            if (!move.move.is_capture()) {
                write_turn(move, {move.move.from, move.move.to});
                continue;
            }
            const auto [first, last] = ways.equal_range(successor(move.move));
            std::for_each(first, last, [&](const auto& way) {
                if (first_jumps_.emplace(way.second[0], way.second[1]).second) {
                    write_turn(move, way.second);
                }
            });
        }
        json_.end_array();
    }

private:
    using Successor = std::tuple<Square, Square, std::uint64_t>;

    /// Returns what captures that lead to the same position have in common. They are one for the tables, whichever
    /// piece makes them (RULES 8).
    static Successor successor(const Move& move) {
        const bool is_round_trip = move.from == move.to;
        return {is_round_trip ? Square{} : move.from, is_round_trip ? Square{} : move.to, move.captured.bits()};
    }

    /// Writes one turn, best or only one of its first jump.
    void write_turn(const probe::RankedMove& ranked, const std::vector<Square>& stops) {
        const Position next = rules::after(position_, ranked.move);
        const bool promotes = next[position_.side_to_move].kings.count() > position_.own().kings.count();
        std::vector<std::string> jumps;
        std::string text = stops.front().to_string();
        for (std::size_t i = 1; i < stops.size(); ++i) {
            jumps.push_back(stops[i - 1].to_string() + stops[i].to_string());
            text += (ranked.move.is_capture() ? "x" : "-") + stops[i].to_string();
        }
        jumps.back() += promotes ? "K" : "";
        const std::string rest = fmt::format("{}", fmt::join(jumps.begin() + 1, jumps.end(), ","));
        json_.begin_object().member("uci", jumps.front());
        json_.member("rest", rest.empty() ? std::nullopt : std::optional{rest});
        json_.member("turn", fmt::format("{}", fmt::join(jumps, ",")));
        json_.member("san", text).member("zeroing", rules::is_zeroing(position_, ranked.move));
        write_worth(json_, reached(ranked), rules::has_no_move(next));
        json_.end_object();
        work_.budget().look();
        work_.check_size(json_.text().size());
    }

    /// Returns what the position after the move is worth. A capture or a man's move tells nothing of its plies there,
    /// which are looked up.
    Worth reached(const probe::RankedMove& ranked) {
        const probe::Question next{question_.position_after(ranked.move), question_.site};
        std::optional<probe::Outcome> there = ranked.outcome;
        if (there && there->wdl != Wdl::Draw) {
            there->wdl = opposite(there->wdl);
            if (rules::is_zeroing(position_, ranked.move)) {
                there->plies = tables_.probe(next, &work_.budget()).plies();
            } else if (there->plies) {
                --*there->plies;
            }
        }
        return worth_of(next.fen.position, there, after_move(ranked.without), next.site, *next.fen.halfmove_clock);
    }

    JsonWriter& json_;
    const probe::Tablebase& tables_;
    const probe::Question& question_;
    const Position& position_;
    const std::vector<probe::RankedMove>& moves_;
    Work& work_;
    std::set<std::pair<Square, Square>> first_jumps_;
};

}  // namespace

Reply lila_answer(const probe::Tablebase& tables, std::string fen, Work& work) {
    const probe::Question question = lila_question(tables, std::move(fen));
    std::vector<probe::RankedMove> moves;
    Answered answered = answer_to(tables, question, work, &moves);
    const probe::Known zero = question.has_rule() ? tables.prove(at_zero(question), &work.budget()) : probe::Known{};
    JsonWriter json;
    write_position(json.begin_object(), question.fen.position,
                   distances_of(zero, answered.known.outcome, question.site.draw_rule),
                   category_of(answered.asked().wdl(), answered.known.wdl()));
    json.key("moves").begin_array();
    for (const probe::RankedMove& move : moves) {
        write_lila_move(json, tables, question, move, work);
        work.budget().look();
        work.check_size(json.text().size());
    }
    json.end_array().end_object();
    return position_reply(json, answered);
}

Reply lila_mainline_answer(const probe::Tablebase& tables, std::string fen, Work& work) {
    probe::Question at = lila_question(tables, std::move(fen));
    const auto answer = tables.best_line(at, &work.budget());
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw RequestError{404, "missing_table",
                           index::is_supported(missing->material)
                               ? fmt::format("there are no tables of {} {} here", missing->material.name(),
                                             at.has_rule() ? "for this draw rule" : "with distances")
                               : fmt::format("there are no tables of more than {} pieces", index::most_pieces)};
    }
    const auto& line = std::get<std::vector<Move>>(answer);
    // Not that of a probe, which may have none where the moves tell it.
    Value value = value_with_line(at.fen.position, line);
    const auto distances = [&] {
        return at.has_rule() ? distances_of(tables.prove(at_zero(at), &work.budget()),
                                            tables.prove(at.without_rule(), &work.budget()).outcome, at.site.draw_rule)
                             : Distances{.dtm = dtm_of(probe::Outcome::of(value))};
    };
    JsonWriter json;
    write_mainline_distances(json.begin_object(), distances());
    const bool white_is_better = (value.wdl() == Wdl::Win) == (at.fen.position.side_to_move == Colour::White);
    json.member("winner", value.wdl() == Wdl::Draw ? std::nullopt : std::optional{white_is_better ? "w" : "b"});
    json.key("mainline").begin_array();
    for (const Move& move : line) {
        write_lila_text(json.begin_object(), at.fen.position, move);
        value = value.after_move();
        at.fen = at.position_after(move);
        write_mainline_distances(json, distances());
        json.end_object();
        work.budget().look();
        work.check_size(json.text().size());
    }
    return json_reply(200, json.end_array().end_object().text(), Caching::Keep);
}

Reply playstrategy_answer(const probe::Tablebase& tables, const rules::Fen& fen, Work& work) {
    const probe::Question question{fen, rules::parse_site_rules("playstrategy").value()};
    std::vector<probe::RankedMove> moves;
    const Answered answered = answer_to(tables, question, work, &moves);
    JsonWriter json;
    write_worth(
        json.begin_object(),
        worth_of(fen.position, answered.under->outcome, answered.known.outcome, question.site, question.counter()),
        !fen.under_way && rules::has_no_move(fen.position));
    JumpWriter{json, tables, question, moves, work}.write();
    return position_reply(json.end_object(), answered);
}

}  // namespace dameotb::web
