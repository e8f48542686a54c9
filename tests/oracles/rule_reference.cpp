// For counter N, then N - 1, and so on down to 0, each position takes the best of its moves.
#include "rule_reference.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "reference.hpp"

namespace dameotb::tests {

namespace {

/// What a position's result with a counter follows from.
struct Moves {
    std::size_t number;
    Position position;
    bool has_any;
    std::optional<Wdl> best_reset;      ///< Of captures and men's moves.
    std::vector<std::size_t> counting;  ///< Where king moves lead.
};

bool resets(const Position& before, const Position& after) {
    return before.white().men != after.white().men || before.black().men != after.black().men ||
           before.white().kings.count() != after.white().kings.count() ||
           before.black().kings.count() != after.black().kings.count();
}

Wdl best_move(const Moves& moves, const std::vector<Wdl>& next) {
    Wdl best = moves.best_reset.value_or(Wdl::Loss);
    for (const std::size_t number : moves.counting) {
        best = std::max(best, opposite(next[number]));
    }
    return best;
}

}  // namespace

std::size_t SliceByCounters::number_of(const Position& position) {
    auto number = static_cast<std::size_t>(position.side_to_move);
    for (const Pieces& side : position.sides) {
        for (const Square square : side.kings) {
            number = number * 64 + static_cast<std::size_t>(square.index());
        }
    }
    return number;
}

SliceByCounters::SliceByCounters(const index::Material& material, const index::Slice& slice,
                                 const rules::SiteRules& site, const std::function<Wdl(const Position&)>& after_reset)
    : values_(std::size_t{2} << (6 * material.kings())) {
    const index::Material kings_alone{{material.white.kings, 0}, {material.black.kings, 0}};
    std::vector<Moves> all;
    for (const Colour side : both_colours) {
        for_each_placement(kings_alone, side, [&](Position position) {
            if (position.occupied().intersects(slice.men())) {
                return;
            }
            position[Colour::White].men = slice.white_men;
            position[Colour::Black].men = slice.black_men;
            Moves moves{number_of(position), position, false, {}, {}};
            for (const Position& next : rules::successors(position)) {
                moves.has_any = true;
                if (resets(position, next)) {
                    const Wdl result = opposite(after_reset(next));
                    moves.best_reset = std::max(moves.best_reset.value_or(result), result);
                } else {
                    moves.counting.push_back(number_of(next));
                }
            }
            all.push_back(std::move(moves));
        });
    }
    const int plies = site.draw_rule.plies;
    const auto result_of = [&](const Moves& moves, int counter, const std::vector<Wdl>& next) {
        const bool is_drawn = counter == plies || (site.lone_kings_plies != 0 && counter >= site.lone_kings_plies &&
                                                   rules::is_king_against_king(moves.position));
        return !moves.has_any ? (is_drawn && site.draws_before_loss ? Wdl::Draw : Wdl::Loss)
               : is_drawn     ? Wdl::Draw
                              : best_move(moves, next);
    };
    std::vector<Wdl> next(values_.size(), Wdl::Draw);  // with one ply more on the counter
    std::vector<Wdl> now(values_.size(), Wdl::Draw);
    for (int counter = plies; counter >= 0; --counter) {
        for (const Moves& moves : all) {
            const Wdl result = result_of(moves, counter, next);
            now[moves.number] = result;
            RuleValue& value = values_[moves.number];
            if (value.wdl() == Wdl::Draw && result != Wdl::Draw) {
                const int needed = plies - counter;
                value = result == Wdl::Win ? RuleValue::win_in(needed) : RuleValue::loss_in(needed);
            } else if (value.wdl() != result) {
                throw std::logic_error{rules::to_fen(moves.position) + ": the result changes twice with the counter"};
            }
        }
        std::swap(now, next);
    }
}

Wdl result_by_search(const Position& position, int counter, DrawRule rule,
                     const std::function<Wdl(const Position&)>& after_reset) {
    const std::vector<Position> successors = rules::successors(position);
    if (successors.empty()) {
        return Wdl::Loss;
    }
    if (counter == rule.plies) {
        return Wdl::Draw;
    }
    Wdl best = Wdl::Loss;
    for (const Position& next : successors) {
        const Wdl reached =
            resets(position, next) ? after_reset(next) : result_by_search(next, counter + 1, rule, after_reset);
        best = std::max(best, opposite(reached));
        if (best == Wdl::Win) {
            break;
        }
    }
    return best;
}

RuleValue RuleReference::value(const Position& position) {
    const index::Material material = index::Material::of(position);
    if (material.is_bare()) {
        // The enemy, if anybody, is left without a move.
        const RuleValue lost = RuleValue::loss_in(site_.draws_before_loss ? 1 : 0);
        RuleValue best = lost;
        for (const Position& next : rules::successors(position)) {
            best = std::max(best, resets(position, next) ? lost.before_reset() : lost.before_count(site_.draw_rule));
        }
        return best;
    }
    const index::Slice slice = index::Slice::of(position);
    std::unique_ptr<SliceByCounters>& solved = slices_[{material, slice.white_men.bits(), slice.black_men.bits()}];
    if (!solved) {
        solved = std::make_unique<SliceByCounters>(material, slice, site_,
                                                   [this](const Position& next) { return value(next).wdl(); });
    }
    return solved->value(position);
}

}  // namespace dameotb::tests
