// Counts what this program allocates: the global operator new and delete are replaced for it.
#pragma once

#include <cstddef>

namespace dameotb::tests {

struct Allocations {
    std::size_t count;       ///< Calls of operator new so far.
    std::size_t live_bytes;  ///< As they were asked for.
    std::size_t peak_bytes;  ///< The most that were live since `reset_peak`.
};

/// Of all threads together.
[[nodiscard]] Allocations allocations();
/// Makes the peak what is live now.
void reset_peak();

}  // namespace dameotb::tests
