// A piece of the work that several workers share: what one of them does at a time, in seconds to minutes.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::cluster {

struct Task {
    enum class Kind : std::uint8_t {
        Make,      ///< Solves a class, writes its files, and shares what others need of its scores.
        SolveAll,  ///< Solves a whole class and shares its scores.
        Read,      ///< Shares the scores of a class whose files are there.
        Cut,       ///< Cuts a class into batches.
        Solve,     ///< Solves a batch and shares its scores.
        Write,     ///< Writes the files of a class whose scores are all shared.
        Plan,      ///< Finds out how the files of a class are encoded whose scores are all shared.
        Encode,    ///< Encodes a part of them.
        Join,      ///< Makes them from the parts.
        Verify,    ///< Verifies a part of a class whose files are there.
    };
    Kind kind = Kind::Make;
    index::Material material;
    BatchName batch;  ///< Of Solve; of Encode and Verify the part.
    bool operator==(const Task&) const = default;
};

/// What a worker says of a task that it has done.
struct TaskResult {
    double seconds = 0;
    std::uint64_t written_bytes = 0;  ///< To the shared directory.
    std::uint64_t fetched_bytes = 0;  ///< Of scores from it, unpacked.
    /// Of Cut: how many batches each level has; of Plan: how many parts there are.
    std::vector<std::uint32_t> batches;
};

}  // namespace dameotb::cluster
