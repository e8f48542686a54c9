// Where scores come from that this process does not make itself.
#pragma once

#include <cstdint>
#include <span>

namespace dameotb::scores {

/// Gives the scores of one array (score_pages.hpp), a run at a time. Implementations are thread-safe.
class ScoreSource {
public:
    ScoreSource() = default;
    virtual ~ScoreSource() = default;
    ScoreSource(const ScoreSource&) = delete;
    ScoreSource& operator=(const ScoreSource&) = delete;

    /// Returns how many scores a run has. A run begins at a multiple of that, and the last one may be shorter.
    [[nodiscard]] virtual std::uint64_t run() const = 0;
    /// Fills a run. `first`: its first score in the array. Throws table::TablebaseError. Requires: somebody has found
    /// these scores.
    virtual void fetch(std::uint64_t first, std::span<std::int8_t> scores) = 0;
};

}  // namespace dameotb::scores
