// Statistics of classes, counted when first asked for, one class at a time, and kept.
// Counting takes from milliseconds (3 pieces) to minutes (5) and much memory, so it happens in one thread of its own;
// nobody waits for it but those who ask for that class, and those not for long.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include <dameotb/index/material.hpp>

#include "serve/json_reply.hpp"

namespace dameotb::tools::serve {

/// Thread-safe.
class ClassStatistics {
public:
    /// Classes of more pieces are not counted: it would take hours, and more memory than a server should.
    static constexpr int most_pieces = 5;
    /// How long a client waits for an answer that is still being counted.
    static constexpr std::chrono::milliseconds patience{1500};

    explicit ClassStatistics(std::filesystem::path directory);
    /// Ends counting within moments.
    ~ClassStatistics();
    ClassStatistics(const ClassStatistics&) = delete;
    ClassStatistics& operator=(const ClassStatistics&) = delete;

    /// The answer of /stats, or 202 and {"class": ..., "counting": true} if it takes longer than `patience`.
    /// Requires: a canonical class of at most `most_pieces`.
    [[nodiscard]] Reply answer(const index::Material& material);

private:
    void work();

    std::filesystem::path directory_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<index::Material, Reply> finished_;
    std::deque<index::Material> wanted_;  ///< The first one is being counted.
    std::atomic<bool> stopping_ = false;
    std::thread worker_;
};

}  // namespace dameotb::tools::serve
