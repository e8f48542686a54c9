// The scores of one class: one long array, of which only the pages in use are in memory.
// The array keeps its addresses. An evicted page leaves a hole without memory, so reading a score costs no look-up, but
// its page must be loaded before a pointer to it is made.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <dameotb/memory/score_memory.hpp>
#include <dameotb/memory/scratch_file.hpp>

namespace dameotb::memory {

/// A source of scores that this process does not compute: provides those of one array, a run at a time. Implementations
/// are thread-safe.
class ScoreSource {
public:
    ScoreSource() = default;
    virtual ~ScoreSource() = default;
    ScoreSource(const ScoreSource&) = delete;
    ScoreSource& operator=(const ScoreSource&) = delete;

    /// Returns the number of scores in a run. Runs begin at multiples of it, and the last one may be shorter.
    [[nodiscard]] virtual std::uint64_t run() const = 0;
    /// Fills a run. `first`: its first score in the array. Throws table::TablebaseError. Requires: these scores are
    /// solved.
    virtual void fetch(std::uint64_t first, std::span<std::int8_t> scores) = 0;
};

/// An array of scores, initially all draws. With a ScoreMemory it is cut into pages that are loaded and evicted;
/// without, all of it is in memory. `load` is thread-safe.
class ScorePages {
public:
    /// Makes an array of `size` scores that are mostly used in runs of `together`, starting at multiples of it. Keeps
    /// the pointer, which may be null. `scratch`: if not empty and `memory` is not null, pages that do not fit go there
    /// instead of to a nameless file. Throws std::bad_alloc, and table::TablebaseError.
    ScorePages(ScoreMemory* memory, std::uint64_t size, std::uint64_t together,
               const std::filesystem::path& scratch = {}, const std::string& what = {});
    /// Makes an array whose scores come from a source unless written here. It uses no scratch file: what is written
    /// must be in the source before the epoch ends. Throws std::bad_alloc.
    ScorePages(ScoreMemory& memory, std::uint64_t size, std::uint64_t together, std::unique_ptr<ScoreSource> source);
    ~ScorePages();
    ScorePages(const ScorePages&) = delete;
    ScorePages& operator=(const ScorePages&) = delete;

    [[nodiscard]] ScoreMemory* memory() const { return memory_; }
    /// Returns whether scores come from a source, whole runs at a time.
    [[nodiscard]] bool has_source() const { return source_ != nullptr; }
    /// Returns the array. Only scores brought in during this epoch may be used.
    [[nodiscard]] std::int8_t* data() const { return scores_; }

    /// Returns whether `count` scores are in memory, so that bringing them in takes no room. Never of scores from a
    /// source. Requires: no other thread uses this object, count > 0.
    [[nodiscard]] bool is_resident(std::uint64_t first, std::uint64_t count) const {
        if (memory_ == nullptr || source_ != nullptr) {
            return memory_ == nullptr;
        }
        const auto pages = std::span{pages_}.subspan(first >> page_shift_);
        return std::ranges::all_of(pages.first(((first + count - 1) >> page_shift_) - (first >> page_shift_) + 1),
                                   [](const Page& page) { return page.state == State::Resident; });
    }

    enum class Use : std::uint8_t { Read, Write };
    /// Makes `count` scores usable until the next epoch. Throws table::TablebaseError if the scratch or the source
    /// cannot be read. Requires: no thread reads scores while another writes them. With a source, whole runs are
    /// written.
    void load(std::uint64_t first, std::uint64_t count, Use use) {
        if (memory_ == nullptr) {
            return;
        }
        if (source_ != nullptr) {
            bring_in_runs(first, count, use);
            return;
        }
        bring_in_pages(first, count, use);
    }

    /// Removes the scratch's names, if it has any: no later process finds it. Requires: it has a scratch.
    void forget_scratch();

    // With a named scratch:

    /// Returns the number of the last checkpoint of an earlier process, whose scores are restored; 0 if there was none.
    /// Requires: no score was used yet.
    std::uint64_t restore();
    /// Writes what changed since the last checkpoint, so that `restore` finds it. Requires and throws what
    /// ScoreMemory::make_room does; number > 0.
    void checkpoint(std::uint64_t number, const Team& team);

    /// Returns the most bytes that the pages of `count` consecutive scores take, whatever multiple of `together` they
    /// start at.
    [[nodiscard]] static std::uint64_t bytes_of_run(std::uint64_t count, std::uint64_t together);
    /// Returns the bytes of metadata for the pages of such an array.
    [[nodiscard]] static std::uint64_t metadata_bytes(std::uint64_t size, std::uint64_t together);
    /// The number of scores in the largest pages.
    static constexpr std::uint64_t most_page = std::uint64_t{1} << 18;
    /// Returns the number of scores in a page of such an array.
    [[nodiscard]] static std::uint64_t page_of(std::uint64_t together) {
        return std::uint64_t{1} << page_shift_of(together);
    }

private:
    friend class ScoreMemory;

    enum class State : std::uint8_t { Empty, Resident, Loading, Evicted };
    struct Page {
        ScratchRun run;                        ///< Where it lies in the scratch, if ever written there.
        std::atomic<std::uint32_t> epoch = 0;  ///< Of its last use. The current one only if it is resident.
        std::atomic<State> state = State::Empty;
        std::atomic<bool> changed = false;     ///< Since it was last written to the scratch, if ever.
        std::atomic<bool> in_journal = false;  ///< `run` belongs to the last checkpoint and must not change.
    };

    ScorePages(ScoreMemory* memory, std::uint64_t size, std::uint64_t together, std::unique_ptr<ScoreSource> source,
               std::unique_ptr<ScratchFile> scratch);
    [[nodiscard]] static int page_shift_of(std::uint64_t together);
    [[nodiscard]] static std::uint64_t metadata_bytes_of(std::uint64_t pages, std::uint64_t runs);
    [[nodiscard]] std::uint64_t page_bytes() const { return std::uint64_t{1} << page_shift_; }
    [[nodiscard]] std::int8_t* scores_of(const Page& page) const {
        return scores_ + (static_cast<std::uint64_t>(&page - pages_.data()) << page_shift_);
    }
    void bring_in_pages(std::uint64_t first, std::uint64_t count, Use use) {
        const std::uint64_t end = (first + count - 1) >> page_shift_;
        for (std::uint64_t page = first >> page_shift_; page <= end; ++page) {
            Page& at = pages_[page];
            if (at.epoch.load(std::memory_order_acquire) != memory_->epoch()) {
                bring_in_page(at);
            }
            if (use == Use::Write) {
                at.changed.store(true, std::memory_order_relaxed);
            }
        }
    }
    void bring_in_runs(std::uint64_t first, std::uint64_t count, Use use);
    void fetch(std::uint64_t run);
    void bring_in_page(Page& page);
    void load(Page& page);
    void save(Page& page);
    void evict(Page& page);

    ScoreMemory* memory_;
    int page_shift_;
    std::uint64_t mapped_bytes_;
    std::int8_t* scores_ = nullptr;
    std::vector<Page> pages_;  ///< Empty without a ScoreMemory.
    std::mutex mutex_;
    std::vector<Page*> resident_;           ///< Those in memory.
    std::unique_ptr<ScratchFile> scratch_;  ///< Null without a ScoreMemory, or with a source.
    std::unique_ptr<ScoreSource> source_;
    std::uint64_t size_;
    std::uint64_t run_ = 0;                 ///< The number of scores in a run of the source.
    std::vector<std::atomic<State>> runs_;  ///< Resident, Loading or Empty; empty without a source.
};

}  // namespace dameotb::memory
