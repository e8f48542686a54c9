// Reads games; what their moves are worth is asked for apart from this.
#include "games_answer.hpp"

#include <fmt/format.h>

#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "position_answers.hpp"

namespace dameotb::web {

namespace {

Json game_json(const rules::GameRecord& game) {
    Json json;
    json["tags"] = Json::object();
    for (const auto& [name, value] : game.tags) {
        json["tags"][name] = value;
    }
    json["fen"] = rules::to_fen(game.start);
    json["moves"] = Json::array();
    rules::Position position = game.start;
    for (const rules::RecordedMove& recorded : game.moves) {
        const std::string text = rules::to_text(position, recorded.move);
        position = rules::after(position, recorded.move);
        json["moves"].push_back({{"move", text}, {"fen", rules::to_fen(position)}});
    }
    json["result"] = game.result;
    json["error"] = game.error.empty() ? Json() : Json(game.error);
    return json;
}

}  // namespace

Json games_answer(const std::string& body) {
    const nlohmann::json request = nlohmann::json::parse(body, nullptr, false);
    if (!request.is_object() || !request.contains("pdn") || !request["pdn"].is_string()) {
        throw RequestError{400, "bad_request", R"(expected the JSON {"pdn": "1. c3-c4 ..."} as the body)"};
    }
    std::size_t moves = 0;
    const auto check = [&moves](const rules::Position& position) {
        if (++moves > most_game_moves) {
            throw rules::NotationError{fmt::format("only {} moves are read of one request", most_game_moves)};
        }
        try {
            refuse_too_many_captures(position);
        } catch (const RequestError& error) {
            throw rules::NotationError{error.what()};
        }
    };
    Json games = Json::array();
    for (const rules::GameRecord& game : rules::read_pdn(request["pdn"].get<std::string>(), check)) {
        games.push_back(game_json(game));
    }
    return {{"games", std::move(games)}};
}

}  // namespace dameotb::web
