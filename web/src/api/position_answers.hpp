// The API's answers about positions and games (docs/http-api.md). All throw RequestError, rules::NotationError,
// table::TablebaseError, probe::OutOfBudget and Work::TooLong, which current_error maps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/answers/answer_json.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// Returns the rules that a request asks for by the plies of a draw rule or the name of a site, or by neither. Throws
/// RequestError for both, and for others than there are.
[[nodiscard]] rules::SiteRules rules_asked_for(const std::optional<std::string>& plies,
                                               const std::optional<std::string>& site);

/// Returns what is known of the position without a rule and under that of the question, with what its moves prove;
/// without that if there are more capture chains than most_capture_chains. If `moves` is not null, also writes all
/// legal moves, best first, with what is known of them by the rules of the question. Throws RequestError for so many
/// capture chains if moves are to be written, or of a capture under way.
[[nodiscard]] Answered answer_to(const probe::Tablebase& tables, const probe::Question& question, Work& work,
                                 std::vector<probe::RankedMove>* moves = nullptr);

/// Returns the reply about a position: clients may keep it if all tables it needs exist.
[[nodiscard]] Reply position_reply(const JsonWriter& json, const Answered& answered);

/// Returns the answer of GET /probe.
[[nodiscard]] Reply probe_answer(const probe::Tablebase& tables, const probe::Question& question,
                                 const CommandThatMakes& command, Work& work);
/// Returns the answer of /line.
[[nodiscard]] Reply line_answer(const probe::Tablebase& tables, const probe::Question& question,
                                const CommandThatMakes& command, Work& work);
/// Returns the answer of /prove: that of /line, where no table has the result with what a search proves in a turn.
[[nodiscard]] Reply prove_answer(const probe::Tablebase& tables, const probe::Question& question,
                                 const CommandThatMakes& command, Work& work);
/// Returns the answer of POST /probe to {"fens": [...]}, which may have "plies" or "site": one object per
/// text, in order. It has the members of write_head, or "error" if the text is no position or its table is damaged.
[[nodiscard]] Reply batch_answer(const probe::Tablebase& tables, const std::string& body,
                                 const CommandThatMakes& command, Work& work);
/// Returns the answer of /games to {"pdn": "..."}.
[[nodiscard]] Reply games_answer(const std::string& body, Work& work);

/// Returns the answer of /dameo, in the form of lila-tablebase, the service behind the lichess explorer
/// (https://github.com/lichess-org/lila-tablebase, README, "HTTP API"), under the draw rule of the .dtz files if there
/// are any. docs/http-api.md defines its fields for Dameo. Underscores in the position stand for blanks.
[[nodiscard]] Reply lila_answer(const probe::Tablebase& tables, std::string fen, Work& work);

/// Returns the answer of /dameo/mainline, in the form of the same service: best play to the end under the same
/// rule. Throws RequestError, as there, if the values on the way are not known.
[[nodiscard]] Reply lila_mainline_answer(const probe::Tablebase& tables, std::string fen, Work& work);

/// Returns the answer of /playstrategy/dameo, in the older form of lila-tablebase that PlayStrategy's client reads
/// (docs/playstrategy.md).
[[nodiscard]] Reply playstrategy_answer(const probe::Tablebase& tables, const rules::Fen& fen, Work& work);

}  // namespace dameotb::web
