// What the API says of a position: result, moves and best play, as JSON (docs/http-api.md).
// If a table is missing, the answer says so and still lists the legal moves. So a player can move on to positions that
// have a table.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/api/api.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

/// A position's moves are listed only if there are at most this many ways to capture: chains of leaps that cannot go
/// on, in any order of stops. To list them takes some 20 ms then; with many kings on a full board it can take minutes.
/// No position of 12 pieces is known that has a fifth of it.
inline constexpr int most_capture_chains = 100'000;
/// A list of more than this many takes a turn. The most found with up to 8 pieces are 448.
inline constexpr int many_capture_chains = 1000;

/// Returns the position that a client asked for. It may have more pieces than tables have. Throws RequestError if the
/// text is no position.
[[nodiscard]] rules::Position read_position(const std::string& fen);

/// What the tables know of a position: either an outcome or a missing table. Exactly one of the two is set.
struct Known {
    std::optional<probe::Outcome> outcome;
    std::optional<index::Material> missing;
};

/// Returns what is known of a position. Throws table::TablebaseError if a table is damaged.
[[nodiscard]] Known outcome_of(const probe::Tablebase& tables, const rules::Position& position, Work& work);
/// Does the same for many positions. Looks them up in the order in which they lie in the files.
[[nodiscard]] std::vector<Known> outcomes_of(const probe::Tablebase& tables, std::span<const rules::Position> positions,
                                             Work& work);

/// Returns the fields with which every answer to a position begins, from "fen" to "missing_table".
[[nodiscard]] Json head_of(const rules::Position& position, const Known& value, const CommandThatMakes& command);

/// Throws RequestError if there are more ways to capture than most_capture_chains.
void refuse_too_many_captures(const rules::Position& position, Work& work);

/// Returns all legal moves with what is known of them, best first. Throws RequestError if there are more ways to
/// capture than most_capture_chains, and table::TablebaseError if a table is damaged.
[[nodiscard]] std::vector<probe::RankedMove> moves_of(const probe::Tablebase& tables, const rules::Position& position,
                                                      Work& work);

/// An answer, and whether all tables that it needs are there.
struct PositionAnswer {
    Json json;
    bool complete = true;
};
/// Returns the answer of /probe. Throws what moves_of throws.
[[nodiscard]] PositionAnswer probe_answer(const probe::Tablebase& tables, const rules::Position& position,
                                          const CommandThatMakes& command, Work& work);
/// Returns the answer of /line. Throws table::TablebaseError if a table is damaged.
[[nodiscard]] PositionAnswer line_answer(const probe::Tablebase& tables, const rules::Position& position,
                                         const CommandThatMakes& command, Work& work);

}  // namespace dameotb::web
