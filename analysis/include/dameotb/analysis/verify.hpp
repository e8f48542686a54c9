// Verification: every stored value against the values of its successors, by forward moves.
// A table that passes satisfies the equations that define the values. It is not re-solved: a draw is accepted where
// a move keeps it and none wins, as the definition of endless play demands.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::analysis {

/// The first wrong position of a class, in the order of side to move, then placement number.
struct Mismatch {
    rules::Position position;
    rules::Value stored;    ///< A .wdl has no distance: a win in 1 or a loss in 0 stand for what it says.
    rules::Value expected;  ///< From the successors' values.
    std::string file;       ///< The file that holds the wrong value.
};

struct VerifyProgress {
    index::Material material;
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    std::uint64_t positions_done = 0;
    std::uint64_t positions = 0;
    bool class_finished = false;
};

struct VerifyOptions {
    std::filesystem::path directory;
    std::vector<index::Material> classes;  ///< Canonical, in build order.
    int threads = 1;
    /// Check one position after the other by the rules' move generator, sharing nothing with the solver: the plain
    /// definition of what is checked, some 15 times slower than by whole rows.
    bool plain = false;
    std::function<void(const VerifyProgress&)> on_progress;  ///< Called from the calling thread only.
    const std::atomic<bool>* stop = nullptr;
};

struct VerifyReport {
    std::uint64_t positions = 0;  ///< Gone through, .dtm and .wdl counted once, forced captures included.
    std::optional<Mismatch> mismatch;
    bool stopped = false;
};

/// Checks each class's .dtm, and that its .wdl says the same. Stops at the first mismatch.
/// Throws format::TablebaseError for a missing or damaged file; unless plain, also for one that holds a distance
/// above 250 plies, which no table that was generated does.
[[nodiscard]] VerifyReport verify(const VerifyOptions& options);

}  // namespace dameotb::analysis
