// Look-up under the lock, decoding outside it: two threads may decode one block at once, which is harmless.
#include "block_cache.hpp"

namespace dameotb::probe {

BlockCache::Block BlockCache::get(const format::TableReader& reader, std::uint64_t ordinal) {
    const Key key{&reader, ordinal};
    if (Block block = find(key)) {
        return block;
    }
    auto decoded = std::make_shared<std::vector<std::byte>>(std::size_t{reader.values_in_block(ordinal)} *
                                                            reader.header().value_bytes);
    reader.read_block(ordinal, *decoded);
    insert(key, decoded);
    return decoded;
}

BlockCache::Block BlockCache::find(const Key& key) {
    const std::lock_guard lock{mutex_};
    const auto place = places_.find(key);
    if (place == places_.end()) {
        return nullptr;
    }
    entries_.splice(entries_.begin(), entries_, place->second);
    return place->second->block;
}

void BlockCache::insert(const Key& key, const Block& block) {
    const std::lock_guard lock{mutex_};
    if (places_.contains(key)) {
        return;
    }
    while (!entries_.empty() && used_bytes_ + block->size() > budget_bytes_) {
        used_bytes_ -= entries_.back().block->size();
        places_.erase(entries_.back().key);
        entries_.pop_back();
    }
    entries_.push_front({key, block});
    places_[key] = entries_.begin();
    used_bytes_ += block->size();
}

}  // namespace dameotb::probe
