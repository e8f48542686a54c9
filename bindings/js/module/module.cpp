// What the module exports: questions, whose texts the host writes into `buffer`, and answers as JSON with the field
// names of the HTTP API. An answer during which the host was asked for bytes that it does not have is worth nothing.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/rules/perft.hpp>

#include "json.hpp"
#include "ranking.hpp"
#include "resolution.hpp"
#include "tables.hpp"

namespace dameotb::js {

namespace {

using probe::Outcome;
using rules::Position;

// The bounds of the HTTP API (web/src/api: position_answers.hpp, games_answer.hpp).
/// The ways to capture, of a board full of kings, that are gone through for an answer.
constexpr int most_captures = 100'000;
/// The moves that are read of one text of games, those of variations included.
constexpr std::size_t most_game_moves = 5000;

Tables tables;
std::string buffer;
std::string answer;

/// The tables as ranking.hpp asks them.
struct AllTables {
    [[nodiscard]] static probe::Answer<rules::Value> probe_dtm(const Position& position) {
        return probe::resolve<probe::DtmProbe>(tables, position);
    }
    [[nodiscard]] static probe::Answer<rules::Wdl> probe_wdl(const Position& position) {
        return probe::resolve<probe::WdlProbe>(tables, position);
    }
};

/// What is known of a position: its outcome, or the class whose table is missing.
using Known = probe::Answer<Outcome>;

Known outcome_of(const Position& position) {
    return probe::outcome_from(AllTables{}, position);
}

std::optional<Outcome> outcome_in(const Known& known) {
    const auto* outcome = std::get_if<Outcome>(&known);
    return outcome == nullptr ? std::nullopt : std::optional{*outcome};
}

void write_outcome(Json& json, const std::optional<Outcome>& outcome) {
    json.key("result");
    outcome ? json.text(rules::to_string(outcome->wdl)) : json.null();
    json.key("plies");
    outcome && outcome->plies ? json.number(static_cast<std::uint64_t>(*outcome->plies)) : json.null();
}

void write_class(Json& json, std::string_view key, const std::optional<index::Material>& material) {
    json.key(key);
    material ? json.text(material->name()) : json.null();
}

void write_head(Json& json, const Position& position, const Known& known) {
    const auto material = index::Material::of(position);
    const bool bare = material.is_bare();
    json.key("fen").text(rules::to_fen(position));
    json.key("side_to_move").text(position.side_to_move == rules::Colour::White ? "white" : "black");
    write_class(json, "class", bare ? std::nullopt : std::optional{material});
    write_class(json, "table", bare ? std::nullopt : std::optional{material.canonical()});
    write_outcome(json, outcome_in(known));
    json.key("missing_table");
    if (const auto* none = std::get_if<probe::NoTable>(&known)) {
        json.begin('{').key("class").text(none->material.name());
        json.key("can_be_made").boolean(index::is_supported(none->material)).end('}');
    } else {
        json.null();
    }
}

void write_move(Json& json, const Position& position, const rules::Move& move) {
    const std::string text = rules::to_text(position, move);
    const Position next = rules::after(position, move);
    json.key("move").text(text);
    json.key("from").text(move.from.to_string());
    json.key("to").text(move.to.to_string());
    json.key("path").begin('[');
    for (std::size_t i = 0; i < text.size(); i += 3) {  // a square has two letters, a separator one
        json.text(std::string_view{text}.substr(i, 2));
    }
    json.end(']').key("captured").begin('[');
    for (const rules::Square square : move.captured) {
        json.text(square.to_string());
    }
    json.end(']');
    json.key("promotes").boolean(next[position.side_to_move].kings.count() > position.own().kings.count());
    json.key("fen").text(rules::to_fen(next));
}

Position position_of(std::uint32_t bytes) {
    return rules::parse_position(std::string_view{buffer}.substr(0, bytes));
}

/// Throws NotationError where legal moves would take minutes.
void refuse_too_many_captures(const Position& position) {
    if (rules::has_more_captures_than(position, most_captures)) {
        throw rules::NotationError{"there are more than " + std::to_string(most_captures) + " ways to capture here"};
    }
}

void write_game(Json& json, const rules::GameRecord& game) {
    json.begin('{').key("tags").begin('{');
    for (const auto& [name, value] : game.tags) {
        json.key(name).text(value);  // of several with one name, JavaScript takes the last
    }
    json.end('}').key("fen").text(rules::to_fen(game.start)).key("moves").begin('[');
    Position position = game.start;
    for (const rules::RecordedMove& recorded : game.moves) {
        json.begin('{').key("move").text(rules::to_text(position, recorded.move));
        position = rules::after(position, recorded.move);
        json.key("fen").text(rules::to_fen(position)).end('}');
    }
    json.end(']').key("result").text(game.result).key("error");
    game.error.empty() ? json.null() : json.text(game.error);
    json.end('}');
}

const char* answered(const Json& json) {
    answer = json.str();
    return answer.c_str();
}

}  // namespace

}  // namespace dameotb::js

