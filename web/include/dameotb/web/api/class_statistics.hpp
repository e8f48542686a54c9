// Statistics of classes: counted on first request, one class at a time, then kept, in files too if wanted. Counting
// takes from milliseconds (3 pieces) to minutes (5 pieces) and much memory, so it runs in its own thread. Only clients
// that request that class wait for it, and only briefly.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <dameotb/index/material.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/web/answers/kept_counts.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/limits.hpp>

namespace dameotb::web {

/// Counts and keeps the statistics of classes. Thread-safe.
class ClassStatistics {
public:
    struct Limits {
        /// How long a client waits for an answer that is still being counted.
        std::chrono::milliseconds patience{1500};
        /// How many clients may wait like this at the same time. Others are told immediately to ask again. Each waiting
        /// client occupies a worker thread.
        int most_waiting_clients = 4;
        /// How many classes may be counted or queued.
        std::size_t most_wanted = 4;
        /// Limit on the counting of one class. Then it is abandoned, as in the destructor.
        std::chrono::milliseconds counting_time = std::chrono::minutes{5};
        /// Larger classes are not counted, but answered if their counts were kept.
        int most_pieces = most_counted_pieces;
        /// How many answers are kept. The oldest is dropped first.
        std::size_t most_kept = 64;
        /// How long a failure to count a class is remembered.
        std::chrono::milliseconds failure_kept = std::chrono::minutes{1};
    };

    explicit ClassStatistics(table::TableDirectories directory);
    /// Keeps the pointer. `kept`: where counts are read that were kept, and written as far as that is possible; null:
    /// nowhere.
    ClassStatistics(table::TableDirectories directory, const Limits& limits, const KeptCounts* kept = nullptr);
    /// Abandons counting, between two files that it reads.
    ~ClassStatistics();
    ClassStatistics(const ClassStatistics&) = delete;
    ClassStatistics& operator=(const ClassStatistics&) = delete;

    /// Returns the answer of /stats. If counting takes longer than a client may wait, returns 202 and {"class": ...,
    /// "counting": true}. If too many classes are queued, or this one takes too long, returns 503; if it has too many
    /// pieces and was not counted beforehand, 422. Requires: a canonical class.
    [[nodiscard]] Reply answer(const index::Material& material);

private:
    using Clock = std::chrono::steady_clock;
    struct Finished {
        index::Material material;
        Reply reply;
        Clock::time_point at;
    };

    /// Returns the answer from the counts that were kept of the class, and adds it to the finished ones; nothing if
    /// there are none. Unlocks `lock` while it reads.
    [[nodiscard]] std::optional<Reply> kept_answer(const index::Material& material, std::unique_lock<std::mutex>& lock);
    /// Returns whether the class is being counted or queued.
    [[nodiscard]] bool is_wanted(const index::Material& material) const;
    /// Adds an answer, and drops the oldest if there are too many.
    void add_finished(const index::Material& material, Reply reply);
    /// Adds the error that is being handled as the class's answer, if there is memory for that.
    void add_current_error(const index::Material& material) noexcept;
    void work();
    /// Counts until the class is finished. Unlocks `lock` meanwhile. Throws what counting throws, and RequestError if
    /// no thread can be started or the time is up.
    [[nodiscard]] Reply count_within_limit(const index::Material& material, std::unique_lock<std::mutex>& lock);
    /// Returns the kept answer, or null if the class is not finished. Forgets an outdated failure.
    [[nodiscard]] const Reply* finished(const index::Material& material);

    table::TableDirectories directory_;
    Limits limits_;
    const KeptCounts* kept_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Finished> finished_;        ///< Oldest first.
    std::deque<index::Material> wanted_;  ///< The first is being counted.
    int waiting_clients_ = 0;
    bool ending_ = false;
    std::thread worker_;
};

}  // namespace dameotb::web
