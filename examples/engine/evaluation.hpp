// What a position looks like without a search: material and how far the men have come. Plain on purpose; the captures
// of Dameo are too violent for anything but a search to judge.
#pragma once

#include <dameotb/rules/position.hpp>

#include "score.hpp"

namespace dameotb::engine {

/// For the side to move; always nearer to 0 than `some_win`.
[[nodiscard]] Score evaluate(const rules::Position& position);

}  // namespace dameotb::engine
