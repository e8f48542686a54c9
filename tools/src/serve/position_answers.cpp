// From tables and rules to JSON.
#include "serve/position_answers.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/notation.hpp>

#include "errors.hpp"

namespace dameotb::tools::serve {

namespace {

/// A directory that the reader knows better than the server should tell.
constexpr auto directory_placeholder = "DIR";

struct MaybeOutcome {
    std::optional<Outcome> outcome;
    std::optional<index::Material> missing;
};

MaybeOutcome outcome_of(const Tables& tables, const rules::Position& position) {
    try {
        return {tables.outcome(position), {}};
    } catch (const MissingTable& missing) {
        return {{}, missing.material()};
    }
}

/// The outcome of the position before a move, for the side that made it.
Outcome before_move(const Outcome& after) {
    const bool is_draw = after.wdl == rules::Wdl::Draw;
    return {opposite(after.wdl), after.plies && !is_draw ? std::optional{*after.plies + 1} : after.plies};
}

void add_outcome(Json& json, const std::optional<Outcome>& outcome) {
    json["result"] = outcome ? Json(rules::to_string(outcome->wdl)) : Json();
    json["plies"] = outcome && outcome->plies ? Json(*outcome->plies) : Json();
}

std::string colour_name(rules::Colour colour) {
    return colour == rules::Colour::White ? "white" : "black";
}

/// Fields that every answer to a position begins with.
Json head_of(const rules::Position& position, const MaybeOutcome& value) {
    const auto material = index::Material::of(position);
    Json json;
    json["fen"] = rules::to_fen(position);
    json["side_to_move"] = colour_name(position.side_to_move);
    json["class"] = material.is_bare() ? Json() : Json(material.name());
    json["table"] = material.is_bare() ? Json() : Json(material.canonical().name());
    add_outcome(json, value.outcome);
    json["missing_table"] = value.missing ? missing_table(*value.missing) : Json();
    return json;
}

/// "d1xd4xa4" as a list of squares.
Json path_of(const std::string& text) {
    Json path = Json::array();
    for (std::size_t i = 0; i < text.size(); i += 3) {  // squares have two letters, separators one
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

Json move_json(const rules::Position& position, const rules::Move& move, const std::optional<Outcome>& outcome) {
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

struct PossibleMove {
    rules::Move move;
    std::optional<Outcome> outcome;  ///< Nothing where a table is missing.
};

/// Whether a player would rather make the one or the other; what is unknown comes last.
bool is_preferred(const PossibleMove& a, const PossibleMove& b) {
    const auto key = [](const PossibleMove& move) {
        const Outcome outcome = move.outcome.value_or(Outcome{});
        const int plies = outcome.plies.value_or(0);
        return std::tuple{!move.outcome, opposite(outcome.wdl), outcome.wdl == rules::Wdl::Loss ? -plies : plies};
    };
    return key(a) < key(b);
}

/// All legal moves, best first.
std::vector<PossibleMove> possible_moves(const Tables& tables, const rules::Position& position) {
    std::vector<PossibleMove> moves;
    try {
        for (const auto& [move, outcome] : tables.moves(position)) {
            moves.push_back({move, outcome});
        }
        return moves;
    } catch (const MissingTable&) {
        moves.clear();
    }
    for (const rules::Move& move : rules::legal_moves(position)) {
        const MaybeOutcome next = outcome_of(tables, rules::after(position, move));
        moves.push_back({move, next.outcome ? std::optional{before_move(*next.outcome)} : std::nullopt});
    }
    std::ranges::stable_sort(moves, is_preferred);
    return moves;
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

Json missing_table(const index::Material& material) {
    const bool can_be_made = index::is_supported(material);
    return {{"class", material.name()},
            {"command", can_be_made ? Json(command_that_makes(directory_placeholder, {material})) : Json()}};
}

PositionAnswer probe_answer(const Tables& tables, const rules::Position& position) {
    const MaybeOutcome value = outcome_of(tables, position);
    Json json = head_of(position, value);
    json["must_capture"] = rules::must_capture(position);
    json["moves"] = Json::array();
    for (const auto& [move, outcome] : possible_moves(tables, position)) {
        json["moves"].push_back(move_json(position, move, outcome));
    }
    return {std::move(json), !value.missing};
}

PositionAnswer line_answer(const Tables& tables, const rules::Position& position) {
    MaybeOutcome value = outcome_of(tables, position);
    std::vector<rules::Move> line;
    try {
        line = tables.line(position);
    } catch (const MissingTable& missing) {
        value.missing = missing.material();
    }
    Json json = head_of(position, value);
    Json moves = Json::array();
    rules::Position at = position;
    for (const rules::Move& move : line) {
        moves.push_back({{"move", rules::to_text(at, move)}, {"fen", rules::to_fen(rules::after(at, move))}});
        at = rules::after(at, move);
    }
    json["line"] = std::move(moves);
    return {std::move(json), !value.missing};
}

}  // namespace dameotb::tools::serve
