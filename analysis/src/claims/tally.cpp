// Counts placements. One shown by a scan stands for all its symmetric images in scope, or for one.
#include <dameotb/analysis/claims/tally.hpp>

#include <algorithm>
#include <utility>

#include <dameotb/rules/notation.hpp>

namespace dameotb::claims {

namespace {

using analysis::ValueRow;
using query::Lookup;

bool asks_for_squares(const Scope& scope) {
    return scope.placed != ColourArray<Pieces>{};
}

std::vector<Position> images_in(const Scope& scope, const Position& position) {
    std::vector<Position> images = query::board_images(position);
    std::erase_if(images, [&](const Position& image) { return !query::has(image, scope.placed); });
    return images;
}

Bitboard in_scope(const Scope& scope, const analysis::ValueRow& row, Lookup& lookup) {
    Bitboard squares = row.squares();
    if (asks_for_squares(scope)) {
        for (const Square square : row.squares()) {
            if (images_in(scope, row.position(square)).empty()) {
                squares -= square;
            }
        }
    }
    return scope.where.holds(row, squares, lookup);
}

/// Returns how many placements `squares` stand for. Requires: they are in scope.
std::uint64_t number_of(const Count& count, const analysis::ValueRow& row, Bitboard squares) {
    if (count.distinct) {
        return static_cast<std::uint64_t>(squares.count());
    }
    std::uint64_t number = 0;
    for (const Square square : squares) {
        number += asks_for_squares(count.scope) ? images_in(count.scope, row.position(square)).size()
                                                : static_cast<std::size_t>(row.weight(square));
    }
    return number;
}

/// Returns the squares whose values have that result and take at least `least_plies`.
Bitboard as_long(const analysis::ValueRow& row, Wdl result, int least_plies) {
    return result == Wdl::Win ? row.between(Value::win_in(scores::longest_plies - 1), Value::win_in(least_plies))
                              : row.between(Value::loss_in(least_plies), Value::loss_in(scores::longest_plies));
}

/// The same under a draw rule.
Bitboard as_long_under_rule(const analysis::ValueRow& row, Wdl result, int least_plies) {
    return result == Wdl::Win
               ? row.between(RuleValue::win_in(most_rule_plies), RuleValue::win_in(std::max(least_plies, 1)))
               : row.between(RuleValue::loss_in(least_plies), RuleValue::loss_in(most_rule_plies));
}

}  // namespace

void Tally::add(const Tally& other) {
    in_scope += other.in_scope;
    holding += other.holding;
    if (other.longest && (!longest || longest->dtm() < other.longest->dtm())) {
        longest = other.longest;
    }
    most_rule_plies = std::max(most_rule_plies, other.most_rule_plies);
}

void add_row(const Count& count, const analysis::ValueRow& row, Lookup& lookup, Tally& tally) {
    const Bitboard scope = in_scope(count.scope, row, lookup);
    tally.in_scope += number_of(count, row, scope);
    tally.holding += number_of(count, row, count.what.holds(row, scope, lookup));
}

void add_row(const Longest& longest, const analysis::ValueRow& row, Lookup& lookup, Tally& tally) {
    if (longest.scope.rule.exists()) {
        const int longer = tally.most_rule_plies ? *tally.most_rule_plies + 1 : 0;
        if (longer > longest.scope.rule.plies) {
            return;
        }
        const Bitboard squares = as_long_under_rule(row, longest.result, longer);
        for (const Square square : squares.empty() ? squares : squares& in_scope(longest.scope, row, lookup)) {
            tally.add({.longest = {}, .most_rule_plies = row.rule_value(square).plies()});
        }
        return;
    }
    const int fastest = longest.result == Wdl::Win ? 1 : 0;
    const int longer = tally.longest ? tally.longest->dtm().plies() + 2 : fastest;
    if (longer > scores::longest_plies || as_long(row, longest.result, longer).empty()) {
        return;
    }
    for (const Square square : as_long(row, longest.result, longer) & in_scope(longest.scope, row, lookup)) {
        tally.add({.longest = row.value(square), .most_rule_plies = {}});
    }
}

void Examples::add(const Scope& scope, const analysis::ValueRow& row, Bitboard squares) {
    for (const Square square : squares) {
        Example example;
        int plies = 0;
        if (scope.rule.exists()) {
            example.rule_value = row.rule_value(square);
            plies = example.rule_value->plies();
        } else {
            example.value = row.value(square);
            plies = example.value->dtm().plies();
        }
        if (entries_.size() == most && entries_.back().plies < plies) {
            continue;
        }
        std::vector<std::pair<std::string, Position>> images;
        for (const Position& image : images_in(scope, row.position(square))) {
            images.emplace_back(rules::to_fen(image), image);
        }
        const auto& [fen, position] =
            *std::ranges::min_element(images, {}, [](const auto& image) -> const std::string& { return image.first; });
        example.position = position;
        insert({plies, fen, example});
    }
}

void Examples::add(const Examples& other) {
    for (const Entry& entry : other.entries_) {
        insert(entry);
    }
}

std::vector<Example> Examples::take() const {
    std::vector<Example> examples;
    for (const Entry& entry : entries_) {
        examples.push_back(entry.example);
    }
    return examples;
}

void Examples::insert(Entry entry) {
    entries_.insert(std::ranges::upper_bound(entries_, entry, std::less{}), std::move(entry));
    if (entries_.size() > most) {
        entries_.pop_back();
    }
}

void add_examples(const Count& count, const Tally& /*tally*/, const analysis::ValueRow& row, Lookup& lookup,
                  Examples& examples) {
    const Bitboard scope = in_scope(count.scope, row, lookup);
    const Bitboard holding = count.what.holds(row, scope, lookup);
    const bool of_exceptions = count.quantity == Quantity::All || count.quantity == Quantity::AllBut;
    examples.add(count.scope, row, of_exceptions ? scope - holding : holding);
}

void add_examples(const Longest& longest, const Tally& tally, const analysis::ValueRow& row, Lookup& lookup,
                  Examples& examples) {
    if (tally.most_rule_plies) {
        const Bitboard squares = as_long_under_rule(row, longest.result, *tally.most_rule_plies);
        examples.add(longest.scope, row, squares.empty() ? squares : squares & in_scope(longest.scope, row, lookup));
    } else if (tally.longest) {
        const Bitboard squares = as_long(row, longest.result, tally.longest->dtm().plies());
        examples.add(longest.scope, row, squares.empty() ? squares : squares & in_scope(longest.scope, row, lookup));
    }
}

}  // namespace dameotb::claims
