// Turns values and moves into JSON.
#include "position_answers.hpp"

#include <variant>

#include <fmt/format.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::web {

namespace {

/// A probe's answer: either an outcome or a missing table. Exactly one of the two is set.
struct Known {
    std::optional<probe::Outcome> outcome;
    std::optional<index::Material> missing;
};

Known outcome_of(const probe::Tablebase& tables, const rules::Position& position) {
    const auto answer = tables.probe_outcome(position);
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        return {{}, none->material};
    }
    return {std::get<probe::Outcome>(answer), {}};
}

void add_outcome(Json& json, const std::optional<probe::Outcome>& outcome) {
    json["result"] = outcome ? Json(rules::to_string(outcome->wdl)) : Json();
    json["plies"] = outcome && outcome->plies ? Json(*outcome->plies) : Json();
}

std::string colour_name(rules::Colour colour) {
    return colour == rules::Colour::White ? "white" : "black";
}

/// Returns the fields with which every answer to a position begins.
Json head_of(const rules::Position& position, const Known& value, const CommandThatMakes& command) {
    const auto material = index::Material::of(position);
    Json json;
    json["fen"] = rules::to_fen(position);
    json["side_to_move"] = colour_name(position.side_to_move);
    json["class"] = material.is_bare() ? Json() : Json(material.name());
    json["table"] = material.is_bare() ? Json() : Json(material.canonical().name());
    add_outcome(json, value.outcome);
    json["missing_table"] = value.missing ? missing_table(*value.missing, command) : Json();
    return json;
}

/// Returns the squares of a move's text, such as "d1xd4xa4", as a list.
Json path_of(const std::string& text) {
    Json path = Json::array();
    for (std::size_t i = 0; i < text.size(); i += 3) {  // a square has two letters, a separator one
        path.push_back(text.substr(i, 2));
    }
    return path;
}

Json squares_of(rules::Bitboard set) {
    Json squares = Json::array();
    for (const rules::Square square : set) {
        squares.push_back(square.to_string());
    }
    return squares;
}

Json move_json(const rules::Position& position, const rules::Move& move, const std::optional<probe::Outcome>& outcome) {
    const std::string text = rules::to_text(position, move);
    const rules::Position next = rules::after(position, move);
    Json json;
    json["move"] = text;
    json["from"] = move.from.to_string();
    json["to"] = move.to.to_string();
    json["path"] = path_of(text);
    json["captured"] = squares_of(move.captured);
    json["promotes"] = next[position.side_to_move].kings.count() > position.own().kings.count();
    add_outcome(json, outcome);
    json["fen"] = rules::to_fen(next);
    return json;
}

}  // namespace

rules::Position read_position(const std::string& fen) {
    rules::Position position;
    try {
        position = rules::parse_position(fen);
    } catch (const rules::NotationError& error) {
        throw RequestError{400, "bad_position", error.what()};
    }
    if (const int pieces = position.occupied().count(); pieces > most_pieces) {
        throw RequestError{
            422, "too_many_pieces",
            fmt::format("this position has {} pieces; at most {} are answered here", pieces, most_pieces)};
    }
    return position;
}

Json missing_table(const index::Material& material, const CommandThatMakes& command) {
    const bool can_be_made = index::is_supported(material);
    return {{"class", material.name()}, {"command", can_be_made ? Json(command(material)) : Json()}};
}

PositionAnswer probe_answer(const probe::Tablebase& tables, const rules::Position& position,
                            const CommandThatMakes& command) {
    const Known value = outcome_of(tables, position);
    Json json = head_of(position, value, command);
    json["must_capture"] = rules::must_capture(position);
    json["moves"] = Json::array();
    for (const auto& [move, outcome] : tables.known_moves(position)) {
        json["moves"].push_back(move_json(position, move, outcome));
    }
    return {std::move(json), !value.missing};
}

PositionAnswer line_answer(const probe::Tablebase& tables, const rules::Position& position,
                           const CommandThatMakes& command) {
    Known value = outcome_of(tables, position);
    const auto answer = tables.best_line(position);
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        value.missing = none->material;
    }
    Json json = head_of(position, value, command);
    Json moves = Json::array();
    if (const auto* line = std::get_if<std::vector<rules::Move>>(&answer)) {
        rules::Position at = position;
        for (const rules::Move& move : *line) {
            moves.push_back({{"move", rules::to_text(at, move)}, {"fen", rules::to_fen(rules::after(at, move))}});
            at = rules::after(at, move);
        }
    }
    json["line"] = std::move(moves);
    return {std::move(json), !value.missing};
}

}  // namespace dameotb::web
