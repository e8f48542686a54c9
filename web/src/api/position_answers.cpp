// Probes the tables within a request's work limit. Many positions are looked up together.
#include "position_answers.hpp"

#include <algorithm>
#include <ranges>
#include <span>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/proof/prover.hpp>
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
bool has_too_many_captures(const rules::Fen& fen, Work& work) {
    const auto has_more_than = [&](int most) {
        return fen.under_way ? rules::has_more_captures_than(fen.position, *fen.under_way, most)
                             : rules::has_more_captures_than(fen.position, most);
    };
    if (has_more_than(many_capture_chains)) {
        work.need_turn();
    }
    work.budget().look();
    return has_more_than(most_capture_chains);
}

/// Throws RequestError if there are more capture chains than most_capture_chains.
void require_few_captures(const rules::Fen& fen, Work& work) {
    if (has_too_many_captures(fen, work)) {
        throw RequestError{422, "too_many_captures", too_many_captures_text()};
    }
}

/// Returns what is known of the position by the rules of the question, with what its moves prove unless there are too
/// many capture chains.
probe::Known proven(const probe::Tablebase& tables, const probe::Question& question, Work& work) {
    if (question.fen.under_way) {
        require_few_captures(question.fen, work);
        return tables.prove(question, &work.budget());
    }
    probe::Known known = tables.probe(question, &work.budget());
    return question.is_answered_by(known) || has_too_many_captures(question.fen, work)
               ? known
               : tables.prove(question, &work.budget());
}

/// Returns what the tables know of each position. Looks positions up in the order in which they lie in the files.
std::vector<probe::Known> outcomes_of(const probe::Tablebase& tables, std::span<const Position> positions, Work& work) {
    std::vector<probe::Answer<Value>> exact(positions.size(), Value{});
    tables.probe_dtm(positions, exact, &work.budget());
    std::vector<Position> others;  // those of unknown distance
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (std::holds_alternative<probe::NoTable>(exact[i])) {
            others.push_back(positions[i]);
        }
    }
    std::vector<probe::Answer<Wdl>> results(others.size(), Wdl{});
    tables.probe_wdl(others, results, &work.budget());
    std::vector<probe::Known> all;
    all.reserve(positions.size());
    auto result = results.begin();
    for (const auto& answer : exact) {
        if (const auto* value = std::get_if<Value>(&answer)) {
            all.push_back({.outcome = probe::Outcome::of(*value)});
            continue;
        }
        const auto* wdl = std::get_if<Wdl>(&*result);
        all.push_back(wdl != nullptr ? probe::Known{.outcome = probe::Outcome::of(*wdl)}
                                     : probe::Known{.missing = std::get<probe::NoTable>(*result).material});
        ++result;
    }
    return all;
}

/// Returns the body, whose member `name` holds the question. Throws RequestError, quoting `example`, if the body
/// is not JSON of that form.
nlohmann::json asked_in(const std::string& body, const char* name, nlohmann::json::value_t type, const char* example) {
    // Not ordered_json: its key lookup is linear, and a client may send very many keys.
    nlohmann::json request = nlohmann::json::parse(body, nullptr, false);
    if (!request.is_object() || !request.contains(name) || request[name].type() != type) {
        throw RequestError{400, "bad_request", fmt::format("expected the JSON {} as the body", example)};
    }
    return request;
}

rules::Fen read_fen_in(const nlohmann::json& fen) {
    if (!fen.is_string()) {
        throw RequestError{400, "bad_position", "a position is a text, as in \"W:WKa7,Kh8:BKa1\""};
    }
    return rules::parse_fen(fen.get_ref<const std::string&>());
}

/// One text of a batch: what its own tables know of it, or an error.
struct Asked {
    Answered answered;
    std::optional<RequestError> error{};
};

/// Calls ask(), whose damaged table spoils only this one.
void look_up_alone(Asked& one, const auto& ask) {
    if (one.error) {
        return;
    }
    try {
        ask();
    } catch (const table::TablebaseError&) {
        one.error = current_error();
    }
}

