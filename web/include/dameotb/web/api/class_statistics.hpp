// Statistics of classes: counted when first asked for, one class at a time, and then kept.
// Counting takes from milliseconds (3 pieces) to minutes (5 pieces), and much memory. So it happens in a thread of its
// own. Only clients that ask for that class wait for it, and only for a short time.
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

/// Counts and keeps the statistics of classes. Thread-safe.
class ClassStatistics {
public:
    struct Limits {
        /// How long a client waits for an answer that is still being counted.
        std::chrono::milliseconds patience{1500};
        /// How many clients may wait like this at a time. The others are told at once to ask again. Each waiting client
        /// holds a thread that makes answers.
        int most_waiting_clients = 4;
        /// How many classes may be counted or wait to be counted.
        std::size_t most_wanted = 4;
        /// How long the counting of one class may take. After that it is given up, as in the destructor.
        std::chrono::milliseconds counting_time = std::chrono::minutes{5};
        /// How many answers are kept. The oldest is dropped first.
        std::size_t most_kept = 64;
        /// How long the server remembers that a class could not be counted.
        std::chrono::milliseconds failure_kept = std::chrono::minutes{1};
    };

    explicit ClassStatistics(std::filesystem::path directory);
    ClassStatistics(std::filesystem::path directory, const Limits& limits);
    /// Gives up counting. It stops between two of the files that it reads.
    ~ClassStatistics();
    ClassStatistics(const ClassStatistics&) = delete;
    ClassStatistics& operator=(const ClassStatistics&) = delete;

    /// Returns the answer of /stats. If counting takes longer than a client may wait, returns 202 and {"class": ...,
    /// "counting": true}. If too many classes are wanted, or this one takes too long, returns 503. Requires: a
    /// canonical class of at most most_counted_pieces.
    [[nodiscard]] Reply answer(const index::Material& material);

private:
    using Clock = std::chrono::steady_clock;
    struct Finished {
        index::Material material;
        Reply reply;
        Clock::time_point at;
    };

    void work();
    /// Counts until the class is finished or its time is over. Unlocks `lock` meanwhile.
    [[nodiscard]] Reply count_within_limit(const index::Material& material, std::unique_lock<std::mutex>& lock);
    /// Returns the kept answer, or null if the class is not finished. Forgets a failure that is too old.
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
