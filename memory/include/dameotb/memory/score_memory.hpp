// One memory bound for the scores of all classes, and the scratch file of those that do not fit.
// Work proceeds in epochs. What an epoch has used stays in memory until the next one begins, so no pointer leads to
// evicted scores; between epochs the least recently used scores are evicted.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/scratch_file.hpp>

namespace dameotb::memory {

class ScorePages;

/// The most bytes that the tasks of a loop load into memory: each of them, and all together.
struct WorkingSet {
    std::uint64_t per_task;
    std::uint64_t total;
    std::uint64_t shared = 0;  ///< What all tasks share. It is not in `per_task`, and loaded before they begin.

    /// Returns the room needed for the loop, if only for one thread.
    [[nodiscard]] std::uint64_t least() const { return std::min(shared + per_task, total); }
    /// Returns how many tasks can run concurrently within that room, from 1 to `most`: all of them, if there is room
    /// for what they load together.
    [[nodiscard]] int tasks_that_fit(std::uint64_t room, int most) const;
    /// Returns what is still to be loaded: nothing if all of it is in memory already. Room for it would be made by
    /// evicting it.
    [[nodiscard]] WorkingSet unless(bool is_resident) const { return is_resident ? WorkingSet{0, 0} : *this; }
};

/// Accounts for the pages of scores (score_pages.hpp) of some classes, which it outlives. What counts bytes and epochs
/// is thread-safe; `make_room`, and all that concerns the bound but `has_room`, require that no other thread uses this
/// object.
class ScoreMemory {
public:
    /// `bound_bytes`: for all pages in memory together, and the metadata of all pages. `scratch`: the directory for
    /// pages that do not fit.
    ScoreMemory(std::uint64_t bound_bytes, std::filesystem::path scratch);
    ~ScoreMemory();
    ScoreMemory(const ScoreMemory&) = delete;
    ScoreMemory& operator=(const ScoreMemory&) = delete;

    /// A bound that no machine reaches.
    static constexpr std::uint64_t no_bound = std::uint64_t{1} << 62;
    [[nodiscard]] std::uint64_t bound_bytes() const { return bound_bytes_; }
    [[nodiscard]] bool is_bounded() const { return bound_bytes_ < no_bound / 2; }
    /// Sets another bound, effective from the next epoch on.
    void set_bound(std::uint64_t bound_bytes) { bound_bytes_ = bound_bytes; }
    [[nodiscard]] std::uint64_t used_bytes() const { return used_bytes_.load(std::memory_order_relaxed); }
    /// Returns the most bytes by which the use in an epoch exceeded the bound with which the epoch began. Positive only
    /// if more was brought in than room was made for.
    [[nodiscard]] std::uint64_t overrun_bytes() const { return std::max(overrun_bytes_, overrun_of_epoch()); }
    [[nodiscard]] std::uint64_t scratch_bytes() const { return scratch_bytes_.load(std::memory_order_relaxed); }
    /// Returns the peak size of the scratch since the last call, or since the beginning.
    [[nodiscard]] std::uint64_t take_peak_scratch_bytes() { return peak_scratch_bytes_.exchange(scratch_bytes()); }
    /// Returns how many bytes of scores came from sources (ScoreSource).
    [[nodiscard]] std::uint64_t fetched_bytes() const { return fetched_bytes_.load(std::memory_order_relaxed); }
    [[nodiscard]] const std::filesystem::path& scratch() const { return scratch_; }
    /// Returns the number of the epoch, which is never 0.
    [[nodiscard]] std::uint32_t epoch() const { return epoch_.load(std::memory_order_relaxed); }
    /// Returns whether `bytes` more fit.
    [[nodiscard]] bool has_room(std::uint64_t bytes) const { return used_bytes() + bytes <= bound_bytes_; }
    /// Returns whether `bytes` of scores fit once all that is in memory now is evicted.
    [[nodiscard]] bool can_hold(std::uint64_t bytes) const { return bytes <= room(); }