/// Looks all up together; if a table is damaged, one by one, so that it spoils only those that need it. Under a rule,
/// looks up each by itself, too.
void look_up(const probe::Tablebase& tables, std::span<Asked* const> asked, Work& work) {
    std::vector<Position> positions;
    for (const Asked* one : asked) {
        positions.push_back(one->answered.question.fen.position);
    }
    try {
        const std::vector<probe::Known> known = outcomes_of(tables, positions, work);
        for (std::size_t i = 0; i < known.size(); ++i) {
            asked[i]->answered.known = known[i];
        }
    } catch (const table::TablebaseError&) {
        for (Asked* one : asked) {
            look_up_alone(*one, [&] {
                one->answered.known = tables.probe(one->answered.question.without_rule(), &work.budget());
            });
        }
    }
    for (Asked* one : asked) {
        if (one->answered.question.has_rule()) {
            look_up_alone(*one, [&] { one->answered.under = tables.probe(one->answered.question, &work.budget()); });
        }
    }
}

/// Looks up as many as a turn allows; the others get the error that says so. Returns whether there were no others. With
/// tables of one side, most of a thousand positions may be: each takes the blocks of its moves.
bool look_up_in_pieces(const probe::Tablebase& tables, std::span<Asked* const> asked, Work& work) {
    constexpr std::size_t piece = 32;
    for (std::size_t done = 0; done < asked.size(); done += piece) {
        try {
            look_up(tables, asked.subspan(done, std::min(piece, asked.size() - done)), work);
        } catch (const probe::OutOfBudget&) {
            if (work.share() != Work::Share::Turn || done == 0) {
                throw;
            }
            for (Asked* one : asked.subspan(done)) {
                one->error = current_error();
            }
            return false;
        }
    }
    return true;
}

/// Returns best play by the tables; none if they do not know it, and then notes which table is missing.
std::vector<Move> line_in(const probe::Tablebase& tables, Answered& answered, Work& work) {
    auto answer = tables.best_line(answered.question, &work.budget());
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        answered.asked().missing = none->material;
        return {};
    }
    return std::get<std::vector<Move>>(std::move(answer));
}

/// Returns the reply about a position with a line of moves.
Reply line_reply(const Answered& answered, const std::vector<Move>& line, const CommandThatMakes& command) {
    JsonWriter json;
    write_line(json, answered, line, command);
    return position_reply(json, answered);
}

/// Returns the rules that a body asks for. Throws RequestError.
rules::SiteRules rules_in(const nlohmann::json& request) {
    const auto member = [&](const char* name, bool is_number) -> std::optional<std::string> {
        const auto found = request.find(name);
        if (found == request.end()) {
            return std::nullopt;
        }
        return found->is_number_integer() == is_number && (is_number || found->is_string())
                   ? (is_number ? found->dump() : found->get<std::string>())
                   : std::string{};
    };
    return rules_asked_for(member("plies", true), member("site", false));
}

}  // namespace

rules::SiteRules rules_asked_for(const std::optional<std::string>& plies, const std::optional<std::string>& site) {
    if (!plies && !site) {
        return {};
    }
    const auto found = rules::parse_site_rules(plies ? *plies : *site);
    if ((plies && site) || (plies && (!found || !found->name.empty()))) {
        throw RequestError{
            400, "bad_request",
            fmt::format("plies is the number of plies after which a draw rule ends a game, from 1 to {}, "
                        "and stands without site",
                        most_rule_plies)};
    }
    if (site && (!found || found->name.empty())) {
        throw RequestError{
            400, "bad_request",
            fmt::format("site is one of {}",
                        fmt::join(rules::all_site_rules | std::views::transform(&rules::SiteRules::name), ", "))};
    }
    return *found;
}

Answered answer_to(const probe::Tablebase& tables, const probe::Question& question, Work& work,
                   std::vector<probe::RankedMove>* moves) {
    Answered answered{question};
    if (moves != nullptr) {
        require_few_captures(question.fen, work);
        probe::Known* const under = question.has_rule() ? &answered.under.emplace() : nullptr;
        *moves = tables.known_moves(question, &work.budget(), under, &answered.known);
        return answered;
    }
    answered.known = proven(tables, question.without_rule(), work);
    if (question.has_rule()) {
        answered.under = proven(tables, question, work);
    }
    return answered;
}

