// Takes sizes from the memory plan and rates from measurements.
#include <dameotb/gen/estimate.hpp>

#include <algorithm>
#include <cmath>

#include <dameotb/index/class_index.hpp>

#include "memory_plan.hpp"

namespace dameotb::gen {

namespace {

// Returns bits per place, .wdl and .dtm together. The figures are means by kind of class, over the classes of 5 pieces
// (docs/table-sizes.md), which take 216 MB for 2.57e9 places. If one side is far stronger, there is little to store.
double disk_bits(const index::Material& material) {
    if (material.men() == 0) {
        return 1.05;  // KKKvKK 1.32, KKKKvK 0.47
    }
    if (material.kings() == 0) {
        return 1.6;  // MMMvMM 2.05, MMMMvM 0.73
    }
    const bool close = material.white.pieces() - material.black.pieces() <= 1;
    if (material.white.kings > 0 && material.black.kings > 0) {
        return close ? 0.77 : 0.5;  // KKMvKM 0.71, KMMvKM 0.92, KKMvKK 0.73; KKMMvK 0.51, KMMMvK 0.66
    }
    return close ? 0.8 : 0.3;  // KKMvMM 0.64, KMMvMM 0.85, MMMvKK 0.96; KKMMvM 0.24, KMMMvM 0.37, MMMMvK 1.03
}

// What both files take if the .dtm stores one side to move, the one that takes less (docs/table-sizes.md).
constexpr double one_side_part = 0.5;

// Returns nanoseconds of one core (AMD EPYC, release build, solve_classes 5 2). A position took no longer with 5 pieces
// than with 4. For more pieces some growth is supposed: captures get longer, and less fits in the caches.
double solving_ns(const index::Material& material, const ClassMemory& memory, std::uint64_t stored) {
    const double growth = std::pow(1.3, std::max(material.pieces() - 5, 0));
    if (material.kings() == 0) {
        return 42 * growth * static_cast<double>(stored);  // MMMMvM 31, MMMvMM 40
    }
    if (material.men() == 0) {
        return 50 * growth * static_cast<double>(memory.held);  // per cell: KKKKvK 49, KKKvKK 50
    }
    // KKMMvM 22, KKMvKM 34, KKKvKM 38, KMMvKM 31, KKKvMM 66; KKMvKK 87.
    const double kings = material.white.kings > 1 && material.black.kings > 1 ? 2.3 : 1;
    return 36 * growth * kings * static_cast<double>(stored);
}

double writing_ns(const index::Material& material, std::uint64_t stored) {
    // Encoding takes 50 to 60 with models, which are trained meanwhile; zstd takes longer.
    return (material.kings() == 0 || material.men() == 0 ? 400 : 60) * static_cast<double>(stored);
}

}  // namespace

RunEstimate estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from, int threads) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : classes) {
        planned.push_back({material, store::sides_to_store(material, one_side_from)});
    }
    const MemoryPlanner planner{planned, threads};
    RunEstimate run;
    for (std::size_t ordinal = 0; ordinal < classes.size(); ++ordinal) {
        const index::Material& material = classes[ordinal];
        const ClassMemory& memory = planner.memory(ordinal);
        ClassEstimate of;
        of.material = material;
        of.stored = index::stored_positions(material);
        of.memory_bytes = planner.fixed_bytes() + memory.held + memory.making;
        for (const std::size_t needed : planner.needed_to_make(ordinal)) {
            of.memory_bytes += planner.memory(needed).held;
        }
        const double stored_part = planned[ordinal].sides == store::DtmSides::One ? one_side_part : 1;
        of.disk_bytes =
            static_cast<std::uint64_t>(stored_part * disk_bits(material) / 8 * static_cast<double>(of.stored));
        of.seconds = (solving_ns(material, memory, of.stored) + writing_ns(material, of.stored)) / 1e9 / threads;
        run.classes.push_back(of);
    }
    for (const MemoryPlanner::ClassPlan& plan : planner.plan(std::nullopt)) {
        run.peak_bytes = std::max(run.peak_bytes, plan.peak_bytes);
    }
    if (const auto need = planner.greatest_need()) {
        run.least_bytes = need->bytes;
    }
    return run;
}

}  // namespace dameotb::gen
