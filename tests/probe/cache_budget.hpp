// The budgets of caches that are to keep just so much.
#pragma once

#include "entry_cache.hpp"

namespace dameotb::tests {

/// Returns the budget of which a cache has exactly so many bytes for entries and claims.
[[nodiscard]] inline std::size_t budget_with(std::size_t free_bytes) {
    std::size_t budget_bytes = probe::EntryCache::empty_bytes(0) + free_bytes;
    while (budget_bytes < probe::EntryCache::empty_bytes(budget_bytes) + free_bytes) {
        budget_bytes = probe::EntryCache::empty_bytes(budget_bytes) + free_bytes;
    }
    return budget_bytes;
}

/// Returns the budget of a cache with room for exactly so many entries of so many bytes.
[[nodiscard]] inline std::size_t budget_for(std::uint64_t entries, std::size_t entry_bytes) {
    return budget_with(static_cast<std::size_t>(entries) * probe::EntryCache::kept_bytes(entry_bytes));
}

}  // namespace dameotb::tests
