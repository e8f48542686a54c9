// Statistics of classes, counted when first asked for, one class at a time, and kept.
// Counting takes from milliseconds (3 pieces) to minutes (5) and much memory, so it happens in a thread of its own;
// nobody waits for it but those who ask for that class, and those not for long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <list>
#include <mutex>
#include <string>
#include <thread>

#include <dameotb/index/material.hpp>
#include <dameotb/web/http/message.hpp>

namespace dameotb::web {

/// Thread-safe.
class ClassStatistics {
public:
    /// Classes of more pieces are not counted: it would take hours, and more memory than a server should.
    static constexpr int most_pieces = 5;

    struct Limits {
        /// How long a client waits for an answer that is still being counted.
        std::chrono::milliseconds patience{1500};
        /// How many clients wait so at a time; others are told at once to ask again. They hold threads that answer.
        int most_waiting_clients = 4;
        /// Classes that are being counted or wait for it.
        std::size_t most_wanted = 4;
        /// For one class. Then counting is given up, as by the destructor.
        std::chrono::milliseconds counting_time = std::chrono::minutes{5};
        /// Answers that are kept; the oldest goes first.
        std::size_t most_kept = 64;
        /// How long it is kept that a class could not be counted.
        std::chrono::milliseconds failure_kept = std::chrono::minutes{1};
    };

    explicit ClassStatistics(std::filesystem::path directory);
    ClassStatistics(std::filesystem::path directory, const Limits& limits);
    /// Gives up counting, between two files that it reads.
    ~ClassStatistics();
    ClassStatistics(const ClassStatistics&) = delete;
    ClassStatistics& operator=(const ClassStatistics&) = delete;

    /// The answer of /stats, or 202 and {"class": ..., "counting": true} if it takes longer than a client may wait, or
    /// 503 if too many classes are wanted, or this one takes too long. Requires: a canonical class of at most
    /// `most_pieces`.
    [[nodiscard]] Reply answer(const index::Material& material);

private:
    using Clock = std::chrono::steady_clock;
    struct Finished {
        index::Material material;
        Reply reply;
        Clock::time_point at;
    };

    void work();
    /// Counts, until the limit. Unlocks meanwhile.
    [[nodiscard]] Reply count_within_limit(const index::Material& material, std::unique_lock<std::mutex>& lock);
    /// Empty if it is not finished. Forgets a failure that is too old.
    [[nodiscard]] const Reply* finished(const index::Material& material);

    std::filesystem::path directory_;
    Limits limits_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Finished> finished_;        ///< Oldest first.
    std::deque<index::Material> wanted_;  ///< The first one is being counted.
    int waiting_clients_ = 0;
    bool ending_ = false;
    std::thread worker_;
};

}  // namespace dameotb::web
