// Fields of a move are those of the position that it leads to, for the side that is to move there.
#include "lila_answer.hpp"

#include <algorithm>

#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::web {

namespace {

Json category_of(const std::optional<probe::Outcome>& outcome) {
    return outcome ? Json(rules::to_string(outcome->wdl)) : Json("unknown");
}

/// Returns the plies to the end: above 0 for a win, below 0 for a loss, 0 for a draw and at the end. null if unknown.
Json dtm_of(const std::optional<probe::Outcome>& outcome) {
    return outcome && outcome->plies ? Json(static_cast<int>(outcome->wdl) * *outcome->plies) : Json();
}

/// Returns the outcome after a move, from its worth for the side that makes it.
std::optional<probe::Outcome> after_move(const std::optional<probe::Outcome>& worth) {
    if (!worth) {
        return std::nullopt;
    }
    return worth->plies ? probe::Outcome::of(worth->value().after_move())
                        : probe::Outcome::of(rules::opposite(worth->wdl));
}

/// Adds the fields that a position has, whether asked for or reached by a move.
void add_position(Json& json, const rules::Position& position, const std::optional<probe::Outcome>& outcome) {
    // There is no count of moves in Dameo that captures would set back, and only draws by repetition.
    json["dtz"] = nullptr;
    json["precise_dtz"] = nullptr;
    json["dtc"] = nullptr;
    json["dtm"] = dtm_of(outcome);
    json["dtw"] = nullptr;
    json["checkmate"] = false;
    json["stalemate"] = false;
    json["variant_win"] = false;
    json["variant_loss"] = !rules::must_capture(position) && !rules::has_quiet_move(position);
    json["insufficient_material"] = false;
    json["category"] = category_of(outcome);
}

Json lila_move(const rules::Position& position, const rules::Move& move, const std::optional<probe::Outcome>& worth) {
    const std::string text = rules::to_text(position, move);
    std::string squares = text;
    std::erase_if(squares, [](char c) { return c == '-' || c == 'x'; });
    Json json;
    json["uci"] = squares;
    json["san"] = text;
    json["zeroing"] = move.is_capture() || position.own().men.contains(move.from);
    add_position(json, rules::after(position, move), after_move(worth));
    return json;
}

}  // namespace

rules::Position read_lila_position(std::string fen) {
    std::ranges::replace(fen, '_', ' ');
    return read_position(fen);
}

PositionAnswer lila_answer(const probe::Tablebase& tables, const rules::Position& position, Work& work) {
    const Known value = outcome_of(tables, position, work);
    Json json;
    add_position(json, position, value.outcome);
    json["moves"] = Json::array();
    for (const auto& [move, worth] : moves_of(tables, position, work)) {
        work.budget().look();
        append(json["moves"], lila_move(position, move, worth), work);
    }
    return {std::move(json), !value.missing};
}

}  // namespace dameotb::web
