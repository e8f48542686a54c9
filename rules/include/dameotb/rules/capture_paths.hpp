// The paths of captures, for programs that play a capture leap by leap. A Move has none.
#pragma once

#include <vector>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::rules {

/// One way to make a capture.
struct CapturePath {
    Move move;
    std::vector<Square> stops;  ///< From the first square to the last.
};

/// Returns a path for each legal capture and each leap with which it can begin, in unspecified order; nothing if no
/// capture is forced. Call has_more_captures_than first for positions from untrusted sources: all paths are followed.
[[nodiscard]] std::vector<CapturePath> paths_by_first_leap(const Position& position);

}  // namespace dameotb::rules
