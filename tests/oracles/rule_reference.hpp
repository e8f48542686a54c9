// Values under the draw rule, and by the rules of sites, by their definition (docs/rules.md): by forward moves, for
// every counter. Tables and solver are compared with it. It is plain first, and fast enough for three pieces, or for
// single slices of more.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/site_rules.hpp>

namespace dameotb::tests {

/// All positions of one slice: the men's squares are fixed.
class SliceByCounters {
public:
    /// `after_reset(position)` returns the result with counter 0 of a position that a capture or a man's move leads to.
    /// Throws std::logic_error if the results with the counters of a position do not make a RuleValue. Requires: at
    /// most 3 kings, a draw rule.
    SliceByCounters(const index::Material& material, const index::Slice& slice, const rules::SiteRules& site,
                    const std::function<Wdl(const Position&)>& after_reset);

    /// Returns the value whose `with` is the result with each counter. A site can make a loss for lack of a move one in
    /// 1, and a capture of the last king a win in more. Requires: a position of the slice.
    [[nodiscard]] RuleValue value(const Position& position) const { return values_[number_of(position)]; }

private:
    /// Returns the number of a position: the side to move, then the squares of its kings as digits of base 64.
    [[nodiscard]] static std::size_t number_of(const Position& position);

    std::vector<RuleValue> values_;
};

/// Returns the result of one position with one counter. Follows all king moves up to the rule, so it is for small
/// rules. `after_reset`: as above.
[[nodiscard]] Wdl result_by_search(const Position& position, int counter, DrawRule rule,
                                   const std::function<Wdl(const Position&)>& after_reset);

/// The values of any position of at most 3 pieces. Solves slices when they are first asked for. Not thread-safe.
class RuleReference {
public:
    explicit RuleReference(const rules::SiteRules& site) : site_{site} {}
    explicit RuleReference(DrawRule rule) : RuleReference{rules::SiteRules{.name = {}, .draw_rule = rule}} {}

    /// Returns what SliceByCounters::value returns; a side may be bare.
    [[nodiscard]] RuleValue value(const Position& position);

private:
    rules::SiteRules site_;
    std::map<std::tuple<index::Material, std::uint64_t, std::uint64_t>, std::unique_ptr<SliceByCounters>> slices_;
};

}  // namespace dameotb::tests
