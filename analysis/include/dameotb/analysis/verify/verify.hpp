// Verification: compares every stored value with the values of its successors, by forward moves.
// A table that passes satisfies the equations that define the values. The table is not solved again: a draw is accepted
// if some move keeps the draw and no move wins, since endless play is a draw.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/run/run.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::analysis {

/// The first wrong position of a class, in position order.
struct Mismatch {
    Position position;
    probe::Outcome stored;    ///< For a .wdl, which has no distances, a win in 1, a draw or a loss in 0.
    probe::Outcome expected;  ///< From the values of the successors.
    std::string file;         ///< The file that holds the wrong value.
};

struct VerifyProgress : ClassProgress {
    std::uint64_t positions_done = 0;
    std::uint64_t positions = 0;
    bool class_finished = false;
};

struct VerifyOptions {
    table::TableDirectories directory;
    std::vector<index::Material> classes;  ///< Canonical, in build order.
    /// With a rule the .dtz files are verified, otherwise the .dtm files.
    DrawRule rule{};
    int threads = 1;
    /// Verify position by position with the rules' move generator and no code of the solver: the plain definition of
    /// verification. Takes about 20 times as long as verification by rows.
    bool plain = false;
    /// In each class, verify at least this many positions, or all if it has fewer: one random position from each of
    /// equal runs. Only with `plain`. Nothing: verify all.
    std::optional<std::uint64_t> sample{};
    std::uint64_t seed = 0;                                  ///< Of the sample; equal seeds give equal positions.
    std::optional<std::uint64_t> memory_bytes{};             ///< Limit on the process's memory, if any.
    std::function<void(const VerifyProgress&)> on_progress;  ///< Called from the calling thread only.
    const std::atomic<bool>* stop = nullptr;
};

struct VerifyReport {
    /// Positions verified, or in a sample those examined. A position in both files counts once; forced captures count
    /// too.
    std::uint64_t positions = 0;
    std::optional<Mismatch> mismatch;
    bool stopped = false;
};

/// Verifies the .dtm of each class, and that its .wdl has the same results. Stops at the first mismatch. Throws
/// table::TablebaseError for a missing or damaged file and, unless `plain`, for a distance above 250 plies, which the
/// generator never writes.
[[nodiscard]] VerifyReport verify(const VerifyOptions& options);

/// Part number `part` of `parts` parts of a class, which have nearly equal numbers of positions.
struct ClassPart {
    std::uint32_t part = 0;
    std::uint32_t parts = 1;
};

/// Verifies parts of classes by rows. Keeps the last class's .wdl open: opening a class of many kings takes as long as
/// verifying a part of it. Not thread-safe.
class PartVerifier {
public:
    /// `directory`: of the tables.
    explicit PartVerifier(std::filesystem::path directory) : directory_{std::move(directory)} {}

    /// Returns the first mismatch in a part. `own`: the scores that the class's .dtm gives. `solved_classes`: must have
    /// those that its moves lead to. Throws what analysis::verify throws, and memory::StopRequested.
    [[nodiscard]] std::optional<Mismatch> verify(const scores::ClassScores& own,
                                                 const scores::SolvedClasses& solved_classes, const ClassPart& part,
                                                 const memory::Team& team);

private:
    std::filesystem::path directory_;
    std::unique_ptr<const table::OpenClass> open_;
};

}  // namespace dameotb::analysis
