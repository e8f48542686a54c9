// Finds the positions of a class's tables where no capture is forced. Tables mean nothing at other places.
// A position's offset is its placement's number, plus the class's size if Black is to move (docs/format.md). The rules
// alone tell which positions are quiet.
#pragma once

#include <cstdint>
#include <span>

#include <dameotb/index/class_index.hpp>

namespace dameotb::index {

/// Returns whether position `first` + i is quiet. `marks`: the words that QuietPositions::mark has filled from `first`
/// on.
[[nodiscard]] inline bool is_quiet(std::span<const std::uint64_t> marks, std::uint64_t i) {
    return (marks[i / 64] >> (i % 64) & 1) != 0;
}

/// Finds the quiet positions of one class. Immutable after construction; thread-safe. Does not allocate.
class QuietPositions {
public:
    /// Keeps the reference.
    explicit QuietPositions(const ClassIndex& index) : index_{index} {}

    /// Returns whether the positions of such a class lie in rows, which are runs of positions that differ only in the
    /// square of one king. The captures of a row are found together, which takes about a nanosecond a position.
    /// Otherwise it takes some hundred nanoseconds a position.
    [[nodiscard]] static bool lie_in_rows(const Material& material) {
        return material.men() > 0 && material.kings() > 0;
    }

    /// Returns the number of positions, for all stored sides to move together.
    [[nodiscard]] std::uint64_t positions() const;

    /// For each i < `count`, sets bit i % 64 of words[i / 64] if position `first` + i is quiet, and clears it if a
    /// capture is forced there. Clears all further bits. Requires: first + count <= positions(), words.size() ==
    /// ceil(count / 64).
    void mark(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> words) const;

private:
    const ClassIndex& index_;
};

}  // namespace dameotb::index
