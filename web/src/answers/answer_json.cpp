// Converts values, moves and games to JSON.
#include <dameotb/web/answers/answer_json.hpp>

#include <limits>
#include <map>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/web/limits.hpp>

namespace dameotb::web {

namespace {

std::optional<std::string> name_of(const index::Material& material) {
    return material.is_bare() ? std::nullopt : std::optional{material.name()};
}

/// Writes the tags in order; of equal names, the last value.
void write_tags(JsonWriter& json, const std::vector<std::pair<std::string, std::string>>& tags) {
    std::map<std::string_view, std::string_view> values;
    for (const auto& [name, value] : tags) {
        values[name] = value;
    }
    json.begin_object();
    for (const auto& [name, value] : tags) {
        if (const auto tag = values.extract(name)) {
            json.member(name, tag.mapped());
        }
    }
    json.end_object();
}

void write_game(JsonWriter& json, const rules::GameRecord& game, const AfterPart& after_part) {
    write_tags(json.begin_object().key("tags"), game.tags);
    json.member("fen", rules::to_fen(game.start));
    if (game.move_number != 1) {
        json.member("move_number", game.move_number);
    }
    json.key("moves").begin_array();
    rules::Fen at{game.start};
    for (const rules::RecordedMove& recorded : game.moves) {
        write_step(json, at, recorded.move);
        if (after_part) {
            after_part();
        }
    }
    json.end_array().member("result", game.result);
    json.member("error", game.error.empty() ? std::nullopt : std::optional{game.error}).end_object();
}

/// Begins the object of a move, and writes its members up to "promotes".
void begin_move(JsonWriter& json, const Position& position, const Move& move) {
    const std::string text = rules::to_text(position, move);
    json.begin_object().member("move", text);
    json.member("from", move.from.to_string()).member("to", move.to.to_string());
    json.key("path").begin_array();
    for (std::size_t i = 0; i < text.size(); i += 3) {  // a square has two letters, a separator one
        json.value(std::string_view{text}.substr(i, 2));
    }
    json.end_array().key("captured").begin_array();
    for (const Square square : move.captured) {
        json.value(square.to_string());
    }
    json.end_array();
    const Position next = rules::after(position, move);
    json.member("promotes", next[position.side_to_move].kings.count() > position.own().kings.count());
}

/// Writes what is known without a rule, or with "z" for `plies` under one.
void write_members(JsonWriter& json, const probe::Known& known, std::string_view plies) {
    write_outcome(json, known.outcome, plies);
    if (known.bounds) {
        write_bounds(json, *known.bounds, plies);
    }
}

/// Writes the member "rule", if the question has one.
void write_rule(JsonWriter& json, const Answered& answered) {
    if (!answered.under) {
        return;
    }
    const auto& [fen, site] = answered.question;
    json.key("rule").begin_object();
    if (!site.name.empty()) {
        json.member("site", site.name);
    }
    json.member("plies", site.draw_rule.plies).member("counter", answered.question.counter());
    write_members(json, *answered.under, "z");
    const auto& missing = answered.under->missing;
    json.member("missing_dtz", missing ? name_of(*missing) : std::nullopt).end_object();
}

}  // namespace

void write_outcome(JsonWriter& json, const std::optional<probe::Outcome>& outcome, std::string_view plies) {
    json.key("result");
    outcome ? json.value(to_string(outcome->wdl)) : json.null();
    json.member(plies, outcome ? outcome->plies : std::nullopt);
}

void write_bounds(JsonWriter& json, const probe::OutcomeBounds& bounds, std::string_view plies) {
    const auto write_bound = [&](const char* name, const probe::Outcome& bound, Wdl extreme) {
        json.key(name);
        if (bound == probe::Outcome::of(extreme)) {
            json.null();
        } else {
            write_outcome(json.begin_object(), bound, plies);
            json.end_object();
        }
    };
    write_bound("at_least", bounds.at_least, Wdl::Loss);
    write_bound("at_most", bounds.at_most, Wdl::Win);
}

void write_known(JsonWriter& json, const Answered& answered) {
    write_members(json, answered.known, "plies");
    write_rule(json, answered);
}

void write_worth(JsonWriter& json, const probe::Question& question, const probe::RankedMove& move) {
    write_outcome(json, move.without);
    if (question.has_rule()) {
        json.member("zeroing", rules::is_zeroing(question.fen.position, move.move));
        write_outcome(json.key("rule").begin_object(), move.outcome, "z");
        json.end_object();
    }
}

void write_head(JsonWriter& json, const rules::Fen& fen, const Answered& answered, const CommandThatMakes& command) {
    const auto material = index::Material::of(fen.position);
    json.member("fen", rules::to_fen(fen));
    json.member("side_to_move", fen.position.side_to_move == Colour::White ? "white" : "black");
    json.member("class", name_of(material)).member("table", name_of(material.canonical()));
    write_members(json, answered.known, "plies");
    json.key("missing_table");
    if (const auto& missing = answered.known.missing) {
        const bool can_be_made = index::is_supported(*missing);
        json.begin_object().member("class", missing->name()).member("can_be_made", can_be_made);
        if (command) {
            json.member("command", can_be_made ? std::optional{command(*missing)} : std::nullopt);
        }
        json.end_object();
    } else {
        json.null();
    }
    write_rule(json, answered);
}

void write_move(JsonWriter& json, const Position& position, const Move& move) {
    begin_move(json, position, move);
    json.member("fen", rules::to_fen(rules::after(position, move))).end_object();
}

void write_probe(JsonWriter& json, const Answered& answered, const CommandThatMakes& command,
                 const std::vector<probe::RankedMove>* moves, const AfterPart& after_part) {
    const Position& position = answered.question.fen.position;
    write_head(json.begin_object(), answered.question.position_asked_about(), answered, command);
    json.member("must_capture", rules::must_capture(position));
    if (moves != nullptr) {
        json.key("moves").begin_array();
        for (const probe::RankedMove& move : *moves) {
            begin_move(json, position, move.move);
            write_worth(json, answered.question, move);
            json.member("fen", rules::to_fen(answered.question.position_after(move.move))).end_object();
            if (after_part) {
                after_part();
            }
        }
        json.end_array();
    }
    json.end_object();
}

void write_step(JsonWriter& json, rules::Fen& at, const Move& move) {
    json.begin_object().member("move", rules::to_text(at.position, move));
    if (at.halfmove_clock) {
        at.halfmove_clock = rules::is_zeroing(at.position, move) ? 0 : *at.halfmove_clock + 1;
    }
    const bool ends_move = at.position.side_to_move == Colour::Black;
    if (at.fullmove_number && ends_move && *at.fullmove_number < std::numeric_limits<int>::max()) {
        ++*at.fullmove_number;
    }
    at.position = rules::after(at.position, move);
    json.member("fen", rules::to_fen(at)).end_object();
}

void write_line(JsonWriter& json, const Answered& answered, const std::vector<Move>& line,
                const CommandThatMakes& command) {
    rules::Fen at = answered.question.position_asked_about();
    at.fullmove_number = answered.question.fen.fullmove_number;
    write_head(json.begin_object(), at, answered, command);
    if (answered.proved) {
        json.member("proved", true);
    }
    json.key("line").begin_array();
    for (const Move& move : line) {
        write_step(json, at, move);
    }
    json.end_array().end_object();
}

void write_games(JsonWriter& json, std::string_view pdn, const rules::PositionCheck& check,
                 const AfterPart& after_part) {
    std::size_t moves = 0;
    const auto check_one = [&](const Position& position) {
        if (++moves > most_game_moves) {
            throw rules::NotationError{"only " + std::to_string(most_game_moves) + " moves are read of one request"};
        }
        check(position);
    };
    json.begin_object().key("games").begin_array();
    rules::read_pdn(
        pdn,
        [&](const rules::GameRecord& game) {
            write_game(json, game, after_part);
            if (after_part) {
                after_part();
            }
        },
        check_one);
    json.end_array().end_object();
}

std::string too_many_captures_text() {
    return "there are more than " + std::to_string(most_capture_chains) + " ways to capture here";
}

}  // namespace dameotb::web
