// The value of a position with a forced capture, from finished classes.
// Searches the longest captures and looks up where they lead. Captures of one slice lead to few others: their views
// are kept in a small table, so that a slice's address is resolved once and not once a position.
#pragma once

#include <array>
#include <vector>

#include "solved_class.hpp"

namespace dameotb::gen {

/// One object a thread. Not thread-safe.
class CaptureResolver {
public:
    /// Keeps the reference: the classes that captures lead to must be in it when `resolve` is called.
    explicit CaptureResolver(const SolvedClasses& finished) : finished_{finished}, slots_(slot_count) {}

    /// The score for the side to move. Requires: it can capture.
    [[nodiscard]] Score resolve(const rules::Position& position);

private:
    static constexpr std::size_t slot_count = 1024;

    struct Slot {
        index::Material material;
        index::Slice slice;
        SliceView view;
        bool used = false;
    };
    /// The end of a leap chain. Field names follow rules::visit_captures.
    struct Chain {
        rules::Square from;
        rules::Square to;
        rules::Bitboard captured;
    };
    class LongestChains;

    [[nodiscard]] const SliceView& view(const rules::Position& position);

    const SolvedClasses& finished_;
    std::vector<Slot> slots_;
    std::vector<Chain> chains_;
};

}  // namespace dameotb::gen
