// Takes sizes from the memory plan and rates from measurements.
#include <dameotb/gen/estimate.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>

#include <dameotb/gen/rates.hpp>

namespace dameotb::gen {

namespace {

/// Returns the most scratch that the scores of the classes held by the run take at any time.
std::uint64_t most_scratch(const MemoryPlanner& planner, const std::vector<index::Material>& classes) {
    std::uint64_t held = 0;
    std::uint64_t most = 0;
    for (const MemoryPlanner::ClassPlan& plan : planner.plans()) {
        for (const MemoryPlanner::Step& step : plan.steps) {
            const std::uint64_t bytes = class_scratch_bytes(classes[step.class_index]);
            held = step.action == MemoryPlanner::Action::Drop ? held - bytes : held + bytes;
            most = std::max(most, held);
        }
    }
    return most;
}

}  // namespace

RunEstimate estimate(const std::vector<index::Material>& classes, std::uint64_t one_side_from, int threads,
                     const WorkRates& factors) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : classes) {
        planned.push_back({material, scores::sides_to_store(material, one_side_from)});
    }
    const MemoryPlanner planner{planned, threads};
    RunEstimate run;
    for (std::size_t class_index = 0; class_index < classes.size(); ++class_index) {
        const index::Material& material = classes[class_index];
        const MemoryPlanner::Alone alone = planner.alone(class_index);
        ClassEstimate of;
        of.material = material;
        of.stored = index::stored_positions(material);
        of.memory_bytes = alone.peak_bytes;
        of.scratch_bytes = class_scratch_bytes(material);
        for (const std::size_t needed : planner.needed_to_make(class_index)) {
            of.scratch_bytes += class_scratch_bytes(classes[needed]);
        }
        of.least_bytes = std::min(alone.least_bytes, alone.peak_bytes);
        of.disk_bytes = class_disk_bytes(material, planned[class_index].sides);
        const ClassSeconds seconds = class_seconds(material, factors);
        of.seconds = (seconds.solve + seconds.encode) / threads;
        run.classes.push_back(of);
    }
    run.peak_bytes = planner.peak_bytes();
    run.scratch_bytes = most_scratch(planner, classes);
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
    if (options.memory_bytes && planner.peak_bytes() > *options.memory_bytes) {
        need.scratch_bytes = most_scratch(planner, options.classes);
    }
    return need;
}

}  // namespace dameotb::gen
