// Answers about positions and games as JSON (docs/http-api.md), for the server, the command and the npm package. If a
// table is missing, the answer says so and still lists the legal moves, so that a player can move on to positions that
// have a table.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/web/json/json_writer.hpp>

namespace dameotb::web {

/// What the tables know of a position. For a line of best play, the missing table may be that of a later position.
struct Known {
    std::optional<probe::Outcome> outcome;
    std::optional<index::Material> missing;
};
[[nodiscard]] Known known_of(const probe::Answer<probe::Outcome>& answer);

/// Returns the command line, shown to clients, that makes the tables of a class. It does not reveal the server's own
/// directory. Null: answers contain no command.
using CommandThatMakes = std::function<std::string(const index::Material&)>;

/// Called after each part of a long answer is written. May throw to end the answer.
using AfterPart = std::function<void()>;

/// Writes the members "result" and "plies", null where unknown.
void write_outcome(JsonWriter& json, const std::optional<probe::Outcome>& outcome);

/// Writes the initial members of every answer to a position, from "fen" to "missing_table".
void write_head(JsonWriter& json, const rules::Position& position, const Known& known, const CommandThatMakes& command);

/// Writes the object of a move. `outcome`: for the side that moves; null for a list of moves without outcomes.
void write_move(JsonWriter& json, const rules::Position& position, const rules::Move& move,
                const std::optional<probe::Outcome>* outcome);

/// Writes the answer of /probe. `moves`: null to omit them.
void write_probe(JsonWriter& json, const rules::Position& position, const Known& known, const CommandThatMakes& command,
                 const std::vector<probe::RankedMove>* moves, const AfterPart& after_part = {});

/// Writes the object of a move in a line of play: the move and the position it leads to, which becomes `position`.
void write_step(JsonWriter& json, rules::Position& position, const rules::Move& move);

/// Reads games, and writes the answer of /games: the main lines, each move with the position it leads to, and why a
/// game could not be read to its end. At most most_game_moves are read. `check`: as for read_pdn.
void write_games(JsonWriter& json, std::string_view pdn, const rules::PositionCheck& check,
                 const AfterPart& after_part = {});

/// Returns the message for a position with more than most_capture_chains.
[[nodiscard]] std::string too_many_captures_text();

}  // namespace dameotb::web
