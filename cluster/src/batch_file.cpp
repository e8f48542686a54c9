// Frames are records, in the order written. The table lists the items and the location of each frame.
#include "batch_file.hpp"

#include <algorithm>

#include <dameotb/table/format/error.hpp>

namespace dameotb::cluster {

namespace {

/// Smaller items share a frame of about this many scores. It is small because the next item requested often belongs to
/// another level, whose frame must be decompressed for it.
constexpr std::uint64_t small_frame = std::uint64_t{1} << 13;
constexpr std::uint64_t most_in_frame = std::uint64_t{1} << 18;

/// The beginning of a table. The numbers follow, then the frames.
struct TableHead {
    std::uint64_t count;
    std::uint64_t base;
    std::uint64_t scores;
    std::uint64_t versions;
    std::uint64_t frames;
};

/// The groups of small items that a thread has read last. An item's neighbours are requested soon after it.
class GroupCache {
public:
    struct Entry {
        std::uint64_t file = 0;
        std::uint64_t frame = 0;
        std::vector<std::int8_t> scores;
    };
    /// Returns the only entry that may hold a frame.
    [[nodiscard]] Entry& entry(std::uint64_t file, std::uint64_t frame) {
        const std::uint64_t hash = (file * 0x9E3779B97F4A7C15U + frame) * 0xD6E8FEB86659FD93U;
        return entries_[hash >> (64 - bits)];
    }

private:
    static constexpr int bits = 9;
    std::vector<Entry> entries_{std::size_t{1} << bits};
};

std::atomic<std::uint64_t> files_opened = 0;

}  // namespace

std::uint64_t BatchItems::together() const {
    return std::max<std::uint64_t>(small_frame / scores, 1);
}

std::uint64_t BatchItems::frames_of_group() const {
    return together() > 1 ? 1 : (scores + most_in_frame - 1) / most_in_frame;
}

BatchWriter::BatchWriter(const memory::RecordFile& file, BatchItems items)
    : items_{std::move(items)}, file_{file}, frames_(items_.versions * items_.groups() * items_.frames_of_group()) {}

void BatchWriter::add(std::uint64_t group, std::uint32_t version, std::span<const std::span<const std::int8_t>> items) {
    const std::uint64_t of_group = items_.frames_of_group();
    memory::RecordLocation* const frames = &frames_[(version * items_.groups() + group) * of_group];
    if (items.size() > 1) {
        std::vector<std::int8_t> all;
        all.reserve(items.size() * items_.scores);
        for (const auto& item : items) {
            all.insert(all.end(), item.begin(), item.end());
        }
        frames[0] = file_.add(std::as_bytes(std::span{all}));
        return;
    }
    for (std::uint64_t i = 0; i < of_group; ++i) {
        const auto rest = items.front().subspan(std::min<std::uint64_t>(i * most_in_frame, items.front().size()));
        frames[i] = file_.add(std::as_bytes(rest.first(std::min<std::size_t>(rest.size(), most_in_frame))));
    }
}

void BatchWriter::finish() {
    std::vector<std::byte> table;
    memory::append_bytes(table, TableHead{items_.count(), items_.base, items_.scores, items_.versions, frames_.size()});
    memory::append_bytes(table, std::span{items_.numbers});
    memory::append_bytes(table, std::span{frames_});
    file_.finish_unsynced(table);
}

BatchReader::BatchReader(const memory::RecordFile& file)
    : path_{file.path}, own_number_{files_opened.fetch_add(1) + 1}, file_{file} {
    std::span<const std::byte> table = file_.table();
    TableHead head{};
    if (!memory::take_bytes(table, head)) {
        file_.fail();
    }
    items_.base = head.base;
    items_.scores = head.scores;
    items_.versions = static_cast<std::uint32_t>(head.versions);
    items_.numbers.resize(head.count);
    frames_.resize(head.frames);
    if (!memory::take_bytes(table, std::span{items_.numbers}) || !memory::take_bytes(table, std::span{frames_})) {
        file_.fail();
    }
}

std::uint64_t BatchReader::find(std::uint64_t number) const {
    const auto wanted = static_cast<std::uint32_t>(number - items_.base);
    const std::uint64_t next = last_found_.load(std::memory_order_relaxed) + 1;
    if (next < items_.count() && items_.numbers[next] == wanted) {
        last_found_.store(next, std::memory_order_relaxed);
        return next;
    }
    const auto at = std::ranges::lower_bound(items_.numbers, wanted);
    if (at == items_.numbers.end() || *at != wanted) {
        throw table::TablebaseError{path_.string(), "an expected entry is missing"};
    }
    const auto found = static_cast<std::uint64_t>(at - items_.numbers.begin());
    last_found_.store(found, std::memory_order_relaxed);
    return found;
}

void BatchReader::read(std::uint32_t version, std::uint64_t place, std::span<std::int8_t> out) const {
    const std::uint64_t together = items_.together();
    const std::uint64_t group = version * items_.groups() + place / together;
    if (together == 1) {
        std::vector<std::int8_t> whole(out.size() < items_.scores ? items_.scores : 0);
        if (!whole.empty()) {
            read(version, place, whole);
            std::copy_n(whole.begin(), out.size(), out.begin());
            return;
        }
        const memory::RecordLocation* frame = &frames_[group * items_.frames_of_group()];
        for (std::uint64_t done = 0; done < out.size(); done += most_in_frame, ++frame) {
            const auto part = out.subspan(done, std::min<std::uint64_t>(most_in_frame, out.size() - done));
            file_.read(*frame, std::as_writable_bytes(part));
        }
        return;
    }
    thread_local GroupCache cache;
    GroupCache::Entry& kept = cache.entry(own_number_, group);
    if (kept.file != own_number_ || kept.frame != group) {
        kept.file = 0;
        const std::uint64_t first = place / together * together;
        kept.scores.resize(std::min(together, items_.count() - first) * items_.scores);
        file_.read(frames_[group], std::as_writable_bytes(std::span{kept.scores}));
        kept.file = own_number_;
        kept.frame = group;
    }
    std::copy_n(kept.scores.begin() + static_cast<std::ptrdiff_t>(place % together * items_.scores), out.size(),
                out.begin());
}

}  // namespace dameotb::cluster
