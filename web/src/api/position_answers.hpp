// What the API says of a position: result, moves and best play, as JSON (docs/http-api.md).
// If a table is missing, the answer says so and still lists the legal moves. So a player can move on to positions that
// have a table.
#pragma once

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/api/api.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

/// The most pieces of a position that is answered. The tables have fewer pieces, but the moves of such a position are
/// still listed. The bound is needed because the search for the longest captures on a full board can take minutes.
inline constexpr int most_pieces = 12;

/// Returns the position that a client asked for. Throws RequestError if the text is no position, or if it has too many
/// pieces.
[[nodiscard]] rules::Position read_position(const std::string& fen);

/// Returns which table is missing and the command that makes it. The command is null if the table cannot be made.
[[nodiscard]] Json missing_table(const index::Material& material, const CommandThatMakes& command);

// The two functions below throw format::TablebaseError if a table is damaged.

/// The answer of /probe, and whether all tables that it needs are there.
struct PositionAnswer {
    Json json;
    bool complete = true;
};
[[nodiscard]] PositionAnswer probe_answer(const probe::Tablebase& tables, const rules::Position& position,
                                          const CommandThatMakes& command);
/// Returns the answer of /line.
[[nodiscard]] PositionAnswer line_answer(const probe::Tablebase& tables, const rules::Position& position,
                                         const CommandThatMakes& command);

}  // namespace dameotb::web
