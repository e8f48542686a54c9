// The fields of a move describe the position that it leads to, for the side to move there.
#include <algorithm>

#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/notation.hpp>

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
    return worth->plies ? probe::Outcome::of(worth->value().after_move())
                        : probe::Outcome::of(rules::opposite(worth->wdl));
}

/// Writes the members of a position, whether requested or reached by a move.
void write_position(JsonWriter& json, const rules::Position& position, const std::optional<probe::Outcome>& outcome) {
    // Without a draw rule nothing counts plies to the next capture or man's move.
    json.key("dtz").null().key("precise_dtz").null().key("dtc").null();
    json.member("dtm", dtm_of(outcome)).key("dtw").null();
    json.member("checkmate", false).member("stalemate", false).member("variant_win", false);
    json.member("variant_loss", !rules::must_capture(position) && !rules::has_quiet_move(position));
    json.member("insufficient_material", false);
    json.member("category", outcome ? rules::to_string(outcome->wdl) : "unknown");
}

void write_lila_move(JsonWriter& json, const rules::Position& position, const rules::Move& move,
                     const std::optional<probe::Outcome>& worth) {
    const std::string text = rules::to_text(position, move);
    std::string squares = text;
    std::erase_if(squares, [](char c) { return c == '-' || c == 'x'; });
    json.begin_object().member("uci", squares).member("san", text);
    json.member("zeroing", rules::is_zeroing(position, move));
    write_position(json, rules::after(position, move), after_move(worth));
    json.end_object();
}

}  // namespace

Reply lila_answer(const probe::Tablebase& tables, std::string fen, Work& work) {
    std::ranges::replace(fen, '_', ' ');
    const rules::Position position = rules::parse_position(fen);
    const Known known = outcome_of(tables, position, work);
    JsonWriter json;
    write_position(json.begin_object(), position, known.outcome);
    json.key("moves").begin_array();
    for (const auto& [move, worth] : moves_of(tables, position, work)) {
        work.budget().look();
        write_lila_move(json, position, move, worth);
        work.check_size(json.text().size());
    }
    json.end_array().end_object();
    return position_reply(json, known);
}

}  // namespace dameotb::web
