// Counts what this program allocates. It replaces the global operator new and delete.
#pragma once

#include <cstddef>

namespace dameotb::tests {

struct Allocations {
    std::size_t count;       ///< Calls of operator new so far.
    std::size_t live_bytes;  ///< The sizes that were asked for.
    std::size_t peak_bytes;  ///< The most live bytes since `reset_peak`.
};

/// Returns the counts of all threads together.
[[nodiscard]] Allocations allocations();
/// Makes the peak equal to the bytes that are live now.
void reset_peak();

/// While it lives, operator new throws std::bad_alloc beyond `spare_bytes` more than are live now. One at a time.
class MemoryShortage {
public:
    explicit MemoryShortage(std::size_t spare_bytes);
    ~MemoryShortage();
    MemoryShortage(const MemoryShortage&) = delete;
    MemoryShortage& operator=(const MemoryShortage&) = delete;
};

}  // namespace dameotb::tests
