// Decoded blocks, the least recently used of which give way to new ones.
// One lock for all: simple first. A caller gets a share of the block, so a block that has just been given up lives on
// until its last reader is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <dameotb/format/table_file.hpp>

namespace dameotb::probe {

/// Thread-safe.
class BlockCache {
public:
    using Block = std::shared_ptr<const std::vector<std::byte>>;

    /// Keeps at most `budget_bytes` of decoded blocks, but always the last one used.
    explicit BlockCache(std::size_t budget_bytes) : budget_bytes_{budget_bytes} {}

    /// The decoded block; decodes it if it is not there. `reader` must outlive the cache.
    /// Throws format::TablebaseError if the block is damaged; nothing is kept then.
    [[nodiscard]] Block get(const format::TableReader& reader, std::uint64_t ordinal);

private:
    struct Key {
        const format::TableReader* reader;
        std::uint64_t ordinal;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
            return std::hash<const void*>{}(key.reader) ^ static_cast<std::size_t>(key.ordinal * odd);
        }
    };
    struct Entry {
        Key key;
        Block block;
    };
    using Entries = std::list<Entry>;

    [[nodiscard]] Block find(const Key& key);
    void insert(const Key& key, const Block& block);

    std::size_t budget_bytes_;
    std::mutex mutex_;
    std::size_t used_bytes_ = 0;
    Entries entries_;  ///< Most recently used first.
    std::unordered_map<Key, Entries::iterator, KeyHash> places_;
};

}  // namespace dameotb::probe
