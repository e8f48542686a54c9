// Answers about positions and games as JSON (docs/http-api.md), for the server, the command and the npm package. If a
// table is missing, the answer says so and still lists the legal moves, so that a player can move on to positions that
// have a table.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>
#include <dameotb/rules/site_rules.hpp>
#include <dameotb/web/answers/json_writer.hpp>

namespace dameotb::web {

/// What the tables know of a position. For a line of best play, the missing table may be that of a later position.
struct Known {
    std::optional<probe::Outcome> outcome;
    std::optional<index::Material> missing;
    /// What the moves prove, where no table has the outcome with its plies and the moves were looked at.
    std::optional<probe::OutcomeBounds> bounds{};

    [[nodiscard]] bool is_exact() const { return outcome && outcome->plies; }
};
[[nodiscard]] Known known_of(const probe::Answer<probe::Outcome>& answer);

/// Adds bounds to what is known. They may prove the outcome. If its plies are proven, too, no table is missing.
void add_bounds(Known& known, const probe::OutcomeBounds& bounds);

/// Returns the command line, shown to clients, that makes the tables of a class. It does not reveal the server's own
/// directory. Null: answers contain no command.
using CommandThatMakes = std::function<std::string(const index::Material&)>;

/// Called after each part of a long answer is written. May throw to end the answer.
using AfterPart = std::function<void()>;

/// What is known of a position with a counter under a draw rule.
struct UnderRule {
    rules::SiteRules site;  ///< With a draw rule; without a name for one that is no site's.
    int counter = 0;        ///< At most the rule's plies: beyond them all are alike.
    probe::RuleOutcome outcome{};
    std::vector<probe::RuleMove> moves{};  ///< Empty if not asked for.
};
/// `ask(counter)`: returns the answer of probe::probe_site, or of Tablebase::probe_rule for a draw rule alone.
template <class Ask>
[[nodiscard]] UnderRule under_rule(const rules::SiteRules& site, const rules::Fen& fen, const Ask& ask) {
    UnderRule under{site, std::min(fen.halfmove_clock.value_or(0), site.draw_rule.plies)};
    const probe::Answer<probe::RuleOutcome> answer = ask(under.counter);
    const auto* none = std::get_if<probe::NoTable>(&answer);
    under.outcome =
        none != nullptr ? probe::RuleOutcome{.missing = none->material} : std::get<probe::RuleOutcome>(answer);
    return under;
}

/// Replaces an unknown outcome by what the position's moves under the rule prove. `moves`: best first; may be empty if
/// the outcome is known.
void add_proof(UnderRule& under, const std::vector<probe::RuleMove>& moves);

/// Writes the members "result" and "plies", null where unknown.
void write_outcome(JsonWriter& json, const std::optional<probe::Outcome>& outcome);

/// Writes the same, and "at_least" and "at_most" if there are bounds.
void write_known(JsonWriter& json, const Known& known);

/// Writes the members "result" and "z", null where unknown.
void write_rule_outcome(JsonWriter& json, const probe::RuleOutcome& outcome);

/// Writes the member "rule" of an answer to a position.
void write_rule(JsonWriter& json, const UnderRule& under);

/// Writes the initial members of every answer to a position, from "fen" to "missing_table".
void write_head(JsonWriter& json, const rules::Fen& fen, const Known& known, const CommandThatMakes& command);

/// Writes the object of a move. `outcome`: for the side that moves; null for a list of moves without outcomes.
void write_move(JsonWriter& json, const Position& position, const Move& move,
                const std::optional<probe::Outcome>* outcome);

/// Writes the object of a move under a rule. `counter`: before the move.
void write_move(JsonWriter& json, const Position& position, const probe::RuleMove& move, int counter);

/// Writes the answer of /probe. `moves`: null to omit them.
void write_probe(JsonWriter& json, const Position& position, const Known& known, const CommandThatMakes& command,
                 const std::vector<probe::RankedMove>* moves, const AfterPart& after_part = {});

/// Writes the answer of /probe under a draw rule. `with_moves`: whether to write the moves.
void write_probe(JsonWriter& json, const Position& position, const Known& known, const CommandThatMakes& command,
                 const UnderRule& under, bool with_moves, const AfterPart& after_part = {});

/// Writes the object of a move in a line of play: the move and the position it leads to, which becomes `at`, with its
/// counter and the number of the next move if there are any.
void write_step(JsonWriter& json, rules::Fen& at, const Move& move);

/// Reads games, and writes the answer of /games: the main lines, each move with the position it leads to, and why a
/// game could not be read to its end. At most most_game_moves are read. `check`: as for read_pdn.
void write_games(JsonWriter& json, std::string_view pdn, const rules::PositionCheck& check,
                 const AfterPart& after_part = {});

/// Returns the message for a position with more than most_capture_chains.
[[nodiscard]] std::string too_many_captures_text();

}  // namespace dameotb::web
