// Positions that are decided by rule and have no table.
#pragma once

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::gen {

[[nodiscard]] inline bool has_bare_side(const rules::Position& position) {
    return position.white().all().empty() || position.black().all().empty();
}

/// RULES 7: a side without a piece has no move and has lost. Requires: a side is bare.
[[nodiscard]] inline rules::Value bare_value(const rules::Position& position) {
    return rules::legal_moves(position).empty() ? rules::Value::loss_in(0) : rules::Value::win_in(1);
}

}  // namespace dameotb::gen
