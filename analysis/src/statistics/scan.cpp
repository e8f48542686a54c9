// The threads work on one batch of parts at a time. After each batch the calling thread takes the results.
#include <dameotb/analysis/statistics/statistics.hpp>

#include <algorithm>

#include <dameotb/memory/parallel.hpp>

namespace dameotb::analysis {

namespace detail {

std::size_t slots_for(int threads) {
    constexpr std::size_t parts_each = 16;
    return parts_each * static_cast<std::size_t>(threads);
}

bool for_each_part(const Parts& parts, const ScanOptions& options,
                   const std::function<void(std::size_t slot, std::uint64_t part)>& work,
                   const std::function<void(std::size_t slot)>& finish) {
    const std::uint64_t slots = slots_for(options.threads);
    for (std::uint64_t first = 0; first < parts.count; first += slots) {
        if (options.stop != nullptr && *options.stop) {
            return false;
        }
        const std::uint64_t count = std::min(slots, parts.count - first);
        memory::parallel_for_within(parts.memory, parts.working_set, count, options.threads,
                                    [&](std::size_t, std::uint64_t slot) { work(slot, first + slot); });
        for (std::uint64_t slot = 0; slot < count; ++slot) {
            finish(slot);
        }
        if (options.on_progress) {
            options.on_progress(first + count, parts.count);
        }
    }
    return true;
}

}  // namespace detail

}  // namespace dameotb::analysis
