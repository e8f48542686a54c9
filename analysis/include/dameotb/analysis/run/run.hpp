// A run over whole classes, one after another: its options and its progress reports.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::analysis {

/// The progress of a run.
struct ClassProgress {
    index::Material material{};
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    double class_share = 0;                        ///< The completed fraction of the work on this class, 0 to 1.
    std::optional<store::ReadProgress> reading{};  ///< While the class, or one that it depends on, is read.
};

struct RunOptions {
    table::TableDirectories directory;
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes{};  ///< Limit on the process's memory, if any.
    /// Called from the calling thread only, at the start of each class and at most about ten times per second.
    std::function<void(const ClassProgress&)> on_progress{};
    const std::atomic<bool>* stop = nullptr;  ///< May be null. The run ends soon after it becomes true.
    DrawRule rule{};                          ///< Under which values hold; they come from .dtz files then.
};

}  // namespace dameotb::analysis
