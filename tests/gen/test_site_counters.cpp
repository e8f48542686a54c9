// Results by the rules of sites, and what they need, with every counter of every position of up to three pieces.
#include <dameotb/index/material.hpp>

#include "catch.hpp"
#include "rule_reference.hpp"
#include "site_tables.hpp"

using namespace dameotb;

TEST_CASE("tables say what sites' rules say by definition, with every counter") {
    const tests::MadeTables made = tests::site_tables();
    const probe::Tablebase tables{made.path()};
    for (const char* const name : {"playstrategy", "abstractplay", "50"}) {
        INFO(name);
        const rules::SiteRules rules = tests::site(name);
        tests::RuleReference reference{rules};
        tests::for_each_position(index::build_order(3), [&](const index::Material&, const Position& position) {
            const RuleValue value = reference.value(position);
            for (int counter = 0; counter <= rules.draw_rule.plies; ++counter) {
                tests::require_same(tables, rules, position, value, counter);
            }
        });
    }
}