    /// Returns how many tasks can run concurrently if what is in memory now is evicted (WorkingSet::tasks_that_fit).
    [[nodiscard]] int tasks_at_a_time(const WorkingSet& working_set, int most) const {
        return working_set.tasks_that_fit(room(), most);
    }

    /// Begins the next epoch, and evicts pages until `bytes` and some more are free; all pages if that is impossible.
    /// All threads first compress pages that no scratch file holds into one. Throws ScratchError if the scratch cannot
    /// be written, and StopRequested. Requires: no other thread uses any scores; from now on pointers of the last epoch
    /// are invalid.
    void make_room(std::uint64_t bytes, const Team& team);

private:
    friend class ScorePages;

    /// A candidate for eviction.
    struct Victim {
        std::uint32_t epoch;
        ScorePages* pages;
        std::size_t page;
    };

    [[nodiscard]] std::uint64_t overrun_of_epoch() const {
        return used_bytes() > epoch_bound_bytes_ ? used_bytes() - epoch_bound_bytes_ : 0;
    }
    /// Returns what the bound leaves for pages.
    [[nodiscard]] std::uint64_t room() const;
    void evict(std::uint64_t most_bytes_to_stay, const Team& team);
    /// Counts bytes that the scratch has grown by. Thread-safe.
    void add_scratch_bytes(std::uint64_t bytes);

    std::uint64_t bound_bytes_;
    std::uint64_t epoch_bound_bytes_ = bound_bytes_;
    std::uint64_t overrun_bytes_ = 0;
    std::filesystem::path scratch_;
    std::atomic<std::uint64_t> used_bytes_ = 0;
    std::atomic<std::uint64_t> scratch_bytes_ = 0;
    std::atomic<std::uint64_t> fetched_bytes_ = 0;
    std::atomic<std::uint64_t> peak_scratch_bytes_ = 0;
    std::atomic<std::uint32_t> epoch_ = 1;
    std::mutex mutex_;
    std::vector<ScorePages*> all_;
};

/// Calls body(thread, i) once for every i in 0..count-1, as parallel_for does, in one or more epochs. Without a
/// `memory` everything stays in memory. Fewer threads work if the bound has no room for a call in each.
/// `load_shared()`: loads what working_set.shared counts; called at the beginning of an epoch.
template <class LoadShared, class Body>
void parallel_for_within(ScoreMemory* memory, const WorkingSet& working_set, std::uint64_t count, const Team& team,
                         LoadShared&& load_shared, Body&& body) {
    if (memory == nullptr) {
        parallel_for(count, team, std::forward<Body>(body));
        return;
    }
    const Team working{memory->tasks_at_a_time(working_set, team.threads), team.stop};
    const std::uint64_t bytes = working_set.per_task * static_cast<std::uint64_t>(working.threads);
    // If there is room for everything, nothing that one call brought in is evicted before another needs it.
    if (working_set.shared + bytes >= working_set.total) {
        memory->make_room(working_set.total, team);
        parallel_for(count, working, std::forward<Body>(body));
        return;
    }
    // A thread continues only if there is room for one more call in every working thread, so all stay within the bound
    // whatever the others are doing.
    std::atomic<std::uint64_t> next = 0;
    while (next < count) {
        memory->make_room(working_set.shared + bytes, team);
        load_shared();
        parallel_for(static_cast<std::uint64_t>(working.threads), working, [&](std::size_t thread, std::uint64_t) {
            do {
                const std::uint64_t i = next.fetch_add(1, std::memory_order_relaxed);
                if (i >= count) {
                    return;
                }
                team.require_going_on();
                body(thread, i);
            } while (memory->has_room(bytes));
        });
    }
}

/// As above, for tasks that share nothing.
template <class Body>
void parallel_for_within(ScoreMemory* memory, const WorkingSet& working_set, std::uint64_t count, const Team& team,
                         Body&& body) {
    parallel_for_within(
        memory, working_set, count, team, [] {}, std::forward<Body>(body));
}

}  // namespace dameotb::memory
