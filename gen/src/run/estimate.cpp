// Takes sizes from the memory plan and rates from measurements.
#include <dameotb/gen/run/estimate.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/store/code_source.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/rates.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>

namespace dameotb::gen {

namespace {

/// What a run from scratch has on disk at most.
struct DiskPeak {
    std::uint64_t scratch = 0;
    std::uint64_t together = 0;   ///< Files and scratch.
    std::size_t class_index = 0;  ///< The class that is made when they take most together.
};

/// Returns what is on disk if all scores of the classes held by the run are in the scratch.
DiskPeak disk_peak(const MemoryPlanner& planner, const std::vector<MemoryPlanner::Class>& planned) {
    DiskPeak peak;
    std::uint64_t held = 0;
    std::uint64_t files = 0;
    for (std::size_t class_index = 0; class_index < planned.size(); ++class_index) {
        files += class_disk_bytes(planned[class_index].material, planned[class_index].sides);
        for (const MemoryPlanner::Step& step : planner.plans()[class_index].steps) {
            const std::uint64_t bytes = class_scratch_bytes(planned[step.class_index].material);
            held = step.action == MemoryPlanner::Action::Drop ? held - bytes : held + bytes;
            peak.scratch = std::max(peak.scratch, held);
            if (held + files > peak.together) {
                peak.together = held + files;
                peak.class_index = class_index;
            }
        }
    }
    return peak;
}

/// Returns the most that checkpoints take if all scores stay in memory.
std::uint64_t checkpoint_bytes(const MemoryPlanner& planner, const std::vector<MemoryPlanner::Class>& planned) {
    std::uint64_t most = 0;
    for (std::size_t class_index = 0; class_index < planned.size(); ++class_index) {
        if (planner.makes_checkpoints(class_index)) {
            most = std::max(most, class_scratch_bytes(planned[class_index].material));
        }
    }
    return most;
}

}  // namespace

RunEstimate estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from, int threads,
                     const WorkRates& factors, std::optional<std::uint64_t> memory_bytes, DrawRule rule) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : classes) {
        planned.push_back({material, store::sides_to_store(material, one_side_from)});
    }
    const MemoryPlanner planner{planned, threads, rule};
    RunEstimate run;
    for (std::size_t class_index = 0; class_index < classes.size(); ++class_index) {
        const index::Material& material = classes[class_index];
        const MemoryPlanner::IsolatedNeed alone = planner.alone(class_index);
        ClassEstimate one;
        one.material = material;
        one.stored = index::stored_positions(material);
        one.memory_bytes = alone.peak_bytes;
        one.scratch_bytes = class_scratch_bytes(material);
        for (const std::size_t needed : planner.needed_to_make(class_index)) {
            one.scratch_bytes += class_scratch_bytes(classes[needed]);
        }
        one.least_bytes = std::min(alone.least_bytes, alone.peak_bytes);
        one.disk_bytes = class_disk_bytes(material, planned[class_index].sides);
        const ClassSeconds seconds = class_seconds(material, factors);
        one.threads = threads;
        int encoding_threads = threads;
        if (memory_bytes && one.memory_bytes > *memory_bytes) {
            const ClassMemory& memory = planner.memory(class_index);
            const std::uint64_t held = alone.least_bytes - memory.least_to_make();
            const auto room_beside = [&](std::uint64_t bytes) {
                return *memory_bytes - std::min(*memory_bytes, bytes);
            };
            if (solvers_of(material, threads) > 1) {
                const int with_room =
                    working_set_of_task(material).tasks_that_fit(room_beside(held + memory.solver), threads);
                one.threads = solvers_of(material, threads, with_room) == 1 ? threads : with_room;
            }
            encoding_threads = store::working_set_to_write(material).tasks_that_fit(room_beside(held), threads);
        }
        one.seconds = seconds.solve / one.threads + seconds.encode / encoding_threads;
        run.classes.push_back(one);
    }
    run.peak_bytes = planner.peak_bytes();
    const DiskPeak peak = disk_peak(planner, planned);
    run.scratch_bytes = peak.scratch;
    run.disk_bytes = peak.together;
    run.checkpoint_bytes = checkpoint_bytes(planner, planned);
    run.fullest = classes.empty() ? index::Material{} : classes[peak.class_index];
    if (const auto need = planner.greatest_need()) {
        run.least_bytes = need->bytes;
    }
    return run;
}

std::uint64_t missing_file_bytes(const std::vector<MemoryPlanner::Class>& planned) {
    std::uint64_t bytes = 0;
    for (const MemoryPlanner::Class& one : planned) {
        bytes += one.is_present ? 0 : class_disk_bytes(one.material, one.sides);
    }
    return bytes;
}

DiskNeed disk_need(const GenerateOptions& options) {
    const std::vector<MemoryPlanner::Class> planned =
        planned_classes(options.directory, options.classes, options.one_side_from, options.rule);
    DiskNeed need;
    need.file_bytes = missing_file_bytes(planned);
    const MemoryPlanner planner{planned, options.threads, options.rule};
    need.scratch_bytes = planner.may_reach(options.memory_bytes) ? disk_peak(planner, planned).scratch
                                                                 : checkpoint_bytes(planner, planned);
    return need;
}

}  // namespace dameotb::gen
