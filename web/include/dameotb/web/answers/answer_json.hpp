// Answers about positions and games as JSON (docs/http-api.md), for the server, the command and the npm package. If a
// table is missing, the answer says so and still lists the legal moves, so that a player can move on to positions that
// have a table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/question.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/web/answers/json_writer.hpp>

namespace dameotb::web {

/// What is known of a position: without a draw rule and, if the question has one, under it. For a line of best play,
/// the missing table may be that of a later position.
struct Answered {
    probe::Question question;
    probe::Known known{};
    std::optional<probe::Known> under{};
    bool proved = false;  ///< Whether a search has found out some of it.

    /// Returns what is known by the rules of the question.
    [[nodiscard]] probe::Known& asked() { return under ? *under : known; }
};

/// Returns the command line, shown to clients, that makes the tables of a class. It does not reveal the server's own
/// directory. Null: answers contain no command.
using CommandThatMakes = std::function<std::string(const index::Material&)>;

/// Called after each part of a long answer is written. May throw to end the answer.
using AfterPart = std::function<void()>;

/// Writes the members "result" and, under the name `plies`, the plies; null where unknown.
void write_outcome(JsonWriter& json, const std::optional<probe::Outcome>& outcome, std::string_view plies = "plies");

/// Writes the members "at_least" and "at_most". A bound is null if it is that of all outcomes.
void write_bounds(JsonWriter& json, const probe::OutcomeBounds& bounds, std::string_view plies = "plies");

/// Writes result, plies, "at_least" and "at_most" if there are bounds, and under a rule the member "rule", with the
/// same but "z" for plies.
void write_known(JsonWriter& json, const Answered& answered);

/// Writes what a move is worth: result and plies, under a rule also "zeroing" and "rule".
void write_worth(JsonWriter& json, const probe::Question& question, const probe::RankedMove& move);

/// Writes the initial members of every answer to a position, from "fen" to "missing_table" or, under a rule, "rule".
/// `fen`: that of the question.
void write_head(JsonWriter& json, const rules::Fen& fen, const Answered& answered, const CommandThatMakes& command);

/// Writes the object of a legal move without its worth.
void write_move(JsonWriter& json, const Position& position, const Move& move);

/// Writes the answer of /probe. `moves`: null to omit them.
void write_probe(JsonWriter& json, const Answered& answered, const CommandThatMakes& command,
                 const std::vector<probe::RankedMove>* moves, const AfterPart& after_part = {});

/// Writes the object of a move in a line of play: the move and the position it leads to, which becomes `at`, with its
/// counter and the number of the next move if there are any.
void write_step(JsonWriter& json, rules::Fen& at, const Move& move);

/// Writes the answer of /line and /prove: what is known of a position, with a line of moves from it.
void write_line(JsonWriter& json, const Answered& answered, const std::vector<Move>& line,
                const CommandThatMakes& command);

/// Reads games, and writes the answer of /games: the main lines, each move with the position it leads to, and why a
/// game could not be read to its end. At most most_game_moves are read. `check`: as for read_pdn.
void write_games(JsonWriter& json, std::string_view pdn, const rules::PositionCheck& check,
                 const AfterPart& after_part = {});

/// Returns the message for a position with more than most_capture_chains.
[[nodiscard]] std::string too_many_captures_text();

}  // namespace dameotb::web
