// Pages are fixed runs of the array, independent of slices.
#include <dameotb/memory/score_pages.hpp>

#include <algorithm>
#include <bit>
#include <new>
#include <numeric>
#include <span>

#include <sys/mman.h>
#include <unistd.h>

namespace dameotb::memory {

int ScorePages::page_shift_of(std::uint64_t together) {
    // Not below the system's page size, or nothing would be freed.
    static const auto least = static_cast<int>(std::bit_width(static_cast<unsigned long>(::sysconf(_SC_PAGESIZE)))) - 1;
    return std::max(static_cast<int>(std::bit_width(std::min(together, most_page))) - 1, least);
}

std::uint64_t ScorePages::bytes_of_run(std::uint64_t count, std::uint64_t together) {
    // A run can begin this far into a page.
    const std::uint64_t page = std::uint64_t{1} << page_shift_of(together);
    const std::uint64_t before = page - std::gcd(page, together);
    return (before + count + page - 1) / page * page;
}

std::uint64_t ScorePages::metadata_bytes(std::uint64_t size, std::uint64_t together) {
    return metadata_bytes_of((size >> page_shift_of(together)) + 1, 0);
}

/// A page has an entry in the array, in the list of resident pages, and in ScoreMemory's list of candidates for
/// eviction.
std::uint64_t ScorePages::metadata_bytes_of(std::uint64_t pages, std::uint64_t runs) {
    return pages * (sizeof(Page) + sizeof(Page*) + sizeof(ScoreMemory::Victim)) + runs * sizeof(std::atomic<State>);
}

ScorePages::ScorePages(ScoreMemory* memory, std::uint64_t size, std::uint64_t together,
                       const std::filesystem::path& scratch, const std::string& what)
    : ScorePages{memory, size, together, nullptr,
                 memory == nullptr ? nullptr
                 : scratch.empty()
                     ? std::make_unique<ScratchFile>(memory->scratch())
                     : std::make_unique<ScratchFile>(scratch, what + " " + std::to_string(size) + " " +
                                                                  std::to_string(page_shift_of(together)))} {}

ScorePages::ScorePages(ScoreMemory& memory, std::uint64_t size, std::uint64_t together,
                       std::unique_ptr<ScoreSource> source)
    : ScorePages{&memory, size, together, std::move(source), nullptr} {
    run_ = source_->run();
    runs_ = std::vector<std::atomic<State>>((size + run_ - 1) / run_);
    memory.used_bytes_ += metadata_bytes_of(0, runs_.size());
}

ScorePages::ScorePages(ScoreMemory* memory, std::uint64_t size, std::uint64_t together,
                       std::unique_ptr<ScoreSource> source, std::unique_ptr<ScratchFile> scratch)
    : memory_{memory},
      page_shift_{page_shift_of(together)},
      mapped_bytes_{((size >> page_shift_) + 1) << page_shift_},
      scratch_{std::move(scratch)},
      source_{std::move(source)},
      size_{size} {
    void* const mapped =
        ::mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
        throw std::bad_alloc{};
    }
    scores_ = static_cast<std::int8_t*>(mapped);
    // Huge pages would load scores that nobody requested, which matters under a bound.
#ifdef MADV_HUGEPAGE
    const bool is_bounded = memory_ != nullptr && memory_->is_bounded();
    (void)::madvise(mapped, mapped_bytes_, is_bounded ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
#endif
    if (memory_ == nullptr) {
        return;
    }
    pages_ = std::vector<Page>(mapped_bytes_ >> page_shift_);
    resident_.reserve(pages_.size());  // so that nothing fails or is copied once a page is loaded
    const std::lock_guard lock{memory_->mutex_};
    memory_->all_.push_back(this);
    memory_->used_bytes_ += metadata_bytes_of(pages_.size(), 0);
}

ScorePages::~ScorePages() {
    ::munmap(scores_, mapped_bytes_);
    if (memory_ != nullptr) {
        const std::lock_guard lock{memory_->mutex_};
        std::erase(memory_->all_, this);
        memory_->used_bytes_ -= metadata_bytes_of(pages_.size(), runs_.size()) + (resident_.size() << page_shift_);
        memory_->scratch_bytes_ -= scratch_ ? scratch_->size_bytes() : 0;
    }
}

// A run with an evicted page is no longer loaded, even if the rest of it lies in a resident page.
void ScorePages::bring_in_runs(std::uint64_t first, std::uint64_t count, Use use) {
    const std::uint64_t end_run = (first + count + run_ - 1) / run_;
    const std::uint64_t first_run = first / run_;
    bring_in_pages(first_run * run_, std::min(end_run * run_, size_) - first_run * run_, use);
    for (std::uint64_t run = first_run; run < end_run; ++run) {
        if (use == Use::Write) {
            runs_[run].store(State::Resident, std::memory_order_release);
        } else if (runs_[run].load(std::memory_order_acquire) != State::Resident) {
            fetch(run);
        }
    }
}

void ScorePages::fetch(std::uint64_t run) {
    std::atomic<State>& at = runs_[run];
    State state = at.load(std::memory_order_acquire);
    while (state != State::Resident) {
        if (state == State::Loading) {
            at.wait(state, std::memory_order_acquire);
            state = at.load(std::memory_order_acquire);
        } else if (at.compare_exchange_weak(state, State::Loading, std::memory_order_acquire)) {
            const std::uint64_t first = run * run_;
            const std::uint64_t count = std::min(run_, size_ - first);
            const auto end = [&at](State now) {
                at.store(now, std::memory_order_release);
                at.notify_all();
            };
            try {
                source_->fetch(first, {scores_ + first, count});
            } catch (...) {
                end(State::Empty);
                throw;
            }
            memory_->fetched_bytes_.fetch_add(count, std::memory_order_relaxed);
            end(State::Resident);
            return;
        }
    }
}

void ScorePages::bring_in_page(Page& page) {
    State state = page.state.load(std::memory_order_acquire);
    while (true) {
        if (state == State::Resident) {
            page.epoch.store(memory_->epoch(), std::memory_order_release);
            return;
        }
        if (state == State::Loading) {
            page.state.wait(state, std::memory_order_acquire);
            state = page.state.load(std::memory_order_acquire);
            continue;
        }
        if (page.state.compare_exchange_weak(state, State::Loading, std::memory_order_acquire)) {
            break;
        }
    }
    if (state == State::Evicted) {
        try {
            load(page);
        } catch (...) {
            page.state.store(State::Evicted, std::memory_order_release);
            page.state.notify_all();
            throw;
        }
    }
    memory_->used_bytes_.fetch_add(page_bytes(), std::memory_order_relaxed);
    {
        const std::lock_guard lock{mutex_};
        resident_.push_back(&page);
    }
    page.epoch.store(memory_->epoch(), std::memory_order_release);
    page.state.store(State::Resident, std::memory_order_release);
    page.state.notify_all();
}

void ScorePages::load(Page& page) {
    scratch_->read(page.run, std::as_writable_bytes(std::span{scores_of(page), page_bytes()}));
}

void ScorePages::save(Page& page) {
    // What the last checkpoint needs stays unchanged.
    const ScratchRun old = page.in_journal.load(std::memory_order_relaxed) ? ScratchRun{} : page.run;
    page.run = scratch_->write(std::as_bytes(std::span{scores_of(page), page_bytes()}), old);
    const bool in_old_place = old.room > 0 && page.run.offset == old.offset;
    memory_->add_scratch_bytes(in_old_place ? 0 : page.run.room);
    page.changed.store(false, std::memory_order_relaxed);
    page.in_journal.store(false, std::memory_order_relaxed);
}

std::uint64_t ScorePages::restore() {
    const std::uint64_t number = scratch_->restore([this](const ScratchFile::Entry& entry) {
        if (entry.page < pages_.size()) {
            Page& page = pages_[entry.page];
            page.run = entry.run;
            page.state = State::Evicted;
            page.in_journal = true;
        }
    });
    memory_->add_scratch_bytes(scratch_->size_bytes());
    return number;
}

void ScorePages::checkpoint(std::uint64_t number, const Team& team) {
    constexpr std::size_t part = 64;
    parallel_for((resident_.size() + part - 1) / part, team, [&](std::size_t, std::uint64_t task) {
        for (std::size_t i = task * part; i < std::min<std::size_t>((task + 1) * part, resident_.size()); ++i) {
            if (resident_[i]->changed.load(std::memory_order_relaxed)) {
                save(*resident_[i]);
            }
        }
    });
    constexpr std::size_t most_entries = std::size_t{1} << 14;  // at a time
    std::vector<ScratchFile::Entry> entries;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        const Page& page = pages_[i];
        if (page.run.size > 0 && !page.in_journal.load(std::memory_order_relaxed)) {
            entries.push_back({i, page.run});
        }
        if (entries.size() == most_entries || i + 1 == pages_.size()) {
            scratch_->add_entries(entries);
            entries.clear();
        }
    }
    scratch_->checkpoint(number);
    for (Page& page : pages_) {
        page.in_journal.store(page.run.size > 0, std::memory_order_relaxed);
    }
}

void ScorePages::forget_scratch() {
    scratch_->remove_names();
}

void ScorePages::evict(Page& page) {
    if (source_ != nullptr) {
        const auto first = static_cast<std::uint64_t>(scores_of(page) - scores_);
        for (std::uint64_t run = first / run_; run * run_ < std::min(first + page_bytes(), size_); ++run) {
            runs_[run].store(State::Empty, std::memory_order_relaxed);
        }
    } else if (page.changed.load(std::memory_order_relaxed)) {
        save(page);
    }
    (void)::madvise(scores_of(page), page_bytes(), MADV_DONTNEED);
    page.state.store(page.run.size == 0 ? State::Empty : State::Evicted, std::memory_order_relaxed);
    memory_->used_bytes_.fetch_sub(page_bytes(), std::memory_order_relaxed);
}

}  // namespace dameotb::memory
