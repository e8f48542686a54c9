// The budgets of caches that are to keep just so much.
#pragma once

#include "entry_cache.hpp"

namespace dameotb::tests {

/// Returns the budget of which a cache has exactly so many bytes for rooms and claims.
[[nodiscard]] inline std::size_t budget_with(std::size_t free_bytes) {
    std::size_t budget_bytes = probe::EntryCache::empty_bytes(0) + free_bytes;
    while (budget_bytes < probe::EntryCache::empty_bytes(budget_bytes) + free_bytes) {
        budget_bytes = probe::EntryCache::empty_bytes(budget_bytes) + free_bytes;
    }
    return budget_bytes;
}

/// Returns the budget of a cache with room for exactly so many rooms of so many bytes.
[[nodiscard]] inline std::size_t budget_for(std::uint64_t rooms, std::size_t room_bytes) {
    return budget_with(static_cast<std::size_t>(rooms) * probe::EntryCache::kept_bytes(room_bytes));
}

}  // namespace dameotb::tests
