// The tables under the rules of sites, and their comparison with the definition.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/site_rules.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "reference.hpp"

namespace dameotb::tests {

inline rules::SiteRules site(std::string_view name) {
    return rules::parse_site_rules(name).value();
}

/// Returns the tables of all classes of up to three pieces, and those of the sites' rule.
inline MadeTables site_tables() {
    return MadeTables{index::build_order(3), site("abstractplay").draw_rule};
}

template <class Visit>
void for_each_position(const std::vector<index::Material>& classes, const Visit& visit) {
    for (const index::Material& material : classes) {
        for (const Colour side : both_colours) {
            for_each_placement(material, side, [&](const Position& position) { visit(material, position); });
        }
    }
}

/// Requires that the tables say of a position with a counter what its value by definition says: the result, and what it
/// needs.
inline void require_same(const probe::Tablebase& tables, const rules::SiteRules& rules, const Position& position,
                         RuleValue value, int counter) {
    const Wdl wdl = value.with(counter, rules.draw_rule);
    const probe::Outcome expected{wdl, wdl == Wdl::Draw ? 0 : value.plies()};
    const std::optional<probe::Outcome> found = tables.probe({{position, counter}, rules}).outcome;
    if (found != expected) {
        INFO(rules::to_fen(position) << " with " << counter);
        REQUIRE(found);
        CHECK(found->wdl == expected.wdl);
        REQUIRE(found->plies == expected.plies);
    }
}

}  // namespace dameotb::tests
