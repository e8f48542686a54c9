// Nothing is in use between two epochs, so pages to evict are chosen and written without locks.
#include <dameotb/memory/score_memory.hpp>

#include <algorithm>
#include <tuple>

#include <dameotb/memory/score_pages.hpp>

namespace dameotb::memory {

ScoreMemory::ScoreMemory(std::uint64_t bound_bytes, std::filesystem::path scratch)
    : bound_bytes_{bound_bytes}, scratch_{std::move(scratch)} {}

ScoreMemory::~ScoreMemory() = default;

std::uint64_t ScoreMemory::room() const {
    std::uint64_t metadata = used_bytes();
    for (const ScorePages* pages : all_) {
        metadata -= pages->resident_.size() * pages->page_bytes();
    }
    return bound_bytes_ - std::min(metadata, bound_bytes_);
}

int WorkingSet::tasks_that_fit(std::uint64_t room, int most) const {
    if (total <= room) {
        return most;
    }
    const std::uint64_t left = room - std::min(shared, room);
    return static_cast<int>(std::clamp<std::uint64_t>(left / per_task, 1, static_cast<std::uint64_t>(most)));
}

void ScoreMemory::make_room(std::uint64_t bytes, const Team& team) {
    overrun_bytes_ = overrun_bytes();
    epoch_bound_bytes_ = bound_bytes_;
    ++epoch_;
    if (has_room(bytes)) {
        return;
    }
    // More than requested, so that the next epochs are not too short.
    const std::uint64_t spare = bound_bytes_ / 16;
    evict(bytes + spare < bound_bytes_ ? bound_bytes_ - bytes - spare : 0, team);
}

/// Evicts the least recently used pages until at most `most_bytes_to_stay` are left.
void ScoreMemory::evict(std::uint64_t most_bytes_to_stay, const Team& team) {
    std::vector<Victim> victims;
    std::size_t here = 0;
    for (const ScorePages* pages : all_) {
        here += pages->resident_.size();
    }
    victims.reserve(here);
    for (ScorePages* pages : all_) {
        for (const ScorePages::Page* page : pages->resident_) {
            victims.push_back({page->epoch.load(std::memory_order_relaxed), pages,
                               static_cast<std::size_t>(page - pages->pages_.data())});
        }
    }
    std::ranges::sort(victims, [](const Victim& a, const Victim& b) {
        return std::tie(a.epoch, a.pages, a.page) < std::tie(b.epoch, b.pages, b.page);
    });
    std::uint64_t left = used_bytes();
    std::size_t count = 0;
    while (count < victims.size() && left > most_bytes_to_stay) {
        left -= victims[count++].pages->page_bytes();
    }
    const auto forget_gone = [this] {
        for (ScorePages* pages : all_) {
            std::erase_if(pages->resident_, [](const ScorePages::Page* page) {
                return page->state.load(std::memory_order_relaxed) != ScorePages::State::Resident;
            });
        }
    };
    constexpr std::size_t part = 64;
    try {
        parallel_for((count + part - 1) / part, team, [&](std::size_t, std::uint64_t task) {
            for (std::size_t i = task * part; i < std::min<std::size_t>((task + 1) * part, count); ++i) {
                victims[i].pages->evict(victims[i].pages->pages_[victims[i].page]);
            }
        });
    } catch (...) {
        forget_gone();
        throw;
    }
    forget_gone();
}

void ScoreMemory::add_scratch_bytes(std::uint64_t bytes) {
    const std::uint64_t now = scratch_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    std::uint64_t peak = peak_scratch_bytes_.load(std::memory_order_relaxed);
    while (peak < now && !peak_scratch_bytes_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
    }
}

}  // namespace dameotb::memory
