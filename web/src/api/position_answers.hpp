// What the API says of a position: result, moves, best play, as JSON (docs/http-api.md).
// A table that is not there is part of the answer: the legal moves are listed all the same, so that a player can move
// on to positions that have one.
#pragma once

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/api/api.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

/// The most pieces of a position that is answered. The tables go less far, but the moves of any such position are
/// listed; the search for the longest captures of a full board could be made to take minutes.
inline constexpr int most_pieces = 12;

/// A position that was asked for. Throws RequestError if the text is none, or has too many pieces.
[[nodiscard]] rules::Position read_position(const std::string& fen);

/// Which table is missing and what makes it, or null if nothing does.
[[nodiscard]] Json missing_table(const index::Material& material, const CommandThatMakes& command);

// Both throw format::TablebaseError for a damaged table.

/// The answer of /probe, and whether all tables that it needs are there.
struct PositionAnswer {
    Json json;
    bool complete = true;
};
[[nodiscard]] PositionAnswer probe_answer(const probe::Tablebase& tables, const rules::Position& position,
                                          const CommandThatMakes& command);
/// The answer of /line.
[[nodiscard]] PositionAnswer line_answer(const probe::Tablebase& tables, const rules::Position& position,
                                         const CommandThatMakes& command);

}  // namespace dameotb::web
