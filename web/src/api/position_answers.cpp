// Turns values and moves into JSON.
#include "position_answers.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::web {

namespace {

template <class Result>
Known known(const probe::Answer<Result>& answer) {
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        return {{}, none->material};
    }
    if constexpr (std::is_same_v<Result, probe::Outcome>) {
        return {std::get<Result>(answer), {}};
    } else {
        return {probe::Outcome::of(std::get<Result>(answer)), {}};
    }
}

void add_outcome(Json& json, const std::optional<probe::Outcome>& outcome) {
    json["result"] = outcome ? Json(rules::to_string(outcome->wdl)) : Json();
    json["plies"] = outcome && outcome->plies ? Json(*outcome->plies) : Json();
}

std::string colour_name(rules::Colour colour) {
    return colour == rules::Colour::White ? "white" : "black";
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

/// The command is null if the table cannot be made.
Json missing_table(const index::Material& material, const CommandThatMakes& command) {
    const bool can_be_made = index::is_supported(material);
    return {{"class", material.name()},
            {"can_be_made", can_be_made},
            {"command", can_be_made ? Json(command(material)) : Json()}};
}

}  // namespace

rules::Position read_position(const std::string& fen) {
    try {
        return rules::parse_position(fen);
    } catch (const rules::NotationError& error) {
        throw RequestError{400, "bad_position", error.what()};
    }
}

Known outcome_of(const probe::Tablebase& tables, const rules::Position& position, Work& work) {
    return known(tables.probe_outcome(position, &work.budget()));
}

std::vector<Known> outcomes_of(const probe::Tablebase& tables, std::span<const rules::Position> positions, Work& work) {
    std::vector<probe::Answer<rules::Value>> exact(positions.size(), rules::Value{});
    tables.probe_dtm(positions, exact, &work.budget());
    std::vector<rules::Position> others;  // of which no distance is known
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (std::holds_alternative<probe::NoTable>(exact[i])) {
            others.push_back(positions[i]);
        }
    }
    std::vector<probe::Answer<rules::Wdl>> results(others.size(), rules::Wdl{});
    tables.probe_wdl(others, results, &work.budget());
    std::vector<Known> all;
    all.reserve(positions.size());
    auto result = results.begin();
    for (const auto& answer : exact) {
        all.push_back(std::holds_alternative<probe::NoTable>(answer) ? known(*result++) : known(answer));
    }
    return all;
}

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

void refuse_too_many_captures(const rules::Position& position, Work& work) {
    if (rules::has_more_captures_than(position, many_capture_chains)) {
        work.need_turn();
    }
    work.budget().look();
    if (rules::has_more_captures_than(position, most_capture_chains)) {
        throw RequestError{422, "too_many_captures",
                           fmt::format("there are more than {} ways to capture here", most_capture_chains)};
    }
}

std::vector<probe::RankedMove> moves_of(const probe::Tablebase& tables, const rules::Position& position, Work& work) {
    refuse_too_many_captures(position, work);
    return tables.known_moves(position, &work.budget());
}

PositionAnswer probe_answer(const probe::Tablebase& tables, const rules::Position& position,
                            const CommandThatMakes& command, Work& work) {
    const Known value = outcome_of(tables, position, work);
    Json json = head_of(position, value, command);
    json["must_capture"] = rules::must_capture(position);
    json["moves"] = Json::array();
    for (const auto& [move, outcome] : moves_of(tables, position, work)) {
        work.budget().look();
        append(json["moves"], move_json(position, move, outcome), work);
    }
    return {std::move(json), !value.missing};
}

PositionAnswer line_answer(const probe::Tablebase& tables, const rules::Position& position,
                           const CommandThatMakes& command, Work& work) {
    Known value = outcome_of(tables, position, work);
    const auto answer = tables.best_line(position, &work.budget());
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
