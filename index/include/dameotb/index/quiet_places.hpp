// At which places of a class's tables is no capture forced? Only there are values stored.
// A place is a placement number, plus the class's size if Black is to move (docs/format.md). Found from the rules
// alone.
#pragma once

#include <cstdint>
#include <span>

#include <dameotb/index/class_index.hpp>

namespace dameotb::index {

/// True if the bit that QuietPlaces::mark set or cleared for place `first` + i is set.
[[nodiscard]] inline bool is_quiet(std::span<const std::uint64_t> marks, std::uint64_t i) {
    return (marks[i / 64] >> (i % 64) & 1) != 0;
}

/// Immutable after construction; thread-safe. Does not allocate.
class QuietPlaces {
public:
    /// Keeps the reference.
    explicit QuietPlaces(const ClassIndex& index) : index_{index} {}

    /// True if the places of such a class lie in rows: runs of places that differ in the square of one king, whose
    /// captures are found together. It takes about a nanosecond a place then, and some hundred otherwise.
    [[nodiscard]] static bool lie_in_rows(const Material& material) {
        return material.men() > 0 && material.kings() > 0;
    }

    /// Places of all stored sides to move.
    [[nodiscard]] std::uint64_t places() const;

    /// Sets bit i % 64 of words[i / 64] if place `first` + i is quiet, and clears it if a capture is forced there; for
    /// i < `count`, further bits are cleared. Requires: first + count <= places(), words.size() == ceil(count / 64).
    void mark(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> words) const;

private:
    const ClassIndex& index_;
};

}  // namespace dameotb::index
