#include "leaves.hpp"

#include <algorithm>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::proof {

Leaves::Leaves(TableAnswers& tables) : tables_{tables} {
    for (const index::Material& material : tables.classes()) {
        has_.set(index::class_number(material));
        has_.set(index::class_number(material.flipped()));
        most_pieces_ = std::max(most_pieces_, material.pieces());
    }
}

bool Leaves::may_have(const Position& position) const {
    // From positions of more than these, the captures are followed as moves of the search: each probe would follow them
    // again, and most lead to no table.
    constexpr int most_captured = 2;
    const int pieces = position.occupied().count();
    if (pieces > most_pieces_ + most_captured) {
        return false;
    }
    return rules::must_capture(position) ||
           (pieces <= most_pieces_ && has_.test(index::class_number(index::Material::of(position))));
}

std::optional<Wdl> Leaves::result(const Position& position, probe::WorkBudget* budget) {
    const auto for_white = [&](Wdl result) {
        return position.side_to_move == Colour::White ? result : opposite(result);
    };
    if (position.own().all().empty()) {
        return for_white(Wdl::Loss);
    }
    if (position.enemy().all().empty() || !may_have(position)) {
        return std::nullopt;
    }
    ++probes_;
    const probe::Answer<Wdl> answer = tables_.probe_wdl(position, budget);
    const Wdl* result = std::get_if<Wdl>(&answer);
    return result != nullptr ? std::optional{for_white(*result)} : std::nullopt;
}

std::optional<int> Leaves::plies(const Position& position, probe::WorkBudget* budget) {
    const probe::Answer<Value> answer = tables_.probe_dtm(position, budget);
    const Value* value = std::get_if<Value>(&answer);
    return value != nullptr ? std::optional{value->dtm().plies()} : std::nullopt;
}

}  // namespace dameotb::proof
