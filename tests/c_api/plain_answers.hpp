// What a directory of tables tells, by definition: which values follow from the files that are there, and what these
// values are by the reference solvers. For up to three pieces, and any without a move.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/site_rules.hpp>
#include <dameotb/rules/value.hpp>

#include "reference.hpp"
#include "rule_reference.hpp"

namespace dameotb::tests {

/// A result and its plies, as far as they are known.
struct PlainAnswer {
    std::optional<Wdl> wdl{};
    std::optional<int> plies{};
    bool operator==(const PlainAnswer&) const = default;
};

/// The values by definition, whatever the tables are. Not thread-safe.
class PlainValues {
public:
    [[nodiscard]] Value without(const Position& position) {
        return rules::successors(position).empty() ? Value::loss_in(0) : reference_.value(position);
    }
    [[nodiscard]] RuleValue under(const rules::SiteRules& site, const Position& position) {
        return by_site_.try_emplace({site.name, site.draw_rule.plies}, site).first->second.value(position);
    }

private:
    ReferenceSolver reference_;
    std::map<std::pair<std::string_view, int>, RuleReference> by_site_;
};

class PlainAnswers {
public:
    /// `rule`: of the .dtz files, if there are any. `values` outlives the object.
    PlainAnswers(const std::filesystem::path& directory, DrawRule rule, PlainValues& values)
        : rule_{rule}, values_{values} {
        for (const auto& entry : std::filesystem::directory_iterator{directory}) {
            files_.insert(entry.path().filename().string());
        }
    }

    /// Returns what is known without a rule, by the tables and what the moves prove.
    PlainAnswer without(const Position& position) {
        const PlainAnswer own = own_without(position);
        if (own.plies) {
            return own;
        }
        std::vector<PlainAnswer> moves;
        for (const Position& next : rules::successors(position)) {
            const PlainAnswer reached = own_without(next);
            moves.push_back(before(reached, reached.wdl == Wdl::Draw ? 0 : 1));
        }
        const PlainAnswer proven = best_of(moves);
        return proven.wdl ? proven : own;
    }

    /// Returns what the position's own tables tell under a site's rules.
    PlainAnswer alone(const Position& position, const rules::SiteRules& site, int counter) {
        const int plies = site.draw_rule.plies;
        const bool has_move = !rules::successors(position).empty();
        const bool is_drawn = counter >= plies || (site.lone_kings_plies != 0 && counter >= site.lone_kings_plies &&
                                                   rules::is_king_against_king(position));
        if (is_drawn && (has_move || site.draws_before_loss)) {
            return drawn;
        }
        if (!has_move) {
            return {Wdl::Loss, site.draws_before_loss ? 1 : 0};
        }
        if (rule_ == site.draw_rule &&
            tells(position, {".wdl", ".dtz"}, [&](const Position& at) { return values_.under(site, at).wdl(); })) {
            const RuleValue value = values_.under(site, position);
            return value.with(counter, site.draw_rule) == Wdl::Draw ? drawn : PlainAnswer{value.wdl(), value.plies()};
        }
        // Without the rule a win or a loss tells of the one under it if the game ends first. A forced capture sets the
        // counter to 0. Where the draw comes before the loss, the game has to end a ply sooner.
        const PlainAnswer known = own_without(position);
        if (!known.wdl || known.wdl == Wdl::Draw) {
            return known;
        }
        const int left =
            (rules::must_capture(position) ? plies + 1 : plies - counter) - (site.draws_before_loss ? 1 : 0);
        return known.plies && *known.plies <= left ? PlainAnswer{known.wdl} : PlainAnswer{};
    }

    /// Returns the same with what the moves prove.
    PlainAnswer under(const Position& position, const rules::SiteRules& site, int counter) {
        const PlainAnswer own = alone(position, site, counter);
        if (own.wdl) {
            return own;
        }
        std::vector<PlainAnswer> moves;
        for (const Position& next : rules::successors(position)) {
            const bool resets = position.white().men != next.white().men || position.black().men != next.black().men ||
                                position.occupied().count() != next.occupied().count();
            const PlainAnswer reached = alone(next, site, resets ? 0 : counter + 1);
            PlainAnswer worth = before(reached, 1);
            if (resets && worth.wdl.value_or(Wdl::Draw) != Wdl::Draw) {
                worth.plies = 1;
            }
            moves.push_back(worth);
        }
        return best_of(moves);
    }

private:
    static constexpr PlainAnswer drawn{Wdl::Draw, 0};

    /// Returns what a move is worth that leads to a position.
    static PlainAnswer before(const PlainAnswer& reached, int more) {
        if (!reached.wdl || reached.wdl == Wdl::Draw) {
            return reached;
        }
        return {opposite(*reached.wdl), reached.plies ? std::optional{*reached.plies + more} : std::nullopt};
    }

    /// Returns what the moves prove.
    static PlainAnswer best_of(const std::vector<PlainAnswer>& moves) {
        std::optional<Wdl> best;
        bool knows_all = true;
        for (const PlainAnswer& move : moves) {
            knows_all &= move.wdl.has_value();
            best = move.wdl ? std::max(best.value_or(Wdl::Loss), *move.wdl) : best;
        }
        if (!best || (!knows_all && best != Wdl::Win)) {
            return {};
        }
        const bool wins = best == Wdl::Win;
        std::optional<int> plies;
        bool knows_plies = knows_all;
        for (const PlainAnswer& move : moves) {
            if (move.wdl == best) {
                knows_plies &= move.plies.has_value();
                if (move.plies) {
                    plies = !plies ? *move.plies : wins ? std::min(*plies, *move.plies) : std::max(*plies, *move.plies);
                }
            }
        }
        return {best, knows_plies || (wins && plies == 1) ? plies : std::nullopt};
    }

    bool has(const Position& position, const std::vector<std::string>& metrics) const {
        const std::string name = index::Material::of(position).canonical().name();
        return std::ranges::all_of(metrics, [&](const std::string& metric) { return files_.contains(name + metric); });
    }

    /// Returns whether a value follows from files of these metrics. Forced captures are followed, and of them one is
    /// enough that leads to a loss by `wdl_of`.
    template <class WdlOf>
    bool tells(const Position& position, const std::vector<std::string>& metrics, const WdlOf& wdl_of) {
        if (index::Material::of(position).is_bare() || rules::successors(position).empty()) {
            return true;
        }
        if (!rules::must_capture(position)) {
            return has(position, metrics);
        }
        bool knows_all = true;
        for (const Position& next : rules::successors(position)) {
            const bool known = tells(next, metrics, wdl_of);
            if (known && wdl_of(next) == Wdl::Loss) {
                return true;
            }
            knows_all &= known;
        }
        return knows_all;
    }

    PlainAnswer own_without(const Position& position) {
        const Value value = values_.without(position);
        const auto wdl_of = [&](const Position& at) { return values_.without(at).wdl(); };
        // Another win may be faster than one that is known, unless this takes the last piece.
        const auto is_over = [&](const Position& at) {
            return values_.without(at) == Value::loss_in(0) ? Wdl::Loss : Wdl::Draw;
        };
        if (tells(position, {".wdl", ".dtm"}, is_over)) {
            return {value.wdl(), value.dtm().plies()};
        }
        if (tells(position, {".wdl"}, wdl_of)) {
            return {value.wdl(), value.wdl() == Wdl::Draw ? std::optional{0} : std::nullopt};
        }
        return {};
    }

    DrawRule rule_;
    std::set<std::string> files_;
    PlainValues& values_;
};

}  // namespace dameotb::tests
