// A walk over all placements of a class by several threads. Its results do not depend on the number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::analysis {

struct ScanOptions {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    /// Called from the calling thread only.
    std::function<void(std::uint64_t parts_done, std::uint64_t parts)> on_progress{};
};

namespace detail {
/// The parts of a class, and what visits of them bring into memory.
struct Parts {
    std::uint64_t count;
    scores::ScoreMemory* memory = nullptr;
    scores::WorkingSet working_set{0, 0};
};

/// Calls work(slot, part) for all parts in parallel. After each batch calls finish(slot) in the calling thread for the
/// slots of the batch, in the order of its parts. Returns false if stopped between batches.
bool for_each_part(const Parts& parts, const ScanOptions& options,
                   const std::function<void(std::size_t slot, std::uint64_t part)>& work,
                   const std::function<void(std::size_t slot)>& finish);
/// Returns how many slots for_each_part uses: its slot numbers are below this.
[[nodiscard]] std::size_t slots_for(int threads);
}  // namespace detail

/// Goes through all placements of the loaded class with `side_to_move` to move. Each part of the class has its own
/// `Part{}`: visit(Part&, const ValueRow&) adds a row to it, in parallel for different parts. Then take(Part&&) is
/// called for each part, in the calling thread and in the order of the parts. So the result does not depend on the
/// number of threads. Returns false if stopped: the parts taken so far are the first ones then. Rethrows what `visit`
/// throws.
///
/// In a symmetric class the scan for Black to move shows the same as that for White to move, with colours swapped.
template <class Part, class Visit, class Take>
bool scan(const ClassValues& values, rules::Colour side_to_move, const ScanOptions& options, const Visit& visit,
          const Take& take) {
    std::vector<Part> slots(detail::slots_for(options.threads));
    return detail::for_each_part(
        {values.parts(), values.memory(), values.working_set()}, options,
        [&](std::size_t slot, std::uint64_t part) {
            slots[slot] = Part{};
            values.visit_part(part, side_to_move, [&](const ValueRow& row) { visit(slots[slot], row); });
        },
        [&](std::size_t slot) { take(std::move(slots[slot])); });
}

}  // namespace dameotb::analysis
