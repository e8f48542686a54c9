// Reads games; what their moves are worth is asked for apart from this.
#include "games_answer.hpp"

#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "position_answers.hpp"

namespace dameotb::web {

namespace {

/// Returns the tags in their order; of those of one name the last value.
Json tags_json(const std::vector<std::pair<std::string, std::string>>& tags) {
    // Json finds a key by looking at all of them, and a text may have very many.
    Json::object_t object;
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (const auto& [name, value] : tags) {
        const auto [at, is_new] = numbers.emplace(name, object.size());
        if (is_new) {
            object.emplace_back(name, value);
        } else {
            std::next(object.begin(), static_cast<std::ptrdiff_t>(at->second))->second = value;
        }
    }
    return Json(std::move(object));
}

Json game_json(const rules::GameRecord& game, Work& work) {
    Json json;
    json["tags"] = tags_json(game.tags);
    json["fen"] = rules::to_fen(game.start);
    json["moves"] = Json::array();
    rules::Position position = game.start;
    for (const rules::RecordedMove& recorded : game.moves) {
        work.budget().look();
        const std::string text = rules::to_text(position, recorded.move);
        position = rules::after(position, recorded.move);
        json["moves"].push_back({{"move", text}, {"fen", rules::to_fen(position)}});
    }
    json["result"] = game.result;
    json["error"] = game.error.empty() ? Json() : Json(game.error);
    return json;
}

}  // namespace

Json games_answer(const std::string& body, Work& work) {
    const nlohmann::json request = nlohmann::json::parse(body, nullptr, false);
    if (!request.is_object() || !request.contains("pdn") || !request["pdn"].is_string()) {
        throw RequestError{400, "bad_request", R"(expected the JSON {"pdn": "1. c3-c4 ..."} as the body)"};
    }
    std::size_t moves = 0;
    const auto check = [&](const rules::Position& position) {
        if (++moves > most_game_moves) {
            throw rules::NotationError{fmt::format("only {} moves are read of one request", most_game_moves)};
        }
        try {
            refuse_too_many_captures(position, work);
        } catch (const RequestError& error) {
            throw rules::NotationError{error.what()};
        }
    };
    Json games = Json::array();
    const auto take = [&](const rules::GameRecord& game) { append(games, game_json(game, work), work); };
    rules::read_pdn(request["pdn"].get_ref<const std::string&>(), take, check);
    return {{"games", std::move(games)}};
}

}  // namespace dameotb::web
