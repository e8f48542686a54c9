// At which places of a class's tables is no capture forced? Only there do the values mean something.
// Found from the rules alone, by whole rows where there are rows: no file is read and nothing is solved.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <dameotb/index/class_index.hpp>

#include "slice_layout.hpp"

namespace dameotb::gen {

/// Immutable after construction; thread-safe.
class QuietPlaces {
public:
    /// Keeps the reference.
    explicit QuietPlaces(const index::ClassIndex& index);

    /// Places of all stored sides to move.
    [[nodiscard]] std::uint64_t places() const;
    /// Places that are best marked together: a multiple of the placements of a slice.
    [[nodiscard]] std::uint64_t part() const { return part_; }
    /// Sets marks[i] to 0xFF if place `first` + i is quiet, to 0 if a capture is forced there.
    /// Requires: first and first + marks.size() are multiples of part(), or the end of all places.
    void mark(std::uint64_t first, std::span<std::uint8_t> marks) const;

private:
    void mark_slice(std::uint64_t first, std::uint8_t* marks) const;

    const index::ClassIndex& index_;
    std::optional<SliceLayout> layout_;  ///< Of a class whose places lie in rows.
    std::uint64_t part_;
};

}  // namespace dameotb::gen
