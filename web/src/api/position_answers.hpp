// The API's answers about positions and games (docs/http-api.md). All throw RequestError, rules::NotationError,
// table::TablebaseError, probe::OutOfBudget and Work::TooLong, which current_error maps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/site_rules.hpp>
#include <dameotb/web/answers/answer_json.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// A position, and the rules of a site by which it is asked about, if any: rules with a draw rule.
struct Question {
    rules::Fen fen;
    std::optional<rules::SiteRules> site{};
};

/// Returns the rules that a request asks for by the plies of a draw rule or the name of a site, or by neither. Throws
/// RequestError for both, and for others than there are.
[[nodiscard]] std::optional<rules::SiteRules> rules_asked_for(const std::optional<std::string>& plies,
                                                              const std::optional<std::string>& site);

/// Returns what the position's own tables know of it.
[[nodiscard]] Known outcome_of(const probe::Tablebase& tables, const Position& position, Work& work);
/// Returns the same and, where they do not have the plies, what its moves prove; without that if there are more capture
/// chains than most_capture_chains. Throws RequestError for so many ends of a capture under way.
[[nodiscard]] Known proven_outcome_of(const probe::Tablebase& tables, const rules::Fen& fen, Work& work);

/// A position and all its legal moves, best first, with what the tables know of them.
struct KnownMoves {
    Known known;  ///< As proven_outcome_of returns it.
    std::vector<probe::RankedMove> moves;
};
/// Throws RequestError if there are more capture chains than most_capture_chains.
[[nodiscard]] KnownMoves moves_of(const probe::Tablebase& tables, const Position& position, Work& work);

/// Returns what is known of the position by the rules of the question, and all legal moves, best first. Requires:
/// rules. Throws RequestError if there are more capture chains than most_capture_chains.
[[nodiscard]] UnderRule under_rule_with_moves(const probe::Tablebase& tables, const Question& question, Work& work);

/// Returns the reply about a position: clients may keep it if all tables it needs exist.
[[nodiscard]] Reply position_reply(const JsonWriter& json, const Known& known,
                                   const std::optional<UnderRule>& under = {});

/// Returns the answer of GET /probe.
[[nodiscard]] Reply probe_answer(const probe::Tablebase& tables, const Question& question,
                                 const CommandThatMakes& command, Work& work);
/// Returns the answer of /line.
[[nodiscard]] Reply line_answer(const probe::Tablebase& tables, const Question& question,
                                const CommandThatMakes& command, Work& work);
/// Returns the answer of POST /probe to {"fens": [...]}, which may have "plies" or "site": one object per
/// text, in order. It has the members of write_head and perhaps write_rule, or "error" if the text is no position or
/// its table is damaged.
[[nodiscard]] Reply batch_answer(const probe::Tablebase& tables, const std::string& body,
                                 const CommandThatMakes& command, Work& work);
/// Returns the answer of /games to {"pdn": "..."}.
[[nodiscard]] Reply games_answer(const std::string& body, Work& work);

/// Returns the answer of /dameo, in the form of lila-tablebase, the service behind the lichess explorer
/// (https://github.com/lichess-org/lila-tablebase, README, "HTTP API"). docs/http-api.md defines its fields for Dameo.
/// Underscores in the position stand for blanks.
[[nodiscard]] Reply lila_answer(const probe::Tablebase& tables, std::string fen, Work& work);

/// Returns the answer of /dameo/mainline, in the form of the same service: best play to the end. Throws RequestError,
/// as there, if the values on the way are not known.
[[nodiscard]] Reply lila_mainline_answer(const probe::Tablebase& tables, std::string fen, Work& work);

/// Returns the answer of /playstrategy/dameo, in the older form of lila-tablebase that PlayStrategy's client reads
/// (docs/playstrategy.md).
[[nodiscard]] Reply playstrategy_answer(const probe::Tablebase& tables, const rules::Fen& fen, Work& work);

}  // namespace dameotb::web
