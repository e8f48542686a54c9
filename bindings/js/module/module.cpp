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
#include <dameotb/web/answers/answer_json.hpp>
#include <dameotb/web/limits.hpp>

#include "host.hpp"
#include "module.hpp"

namespace dameotb::js {

Tables tables;

namespace {

std::string buffer;
std::string answer;

Position position_of(std::uint32_t bytes) {
    return rules::parse_position(question_text(bytes));
}

}  // namespace

std::string_view question_text(std::uint32_t bytes) {
    return std::string_view{buffer}.substr(0, bytes);
}

bool has_too_many_captures(const Position& position) {
    return rules::has_more_captures_than(position, web::most_capture_chains);
}

void refuse_too_many_captures(const Position& position) {
    if (has_too_many_captures(position)) {
        throw rules::NotationError{web::too_many_captures_text()};
    }
}

probe::Question question_about(std::string_view fen, int plies) {
    return {rules::parse_fen(fen), {.name = {}, .draw_rule = {plies}}};
}

const char* finished(const web::JsonWriter& json) {
    answer = json.text();
    return answer.c_str();
}

}  // namespace dameotb::js

using namespace dameotb;
using namespace dameotb::js;

/// Returns a buffer for a text of `bytes` bytes; each question states how many of them it uses.
EXPORT("buffer") char* question_buffer(std::uint32_t bytes) {
    begin_answer();
    buffer.resize(bytes);
    return buffer.data();
}

/// Registers a file's name and size.
EXPORT("add_file") void add_file(std::uint32_t name_bytes, std::uint32_t file, double size_bytes) {
    tables.add(file, question_text(name_bytes), static_cast<std::uint64_t>(size_bytes));
}

/// Answers like GET /api/v1/probe, without a command that makes a missing table. `moves`: include the moves. `plies`:
/// of a draw rule; 0 for none.
EXPORT("probe") const char* probe_position(std::uint32_t bytes, int moves, int plies) {
    const probe::Question question = question_about(question_text(bytes), plies);
    const Position& position = question.fen.position;
    RuleTables by_rule{tables, question.site};
    web::Answered answered{question, probe::outcome_of(tables, position)};
    if (question.has_rule()) {
        answered.under = by_rule.probe(position, question.counter());
    }
    const bool is_known = answered.known.is_exact() && (!answered.under || answered.under->outcome);
    if (moves != 0) {
        refuse_too_many_captures(position);
    }
    std::vector<probe::RankedMove> ranked;
    // A void answer does not tell what is unknown, and would ask for the bytes of all moves in vain.
    if (moves != 0 || (!is_known && !is_void() && !has_too_many_captures(position))) {
        ranked = by_rule.known_moves(question, answered.under ? &*answered.under : nullptr, &answered.known);
    }
    web::JsonWriter json;
    web::write_probe(json, answered, {}, moves != 0 ? &ranked : nullptr);
    return finished(json);
}

/// Answers many positions, one per line: an array of objects with result and plies. `plies`: whether to find plies too.
/// `rule`: the plies of a draw rule, under which each object has "rule", too; 0 for none.
EXPORT("results") const char* results_of(std::uint32_t bytes, int plies, int rule) {
    web::JsonWriter json;
    json.begin_array();
    for (std::string_view left = question_text(bytes); !left.empty();) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        web::Answered answered{question_about(left.substr(0, end), rule)};
        const Position& position = answered.question.fen.position;
        answered.known = plies != 0 ? probe::outcome_of(tables, position) : probe::result_of(tables, position);
        if (answered.question.has_rule()) {
            answered.under = RuleTables{tables, answered.question.site}.probe(position, answered.question.counter());
        }
        web::write_known(json.begin_object(), answered);
        json.end_object();
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    json.end_array();
    return finished(json);
}

/// Returns the legal moves, in the order of their squares.
EXPORT("legal_moves") const char* legal_moves_of(std::uint32_t bytes) {
    const Position position = position_of(bytes);
    refuse_too_many_captures(position);
    web::JsonWriter json;
    json.begin_array();
    for (const Move& move : rules::legal_moves(position)) {
        web::write_move(json, position, move);
    }
    json.end_array();
    return finished(json);
}

/// Reads games like POST /api/v1/games. Leaks memory where a game is broken.
EXPORT("games") const char* games_of(std::uint32_t bytes) {
    web::JsonWriter json;
    web::write_games(json, question_text(bytes), refuse_too_many_captures);
    return finished(json);
}

EXPORT("perft") double perft_of(std::uint32_t bytes, int depth) {
    return static_cast<double>(rules::perft(position_of(bytes), depth));
}
