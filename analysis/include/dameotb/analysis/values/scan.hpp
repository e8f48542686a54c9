// A multi-threaded walk over all placements of a class. Results do not depend on the number of threads.
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
/// The parts of a class, and the working set of a visit.
struct Parts {
    std::uint64_t count;
    memory::ScoreMemory* memory = nullptr;
    memory::WorkingSet working_set{0, 0};
};

/// Calls work(slot, part) for all parts in parallel. After each batch calls finish(slot) in the calling thread for the
/// slots of the batch, in the order of the parts. Returns false if stopped between batches.
bool for_each_part(const Parts& parts, const ScanOptions& options,
                   const std::function<void(std::size_t slot, std::uint64_t part)>& work,
                   const std::function<void(std::size_t slot)>& finish);
/// Returns the number of slots that for_each_part uses; slot numbers are below it.
[[nodiscard]] std::size_t slots_for(int threads);
}  // namespace detail

/// Visits all placements of the loaded class with `side_to_move` to move. Each part of the class has its own `Part{}`:
/// visit(Part&, const ValueRow&) adds a row to it, in parallel for different parts. Then take(Part&&) is called for
/// each part, in the calling thread and in part order, so the result does not depend on the number of threads. Returns
/// false if stopped: the parts taken so far are then the first ones. Rethrows what `visit` throws.
///
/// In a symmetric class a scan for Black to move shows the scan for White to move with colours swapped.
template <class Part, class Visit, class Take>
bool scan(const ClassValues& values, Colour side_to_move, const ScanOptions& options, const Visit& visit,
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
