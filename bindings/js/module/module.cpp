// The module's exports: questions, whose texts the host writes into `buffer`, and answers as JSON, which JavaScript
// parses faster than it could build objects from numbers. An answer is void if the host was asked for bytes that it
// does not have.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/perft.hpp>
#include <dameotb/web/answers/answer_json.hpp>
#include <dameotb/web/limits.hpp>

#include "host.hpp"
#include "ranking.hpp"
#include "tables.hpp"
#include "under_rule.hpp"

namespace dameotb::js {

namespace {

Tables tables;
std::string buffer;
std::string answer;

Position position_of(std::uint32_t bytes) {
    return rules::parse_position(std::string_view{buffer}.substr(0, bytes));
}

/// Returns whether listing the legal moves would take minutes.
bool has_too_many_captures(const Position& position) {
    return rules::has_more_captures_than(position, web::most_capture_chains);
}

/// Throws NotationError if it would.
void refuse_too_many_captures(const Position& position) {
    if (has_too_many_captures(position)) {
        throw rules::NotationError{web::too_many_captures_text()};
    }
}

/// Returns what is known of the position under the rule, without moves.
web::UnderRule under_rule(const rules::Fen& fen, DrawRule rule) {
    return web::under_rule({.name = {}, .draw_rule = rule}, fen,
                           [&](int counter) { return probe::rule_outcome(tables, fen.position, rule, counter); });
}

const char* answered(const web::JsonWriter& json) {
    answer = json.text();
    return answer.c_str();
}

}  // namespace

}  // namespace dameotb::js

using namespace dameotb;
using namespace dameotb::js;

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

/// Returns a buffer for a text of `bytes` bytes; each question states how many of them it uses.
EXPORT("buffer") char* question_buffer(std::uint32_t bytes) {
    begin_answer();
    buffer.resize(bytes);
    return buffer.data();
}

/// Registers a file's name and size.
EXPORT("add_file") void add_file(std::uint32_t name_bytes, std::uint32_t file, double size_bytes) {
    tables.add(file, std::string_view{buffer}.substr(0, name_bytes), static_cast<std::uint64_t>(size_bytes));
}

/// Answers like GET /api/v1/probe, without a command that makes a missing table. `moves`: include the moves. `plies`:
/// of a draw rule; 0 for none.
EXPORT("probe") const char* probe_position(std::uint32_t bytes, int moves, int plies) {
    const rules::Fen fen = rules::parse_fen(std::string_view{buffer}.substr(0, bytes));
    const Position& position = fen.position;
    const auto found = probe::outcome_of(tables, position);
    web::Known known = web::known_of(found);
    std::optional<web::UnderRule> under;
    if (plies != 0) {
        under = under_rule(fen, {plies});
    }
    const bool is_known = known.is_exact() && (!under || under->outcome.wdl);
    if (moves != 0) {
        refuse_too_many_captures(position);
    }
    std::vector<probe::RankedMove> ranked;
    // A void answer does not tell what is unknown, and would ask for the bytes of all moves in vain.
    if (moves != 0 || (!is_known && !is_void() && !has_too_many_captures(position))) {
        auto evaluated =
            std::get<probe::Evaluated>(probe::evaluate(tables, position, probe::distinct_moves(position), false));
        if (!known.is_exact()) {
            web::add_bounds(known, probe::bounds_of(found, evaluated.moves));
        }
        ranked = probe::ranked(std::move(evaluated));
        if (under) {
            under->moves = probe::rank_under(
                ranked, position, under->counter, under->counter >= plies,
                [&](const Position& next, int counter) { return probe::rule_outcome(tables, next, {plies}, counter); });
            web::add_proof(*under, under->moves);
        }
    }
    web::JsonWriter json;
    if (under) {
        web::write_probe(json, position, known, {}, *under, moves != 0);
    } else {
        web::write_probe(json, position, known, {}, moves != 0 ? &ranked : nullptr);
    }
    return answered(json);
}

/// Answers many positions, one per line: an array of objects with result and plies. `plies`: whether to find plies too.
/// `rule`: the plies of a draw rule, under which each object has "rule", too; 0 for none.
EXPORT("results") const char* results_of(std::uint32_t bytes, int plies, int rule) {
    web::JsonWriter json;
    json.begin_array();
    for (std::string_view left = std::string_view{buffer}.substr(0, bytes); !left.empty();) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        const rules::Fen fen = rules::parse_fen(left.substr(0, end));
        const auto found =
            plies != 0 ? probe::outcome_of(tables, fen.position) : probe::result_of(tables, fen.position);
        web::write_outcome(json.begin_object(), web::known_of(found).outcome);
        if (rule != 0) {
            web::write_rule(json, under_rule(fen, {rule}));
        }
        json.end_object();
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    json.end_array();
    return answered(json);
}

/// Returns the legal moves, in the order of their squares.
EXPORT("legal_moves") const char* legal_moves_of(std::uint32_t bytes) {
    const Position position = position_of(bytes);
    refuse_too_many_captures(position);
    web::JsonWriter json;
    json.begin_array();
    for (const Move& move : rules::legal_moves(position)) {
        web::write_move(json, position, move, nullptr);
    }
    json.end_array();
    return answered(json);
}

/// Reads games like POST /api/v1/games. Leaks memory where a game is broken.
EXPORT("games") const char* games_of(std::uint32_t bytes) {
    web::JsonWriter json;
    web::write_games(json, std::string_view{buffer}.substr(0, bytes), refuse_too_many_captures);
    return answered(json);
}

EXPORT("perft") double perft_of(std::uint32_t bytes, int depth) {
    return static_cast<double>(rules::perft(position_of(bytes), depth));
}
