// Probes the tables within a request's work limit. Many positions are looked up together.
#include "position_answers.hpp"

#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/web/limits.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

namespace {

/// Returns a function that charges the work and size of an answer after each of its parts.
AfterPart counting(const JsonWriter& json, Work& work) {
    return [&json, &work] {
        work.budget().look();
        work.check_size(json.text().size());
    };
}

/// Returns whether there are more capture chains than most_capture_chains.
bool has_too_many_captures(const rules::Position& position, Work& work) {
    if (rules::has_more_captures_than(position, many_capture_chains)) {
        work.need_turn();
    }
    work.budget().look();
    return rules::has_more_captures_than(position, most_capture_chains);
}

/// Returns what the tables know of each position. Looks positions up in the order in which they lie in the files.
std::vector<Known> outcomes_of(const probe::Tablebase& tables, std::span<const rules::Position> positions, Work& work) {
    std::vector<probe::Answer<rules::Value>> exact(positions.size(), rules::Value{});
    tables.probe_dtm(positions, exact, &work.budget());
    std::vector<rules::Position> others;  // those of unknown distance
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
        if (const auto* value = std::get_if<rules::Value>(&answer)) {
            all.push_back({probe::Outcome::of(*value), {}});
            continue;
        }
        const auto* wdl = std::get_if<rules::Wdl>(&*result);
        all.push_back(wdl != nullptr ? Known{probe::Outcome::of(*wdl), {}}
                                     : Known{{}, std::get<probe::NoTable>(*result).material});
        ++result;
    }
    return all;
}

/// Returns the member `name` of the body, which holds the question. Throws RequestError, quoting `example`, if the body
/// is not JSON of that form.
nlohmann::json asked_in(const std::string& body, const char* name, nlohmann::json::value_t type, const char* example) {
    // Not ordered_json: its key lookup is linear, and a client may send very many keys.
    nlohmann::json request = nlohmann::json::parse(body, nullptr, false);
    if (!request.is_object() || !request.contains(name) || request[name].type() != type) {
        throw RequestError{400, "bad_request", fmt::format("expected the JSON {} as the body", example)};
    }
    return std::move(request[name]);
}

rules::Position read_position_in(const nlohmann::json& fen) {
    if (!fen.is_string()) {
        throw RequestError{400, "bad_position", "a position is a text, as in \"W:WKa7,Kh8:BKa1\""};
    }
    return rules::parse_position(fen.get_ref<const std::string&>());
}

/// One text of a batch: its position and what the tables know of it, or an error.
struct Asked {
    rules::Position position;
    Known known;
    std::optional<RequestError> error;
};

/// Looks all up together; if a table is damaged, one by one, so that it spoils only those that need it.
void look_up(const probe::Tablebase& tables, const std::vector<Asked*>& asked, Work& work) {
    std::vector<rules::Position> positions;
    for (const Asked* one : asked) {
        positions.push_back(one->position);
    }
    try {
        std::vector<Known> known = outcomes_of(tables, positions, work);
        for (std::size_t i = 0; i < known.size(); ++i) {
            asked[i]->known = known[i];
        }
    } catch (const table::TablebaseError&) {
        for (Asked* one : asked) {
            try {
                one->known = outcome_of(tables, one->position, work);
            } catch (const table::TablebaseError&) {
                one->error = current_error();
            }
        }
    }
}

}  // namespace

Known outcome_of(const probe::Tablebase& tables, const rules::Position& position, Work& work) {
    return known_of(tables.probe_outcome(position, &work.budget()));
}

std::vector<probe::RankedMove> moves_of(const probe::Tablebase& tables, const rules::Position& position, Work& work) {
    if (has_too_many_captures(position, work)) {
        throw RequestError{422, "too_many_captures", too_many_captures_text()};
    }
    return tables.known_moves(position, &work.budget());
}

Reply position_reply(const JsonWriter& json, const Known& known) {
    return json_reply(200, json.text(), known.missing ? Caching::AskAgain : Caching::Keep);
}

Reply probe_answer(const probe::Tablebase& tables, const std::string& fen, const CommandThatMakes& command,
                   Work& work) {
    const rules::Position position = rules::parse_position(fen);
    const Known known = outcome_of(tables, position, work);
    const auto moves = moves_of(tables, position, work);
    JsonWriter json;
    write_probe(json, position, known, command, &moves, counting(json, work));
    return position_reply(json, known);
}

Reply line_answer(const probe::Tablebase& tables, const std::string& fen, const CommandThatMakes& command, Work& work) {
    rules::Position position = rules::parse_position(fen);
    Known known = outcome_of(tables, position, work);
    const auto answer = tables.best_line(position, &work.budget());
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        known.missing = none->material;
    }
    JsonWriter json;
    write_head(json.begin_object(), position, known, command);
    json.key("line").begin_array();
    if (const auto* line = std::get_if<std::vector<rules::Move>>(&answer)) {
        for (const rules::Move& move : *line) {
            write_step(json, position, move);
        }
    }
    json.end_array().end_object();
    return position_reply(json, known);
}

Reply batch_answer(const probe::Tablebase& tables, const std::string& body, const CommandThatMakes& command,
                   Work& work) {
    const nlohmann::json fens = asked_in(body, "fens", nlohmann::json::value_t::array, R"({"fens": ["W:...", ...]})");
    if (fens.size() > most_batch_positions) {
        throw RequestError{
            413, "too_many_positions",
            fmt::format("{} positions; at most {} are answered at a time", fens.size(), most_batch_positions)};
    }
    std::vector<Asked> all(fens.size());
    std::vector<Asked*> positions;
    for (std::size_t i = 0; i < all.size(); ++i) {
        work.budget().count();
        try {
            all[i].position = read_position_in(fens[i]);
            positions.push_back(&all[i]);
        } catch (const std::runtime_error&) {
            all[i].error = current_error();
        }
    }
    look_up(tables, positions, work);
    JsonWriter json;
    json.begin_object().key("positions").begin_array();
    for (const Asked& one : all) {
        work.budget().count();
        json.begin_object();
        one.error ? one.error->write_to(json) : write_head(json, one.position, one.known, command);
        json.end_object();
        work.check_size(json.text().size());
    }
    json.end_array().end_object();
    return json_reply(200, json.text(), Caching::AskAgain);
}

Reply games_answer(const std::string& body, Work& work) {
    const nlohmann::json pdn = asked_in(body, "pdn", nlohmann::json::value_t::string, R"({"pdn": "1. c3-c4 ..."})");
    const auto check = [&](const rules::Position& position) {
        if (has_too_many_captures(position, work)) {
            throw rules::NotationError{too_many_captures_text()};
        }
    };
    JsonWriter json;
    write_games(json, pdn.get_ref<const std::string&>(), check, counting(json, work));
    return json_reply(200, json.text(), Caching::AskAgain);
}

}  // namespace dameotb::web
