// Finds the positions of a class's tables in which no capture is forced. Only these have a value in the tables.
// A position's offset is its placement's index, plus the class's size if Black is to move (docs/format.md). Which
// positions are quiet follows from the rules alone.
#pragma once

#include <cstdint>
#include <span>

#include <dameotb/index/class_index.hpp>

namespace dameotb::index {

/// Returns whether position `first` + i is quiet. `marks`: the words that QuietPositions::mark filled from `first` on.
[[nodiscard]] inline bool is_quiet(std::span<const std::uint64_t> marks, std::uint64_t i) {
    return (marks[i / 64] >> (i % 64) & 1) != 0;
}

/// Finds the quiet positions of one class. Immutable after construction; thread-safe. Does not allocate.
class QuietPositions {
public:
    /// Keeps the reference.
    explicit QuietPositions(const ClassIndex& index) : index_{index} {}

    /// Returns whether the positions of such a class lie in rows: runs of positions that differ only in the square of
    /// one king. The captures of a row are found together, in about a nanosecond a position; otherwise a position takes
    /// a few hundred nanoseconds.
    [[nodiscard]] static bool lie_in_rows(const Material& material) {
        return material.men() > 0 && material.kings() > 0;
    }

    /// Returns the number of positions, for all stored sides to move together.
    [[nodiscard]] std::uint64_t positions() const;

    /// For each i < `count`, sets bit i % 64 of words[i / 64] if position `first` + i is quiet, and clears it if a
    /// capture is forced there. Clears all remaining bits. Requires: first + count <= positions(), words.size() ==
    /// ceil(count / 64).
    void mark(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> words) const;

private:
    const ClassIndex& index_;
};

}  // namespace dameotb::index
