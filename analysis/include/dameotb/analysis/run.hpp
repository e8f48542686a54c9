// A run over whole classes, one after the other: what it works with, and what it reports.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include <dameotb/index/material.hpp>
#include <dameotb/scores/load/read_progress.hpp>

namespace dameotb::analysis {

/// How far a run is.
struct ClassProgress {
    index::Material material{};
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    double class_share = 0;                         ///< The share of the work on this class that is done, 0 to 1.
    std::optional<scores::ReadProgress> reading{};  ///< While the class, or one that it needs, is read.
};

struct RunOptions {
    std::filesystem::path directory;
    int threads = 1;
    std::optional<std::uint64_t> memory_bytes{};  ///< The most memory of the process, if there is a bound.
    /// Called from the calling thread only, at most some ten times a second and at the beginning of a class.
    std::function<void(const ClassProgress&)> on_progress{};
    const std::atomic<bool>* stop = nullptr;  ///< May be null. When it becomes true, the run ends soon.
};

}  // namespace dameotb::analysis
