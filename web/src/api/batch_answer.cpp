// Reads the texts, and looks all positions up together.
#include "batch_answer.hpp"

#include <vector>

#include <fmt/format.h>

#include "position_answers.hpp"

namespace dameotb::web {

namespace {

/// Returns the texts of the request.
nlohmann::json fens_in(const std::string& body) {
    // Not Json: that finds a key in an object by looking at all of them, and a client may send very many.
    nlohmann::json request = nlohmann::json::parse(body, nullptr, false);
    if (!request.is_object() || !request.contains("fens") || !request["fens"].is_array()) {
        throw RequestError{400, "bad_request", R"(expected the JSON {"fens": ["W:...", ...]} as the body)"};
    }
    nlohmann::json fens = std::move(request["fens"]);
    if (fens.size() > most_batch_positions) {
        throw RequestError{
            413, "too_many_positions",
            fmt::format("{} positions; at most {} are answered at a time", fens.size(), most_batch_positions)};
    }
    return fens;
}

Json error_json(const RequestError& error) {
    return {{"error", error.json()}};
}

rules::Position read_position_in(const nlohmann::json& fen) {
    if (!fen.is_string()) {
        throw RequestError{400, "bad_position", "a position is a text, as in \"W:WKa7,Kh8:BKa1\""};
    }
    return read_position(fen.get<std::string>());
}

/// Returns the answers one by one, so that a damaged table spoils only those that need it.
std::vector<Json> answers_one_by_one(const probe::Tablebase& tables, const std::vector<rules::Position>& positions,
                                     const CommandThatMakes& command, Work& work) {
    std::vector<Json> answers;
    for (const rules::Position& position : positions) {
        try {
            answers.push_back(head_of(position, outcome_of(tables, position, work), command));
        } catch (const table::TablebaseError& error) {
            answers.push_back(error_json(error_of(error)));
        }
    }
    return answers;
}

std::vector<Json> answers_to(const probe::Tablebase& tables, const std::vector<rules::Position>& positions,
                             const CommandThatMakes& command, Work& work) {
    std::vector<Known> known;
    try {
        known = outcomes_of(tables, positions, work);
    } catch (const table::TablebaseError&) {
        return answers_one_by_one(tables, positions, command, work);
    }
    std::vector<Json> answers;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        work.budget().count();
        answers.push_back(head_of(positions[i], known[i], command));
    }
    return answers;
}

}  // namespace

Json batch_answer(const probe::Tablebase& tables, const std::string& body, const CommandThatMakes& command,
                  Work& work) {
    std::vector<rules::Position> positions;
    std::vector<std::size_t> numbers;  // positions[i] is that of the text numbers[i]
    Json::array_t all;
    for (const nlohmann::json& fen : fens_in(body)) {
        work.budget().count();
        all.emplace_back();
        try {
            positions.push_back(read_position_in(fen));
            numbers.push_back(all.size() - 1);
        } catch (const RequestError& error) {
            all.back() = error_json(error);
        }
    }
    std::vector<Json> answers = answers_to(tables, positions, command, work);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        all[numbers[i]] = std::move(answers[i]);
    }
    Json positions_json = Json::array();
    for (Json& answer : all) {
        append(positions_json, std::move(answer), work);
    }
    return {{"positions", std::move(positions_json)}};
}

}  // namespace dameotb::web
