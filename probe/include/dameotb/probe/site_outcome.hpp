// The result of a position by the rules of a site, from the tables of a draw rule.
#pragma once

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/site_rules.hpp>

namespace dameotb::probe {

/// Returns the result at a site with that counter, like Tablebase::probe_rule, which it is for a draw rule alone. The
/// plies, too, are those of the site's rules: the result holds up to a counter of N less these, and is a draw with
/// greater ones. Under SiteRules::draws_before_loss, of a position of more than five pieces that the draw rule leaves
/// won or lost, the result is unknown unless the distance to the end says it, and the plies are unless a capture is
/// forced or there is no move. Requires: a position without defect, rules from rules::parse_site_rules that have a draw
/// rule, counter >= 0. Throws what Tablebase::probe_rule throws. Thread-safe.
[[nodiscard]] Answer<RuleOutcome> probe_site(const Tablebase& tables, const Position& position,
                                             const rules::SiteRules& site, int counter, WorkBudget* budget = nullptr);

/// Returns the same of a capture under way: its best end's. The counter is 0 already. Requires: rules::can_go_on.
[[nodiscard]] RuleOutcome probe_site(const Tablebase& tables, const Position& position,
                                     const rules::CaptureUnderWay& under_way, const rules::SiteRules& site,
                                     WorkBudget* budget = nullptr);

/// Does what Tablebase::known_moves does with a draw rule, by the rules of the site. The same holds of it.
[[nodiscard]] std::vector<RuleMove> known_moves_at(const Tablebase& tables, const Position& position,
                                                   const rules::SiteRules& site, int counter,
                                                   WorkBudget* budget = nullptr);

/// Returns the legal ends of a capture under way, as known_moves_at returns moves. The counter is 0 after each.
/// Requires: rules::can_go_on.
[[nodiscard]] std::vector<RuleMove> known_ends_at(const Tablebase& tables, const Position& position,
                                                  const rules::CaptureUnderWay& under_way, const rules::SiteRules& site,
                                                  WorkBudget* budget = nullptr);

/// Does what Tablebase::best_line does with a draw rule, by the rules of the site. The same holds of it.
[[nodiscard]] Answer<std::vector<Move>> best_line_at(const Tablebase& tables, const Position& position,
                                                     const rules::SiteRules& site, int counter,
                                                     WorkBudget* budget = nullptr);

}  // namespace dameotb::probe