Reply position_reply(const JsonWriter& json, const Answered& answered) {
    const bool is_complete =
        !answered.known.missing && (!answered.under || (answered.under->outcome && !answered.under->missing));
    return json_reply(200, json.text(), is_complete ? Caching::Keep : Caching::AskAgain);
}

Reply probe_answer(const probe::Tablebase& tables, const probe::Question& question, const CommandThatMakes& command,
                   Work& work) {
    std::vector<probe::RankedMove> moves;
    const Answered answered = answer_to(tables, question, work, &moves);
    JsonWriter json;
    write_probe(json, answered, command, &moves, counting(json, work));
    return position_reply(json, answered);
}

Reply line_answer(const probe::Tablebase& tables, const probe::Question& question, const CommandThatMakes& command,
                  Work& work) {
    Answered answered = answer_to(tables, question, work);
    return line_reply(answered, line_in(tables, answered, work), command);
}

Reply prove_answer(const probe::Tablebase& tables, const probe::Question& question, const CommandThatMakes& command,
                   Work& work) {
    Answered answered = answer_to(tables, question, work);
    if (answered.asked().outcome) {
        return line_reply(answered, line_in(tables, answered, work), command);
    }
    work.need_turn();
    proof::Prover prover{tables, bytes_to_prove};
    probe::WorkBudget budget{time_to_prove, [&] { return work.budget().is_over(); }};
    const proof::Addition added =
        proof::prove_unknown(prover, question, {.budget = &budget}, answered.known, answered.under);
    answered.proved = added.is_any;
    work.budget().look();
    return line_reply(answered, added.proof.line, command);
}

Reply batch_answer(const probe::Tablebase& tables, const std::string& body, const CommandThatMakes& command,
                   Work& work) {
    const nlohmann::json request =
        asked_in(body, "fens", nlohmann::json::value_t::array, R"({"fens": ["W:...", ...]})");
    const nlohmann::json& fens = request["fens"];
    const rules::SiteRules site = rules_in(request);
    if (fens.size() > most_batch_positions) {
        throw RequestError{
            413, "too_many_positions",
            fmt::format("{} positions; at most {} are answered at a time", fens.size(), most_batch_positions)};
    }
    std::vector<Asked> all(fens.size(), Asked{{{{}, site}}});
    std::vector<Asked*> positions;
    for (std::size_t i = 0; i < all.size(); ++i) {
        work.budget().count();
        try {
            all[i].answered.question.fen = read_fen_in(fens[i]);
            positions.push_back(&all[i]);
        } catch (const std::runtime_error&) {
            all[i].error = current_error();
        }
    }
    const bool has_time = look_up_in_pieces(tables, positions, work);
    JsonWriter json;
    json.begin_object().key("positions").begin_array();
    for (const Asked& one : all) {
        if (has_time) {
            work.budget().count();
        }
        json.begin_object();
        if (one.error) {
            one.error->write_to(json);
        } else {
            write_head(json, one.answered.question.position_asked_about(), one.answered, command);
        }
        json.end_object();
        work.check_size(json.text().size());
    }
    json.end_array().end_object();
    return json_reply(200, json.text(), Caching::AskAgain);
}

Reply games_answer(const std::string& body, Work& work) {
    const nlohmann::json request = asked_in(body, "pdn", nlohmann::json::value_t::string, R"({"pdn": "1. c3-c4 ..."})");
    const auto check = [&](const Position& position) {
        if (has_too_many_captures({position}, work)) {
            throw rules::NotationError{too_many_captures_text()};
        }
    };
    JsonWriter json;
    write_games(json, request["pdn"].get_ref<const std::string&>(), check, counting(json, work));
    return json_reply(200, json.text(), Caching::AskAgain);
}

}  // namespace dameotb::web
