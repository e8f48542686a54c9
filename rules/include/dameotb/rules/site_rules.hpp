// How sites end games that the rules of Dameo leave open: docs/rules.md, "Sites", which says where each rule is from.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/position.hpp>

namespace dameotb::rules {

/// The rules of a site, as far as they decide results. The counter is that of the draw rule: the plies since the last
/// capture or man's move.
struct SiteRules {
    std::string_view name;  ///< Empty for a draw rule that is no site's.
    DrawRule draw_rule;
    /// Whether the draw comes first: a side without a legal move has drawn, not lost, if the counter is N.
    bool draws_before_loss = false;
    /// The counter from which on king against king is a draw, even if a king can be taken; 0 for no such rule.
    int lone_kings_plies = 0;
    /// The occurrence of a position, with the same side to move, at which the game is a draw; 0 for no such rule. Only
    /// the past of a game tells it, so it changes no result of a position.
    int drawing_occurrence = 0;
};

/// Freeling's rules, which are those of the .wdl and the .dtm, then those of sites. AbstractPlay also ends king against
/// king as a draw where no capture is forced. That changes nothing, and so has no field: the test "without a capture
/// king against king is a draw" looks at every such position.
inline constexpr std::array all_site_rules{
    SiteRules{.name = "freeling", .draw_rule = {}, .drawing_occurrence = 3},
    SiteRules{.name = "playstrategy", .draw_rule = {50}, .lone_kings_plies = 4, .drawing_occurrence = 3},
    SiteRules{.name = "abstractplay", .draw_rule = {50}, .draws_before_loss = true},
};

/// Returns the rules that a word means: a name in `all_site_rules`, or N, a decimal number from 1 to most_rule_plies,
/// for a draw rule of N plies alone. Returns nothing for any other word.
[[nodiscard]] std::optional<SiteRules> parse_site_rules(std::string_view word);

/// Returns whether each side has one king and nothing else.
[[nodiscard]] constexpr bool is_king_against_king(const Position& position) {
    const auto& [white, black] = position.sides;
    return (white.men | black.men).empty() && white.kings.count() == 1 && black.kings.count() == 1;
}

}  // namespace dameotb::rules
