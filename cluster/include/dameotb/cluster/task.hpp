// A unit of work shared among several workers: what one of them does at a time, in seconds to minutes.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::cluster {

struct Task {
    enum class Kind : std::uint8_t {
        Make,      ///< Solves a class, writes its files, and shares the scores that others need.
        SolveAll,  ///< Solves a whole class and shares its scores.
        Read,      ///< Shares the scores of a class that has files.
        Cut,       ///< Cuts a class into batches.
        Solve,     ///< Solves a batch and shares its scores.
        Write,     ///< Writes the files of a class whose scores are all shared.
        Plan,      ///< Plans how to encode the files of a class whose scores are all shared.
        Encode,    ///< Encodes a part of them.
        Join,      ///< Joins the parts into the files.
        Verify,    ///< Verifies a part of a class that has files.
    };
    Kind kind = Kind::Make;
    index::Material material;
    BatchName batch;  ///< Of Solve; for Encode and Verify, the part.
    bool operator==(const Task&) const = default;
};

/// A worker's report on a finished task.
struct TaskResult {
    double seconds = 0;
    std::uint64_t written_bytes = 0;  ///< To the shared directory.
    std::uint64_t fetched_bytes = 0;  ///< Of scores from it, uncompressed.
    /// For Cut, the number of batches of each level; for Plan, the number of parts.
    std::vector<std::uint32_t> batches;
};

}  // namespace dameotb::cluster