using namespace dameotb;
using namespace dameotb::js;

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

/// Returns room for a text of `bytes` bytes; the questions say how many of them are theirs.
EXPORT("buffer") char* question_buffer(std::uint32_t bytes) {
    buffer.resize(bytes);
    return buffer.data();
}

/// Tells the name of a file and its size.
EXPORT("add_file") void add_file(std::uint32_t name_bytes, std::uint32_t file, double size_bytes) {
    tables.add(file, std::string_view{buffer}.substr(0, name_bytes), static_cast<std::uint64_t>(size_bytes));
}

/// Answers as GET /api/v1/probe does, without a command that makes a missing table; `moves`: with the moves.
EXPORT("probe") const char* probe_position(std::uint32_t bytes, int moves) {
    const Position position = position_of(bytes);
    Json json;
    json.begin('{');
    write_head(json, position, outcome_of(position));
    json.key("must_capture").boolean(rules::must_capture(position));
    if (moves != 0) {
        refuse_too_many_captures(position);
        json.key("moves").begin('[');
        const auto ranked = probe::rank(AllTables{}, position, false);
        for (const auto& [move, outcome] : std::get<std::vector<probe::RankedMove>>(ranked)) {
            json.begin('{');
            write_move(json, position, move);
            write_outcome(json, outcome);
            json.end('}');
        }
        json.end(']');
    }
    json.end('}');
    return answered(json);
}

/// Answers many positions, one a line: an array of objects with result and plies. `plies`: whether to find these, too.
EXPORT("results") const char* results_of(std::uint32_t bytes, int plies) {
    Json json;
    json.begin('[');
    for (std::string_view left = std::string_view{buffer}.substr(0, bytes); !left.empty();) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        json.begin('{');
        const Position position = rules::parse_position(left.substr(0, end));
        write_outcome(json, outcome_in(plies != 0 ? outcome_of(position) : probe::result_from(AllTables{}, position)));
        json.end('}');
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    json.end(']');
    return answered(json);
}

/// Returns the legal moves, in the order of their squares.
EXPORT("legal_moves") const char* legal_moves_of(std::uint32_t bytes) {
    const Position position = position_of(bytes);
    refuse_too_many_captures(position);
    Json json;
    json.begin('[');
    for (const rules::Move& move : rules::legal_moves(position)) {
        json.begin('{');
        write_move(json, position, move);
        json.end('}');
    }
    json.end(']');
    return answered(json);
}

/// Reads games as POST /api/v1/games does: an object with `games`. Where a game is broken, memory is lost.
EXPORT("games") const char* games_of(std::uint32_t bytes) {
    std::size_t moves = 0;
    const auto check = [&moves](const Position& position) {
        if (++moves > most_game_moves) {
            throw rules::NotationError{"only " + std::to_string(most_game_moves) + " moves are read of one request"};
        }
        refuse_too_many_captures(position);
    };
    Json json;
    json.begin('{').key("games").begin('[');
    for (const rules::GameRecord& game : rules::read_pdn(std::string_view{buffer}.substr(0, bytes), check)) {
        write_game(json, game);
    }
    json.end(']').end('}');
    return answered(json);
}

EXPORT("perft") double perft_of(std::uint32_t bytes, int depth) {
    return static_cast<double>(rules::perft(position_of(bytes), depth));
}
