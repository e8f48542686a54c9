// Probes the tables within a request's work limit. Many positions are looked up together.
#include "position_answers.hpp"

#include <algorithm>
#include <ranges>
#include <span>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/probe/site_outcome.hpp>
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

/// Returns what is known of the position under the rule of the question, without moves. Requires: a rule.
UnderRule under_rule(const probe::Tablebase& tables, const Question& question, Work& work) {
    return web::under_rule(*question.site, question.fen, [&](int counter) {
        return probe::probe_site(tables, question.fen.position, *question.site, counter, &work.budget());
    });
}

/// Returns the same with what the moves prove, unless they are too many.
UnderRule proven_under_rule(const probe::Tablebase& tables, const Question& question, Work& work) {
    UnderRule under = under_rule(tables, question, work);
    if (!under.outcome.wdl && !has_too_many_captures(question.fen, work)) {
        add_proof(under,
                  probe::known_moves_at(tables, question.fen.position, under.site, under.counter, &work.budget()));
    }
    return under;
}

/// Returns what the tables know of each position. Looks positions up in the order in which they lie in the files.
std::vector<Known> outcomes_of(const probe::Tablebase& tables, std::span<const Position> positions, Work& work) {
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
    std::vector<Known> all;
    all.reserve(positions.size());
    auto result = results.begin();
    for (const auto& answer : exact) {
        if (const auto* value = std::get_if<Value>(&answer)) {
            all.push_back({probe::Outcome::of(*value), {}});
            continue;
        }
        const auto* wdl = std::get_if<Wdl>(&*result);
        all.push_back(wdl != nullptr ? Known{probe::Outcome::of(*wdl), {}}
                                     : Known{{}, std::get<probe::NoTable>(*result).material});
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

/// One text of a batch: its position and what the tables know of it, or an error.
struct Asked {
    rules::Fen fen;
    Known known;
    std::optional<UnderRule> under;
    std::optional<RequestError> error;
};

/// Looks all up together; if a table is damaged, one by one, so that it spoils only those that need it. By the rules
/// of a site, looks up each by itself, too.
void look_up(const probe::Tablebase& tables, std::span<Asked* const> asked, const std::optional<rules::SiteRules>& site,
             Work& work) {
    std::vector<Position> positions;
    for (const Asked* one : asked) {
        positions.push_back(one->fen.position);
    }
    try {
        std::vector<Known> known = outcomes_of(tables, positions, work);
        for (std::size_t i = 0; i < known.size(); ++i) {
            asked[i]->known = known[i];
        }
    } catch (const table::TablebaseError&) {
        for (Asked* one : asked) {
            try {
                one->known = outcome_of(tables, one->fen.position, work);
            } catch (const table::TablebaseError&) {
                one->error = current_error();
            }
        }
    }
    for (Asked* one : asked) {
        if (!site || one->error) {
            continue;
        }
        try {
            one->under = under_rule(tables, {one->fen, site}, work);
        } catch (const table::TablebaseError&) {
            one->error = current_error();
        }
    }
}

/// Looks up as many as a turn allows; the others get the error that says so. Returns whether there were no others. With
/// tables of one side, most of a thousand positions may be: each takes the blocks of its moves.
bool look_up_in_pieces(const probe::Tablebase& tables, std::span<Asked* const> asked,
                       const std::optional<rules::SiteRules>& site, Work& work) {
    constexpr std::size_t piece = 32;
    for (std::size_t done = 0; done < asked.size(); done += piece) {
        try {
            look_up(tables, asked.subspan(done, std::min(piece, asked.size() - done)), site, work);
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

/// Writes the members of a position that could be read.
void write_batched(JsonWriter& json, const Asked& asked, const CommandThatMakes& command) {
    if (!asked.under) {
        write_head(json, {asked.fen.position}, asked.known, command);
        return;
    }
    write_head(json, {asked.fen.position, asked.under->counter}, asked.known, command);
    write_rule(json, *asked.under);
}

/// Returns the rules that a body asks for. Throws RequestError.
std::optional<rules::SiteRules> rules_in(const nlohmann::json& request) {
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

std::optional<rules::SiteRules> rules_asked_for(const std::optional<std::string>& plies,
                                                const std::optional<std::string>& site) {
    if (!plies && !site) {
        return std::nullopt;
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
    return found->draw_rule.exists() ? found : std::nullopt;
}

Known outcome_of(const probe::Tablebase& tables, const Position& position, Work& work) {
    return known_of(tables.probe_outcome(position, &work.budget()));
}

Known proven_outcome_of(const probe::Tablebase& tables, const rules::Fen& fen, Work& work) {
    if (fen.under_way) {
        require_few_captures(fen, work);
        Known known = known_of(tables.probe_outcome(fen.position, *fen.under_way, &work.budget()));
        if (!known.is_exact()) {
            add_bounds(known, tables.probe_bounds(fen.position, *fen.under_way, &work.budget()));
        }
        return known;
    }
    Known known = outcome_of(tables, fen.position, work);
    if (!known.is_exact() && !has_too_many_captures(fen, work)) {
        add_bounds(known, tables.probe_bounds(fen.position, &work.budget()));
    }
    return known;
}

KnownMoves moves_of(const probe::Tablebase& tables, const Position& position, Work& work) {
    KnownMoves all{outcome_of(tables, position, work), {}};
    require_few_captures({position}, work);
    probe::OutcomeBounds bounds;
    all.moves = tables.known_moves(position, &work.budget(), &bounds);
    if (!all.known.is_exact()) {
        add_bounds(all.known, bounds);
    }
    return all;
}

UnderRule under_rule_with_moves(const probe::Tablebase& tables, const Question& question, Work& work) {
    const rules::Fen& fen = question.fen;
    require_few_captures(fen, work);
    if (fen.under_way) {
        UnderRule under{*question.site};
        under.outcome = probe::probe_site(tables, fen.position, *fen.under_way, under.site, &work.budget());
        under.moves = probe::known_ends_at(tables, fen.position, *fen.under_way, under.site, &work.budget());
        return under;
    }
    UnderRule under = under_rule(tables, question, work);
    under.moves = probe::known_moves_at(tables, fen.position, *question.site, under.counter, &work.budget());
    add_proof(under, under.moves);
    return under;
}

Reply position_reply(const JsonWriter& json, const Known& known, const std::optional<UnderRule>& under) {
    const bool is_complete = !known.missing && (!under || (under->outcome.wdl && !under->outcome.missing));
    return json_reply(200, json.text(), is_complete ? Caching::Keep : Caching::AskAgain);
}

Reply probe_answer(const probe::Tablebase& tables, const Question& question, const CommandThatMakes& command,
                   Work& work) {
    const Position& position = question.fen.position;
    JsonWriter json;
    if (!question.site) {
        const auto [known, moves] = moves_of(tables, position, work);
        write_probe(json, position, known, command, &moves, counting(json, work));
        return position_reply(json, known);
    }
    const Known known = proven_outcome_of(tables, {position}, work);
    const UnderRule under = under_rule_with_moves(tables, question, work);
    write_probe(json, position, known, command, under, true, counting(json, work));
    return position_reply(json, known, under);
}

Reply line_answer(const probe::Tablebase& tables, const Question& question, const CommandThatMakes& command,
                  Work& work) {
    rules::Fen at{question.fen.position};
    Known known = proven_outcome_of(tables, at, work);
    at.fullmove_number = question.fen.fullmove_number;
    std::optional<UnderRule> under;
    if (question.site) {
        under = proven_under_rule(tables, question, work);
        at.halfmove_clock = under->counter;
    }
    const auto answer = under ? probe::best_line_at(tables, at.position, *question.site, under->counter, &work.budget())
                              : tables.best_line(at.position, &work.budget());
    if (const auto* none = std::get_if<probe::NoTable>(&answer)) {
        (under ? under->outcome.missing : known.missing) = none->material;
    }
    JsonWriter json;
    write_head(json.begin_object(), at, known, command);
    if (under) {
        write_rule(json, *under);
    }
    json.key("line").begin_array();
    if (const auto* line = std::get_if<std::vector<Move>>(&answer)) {
        for (const Move& move : *line) {
            write_step(json, at, move);
        }
    }
    json.end_array().end_object();
    return position_reply(json, known, under);
}

Reply batch_answer(const probe::Tablebase& tables, const std::string& body, const CommandThatMakes& command,
                   Work& work) {
    const nlohmann::json request =
        asked_in(body, "fens", nlohmann::json::value_t::array, R"({"fens": ["W:...", ...]})");
    const nlohmann::json& fens = request["fens"];
    const std::optional<rules::SiteRules> site = rules_in(request);
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
            all[i].fen = read_fen_in(fens[i]);
            positions.push_back(&all[i]);
        } catch (const std::runtime_error&) {
            all[i].error = current_error();
        }
    }
    const bool has_time = look_up_in_pieces(tables, positions, site, work);
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
            write_batched(json, one, command);
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
