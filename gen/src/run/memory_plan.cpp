// The sizes of classes, and which of them a run holds when.
#include <dameotb/gen/run/memory_plan.hpp>

#include <algorithm>
#include <utility>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/process_bytes.hpp>
#include <dameotb/store/scores_from_codes.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/slice/slices_solver.hpp>

namespace dameotb::gen {

namespace {

constexpr std::size_t nobody = ~std::size_t{0};

}  // namespace

ClassMemory class_memory(const index::Material& material, store::DistanceSides sides, int threads, DrawRule rule) {
    ClassMemory memory;
    memory.scores = scores::class_bytes(material);
    memory.metadata = scores::metadata_bytes(material);
    memory.solver = solver_bytes(material, threads, rule);
    memory.working_set_to_read = store::working_set_to_read(material, sides).least();
    memory.working_set_to_solve = working_set_to_solve(material).least();
    memory.working_set_to_write = store::working_set_to_write(material).least();
    return memory;
}

MemoryPlanner::MemoryPlanner(std::vector<Class> classes, int threads, DrawRule rule) : classes_{std::move(classes)} {
    for (const Class& one : classes_) {
        class_indices_.emplace(one.material, class_indices_.size());
    }
    const auto class_indices = [this](const std::vector<index::Material>& materials) {
        std::vector<std::size_t> found;
        for (const index::Material& material : materials) {
            found.push_back(class_indices_.at(material));
        }
        return found;
    };
    std::vector<index::Material> materials;
    for (const Class& one : classes_) {
        materials.push_back(one.material);
        memory_.push_back(class_memory(one.material, one.sides, threads, rule));
        make_needs_.push_back(class_indices(index::direct_dependencies(one.material)));
        read_needs_.push_back(class_indices(store::needed_to_read(one.material, one.sides)));
    }
    fixed_bytes_ = store::process_bytes(materials, threads);
    plan();
}

std::vector<std::size_t> MemoryPlanner::first_users(const std::vector<bool>& made,
                                                    const std::vector<bool>& loaded) const {
    std::vector<std::size_t> users(classes_.size(), nobody);
    for (std::size_t at = classes_.size(); at-- > 0;) {
        users[at] = made[at] ? users[at] : at;
        if (users[at] != nobody && !loaded[at]) {
            for (const std::size_t needed : made[at] ? read_needs_[at] : make_needs_[at]) {
                users[needed] = std::min(users[needed], users[at]);
            }
        }
    }
    return users;
}

/// A class is read just before the first class that needs it is made.
void MemoryPlanner::plan() {
    plans_.resize(classes_.size());
    std::vector<bool> made;
    for (const Class& one : classes_) {
        made.push_back(one.is_present);
    }
    std::vector<bool> loaded(classes_.size());
    std::vector<std::size_t> users = first_users(made, loaded);
    std::vector<std::size_t> held;
    std::uint64_t held_scores = 0;
    std::uint64_t metadata = 0;
    const bool has_pages_without_bound = uses_pages({});
    for (std::size_t target = 0; target < classes_.size(); ++target) {
        if (made[target]) {
            continue;
        }
        ClassPlan& plan = plans_[target];
        for (std::size_t at = 0; at <= target; ++at) {
            if (loaded[at] || users[at] != target) {
                continue;
            }
            const bool makes = at == target;
            const ClassMemory& memory = memory_[at];
            plan.steps.push_back({makes ? Action::Make : Action::Read, at});
            held_scores += memory.scores;
            metadata += memory.metadata;
            plan.peak_bytes = std::max(plan.peak_bytes, fixed_bytes_ + (has_pages_without_bound ? metadata : 0) +
                                                            held_scores + (makes ? memory.solver : 0));
            plan.least_bytes =
                std::max(plan.least_bytes,
                         fixed_bytes_ + metadata + (makes ? memory.least_to_make() : memory.working_set_to_read));
            loaded[at] = true;
            made[at] = true;
            held.insert(std::ranges::upper_bound(held, at), at);
            users = first_users(made, loaded);
            // In parts, solving can take less than reading. If the run is interrupted, the next one reads the class,
            // and must not need a greater bound.
            if (makes && users[at] != nobody && can_be_solved_in_parts(classes_[at].material)) {
                plan.least_bytes = std::max(plan.least_bytes, fixed_bytes_ + metadata + memory.working_set_to_read);
            }
            std::erase_if(held, [&](std::size_t other) {
                if (users[other] != nobody) {
                    return false;
                }
                plan.steps.push_back({Action::Drop, other});
                held_scores -= memory_[other].scores;
                metadata -= memory_[other].metadata;
                return true;
            });
        }
    }
}

std::uint64_t MemoryPlanner::peak_bytes() const {
    std::uint64_t most = 0;
    for (const ClassPlan& plan : plans_) {
        most = std::max(most, plan.peak_bytes);
    }
    return most;
}

bool MemoryPlanner::makes_checkpoints(std::size_t class_index) const {
    constexpr std::uint64_t positions_without_checkpoints = std::uint64_t{1} << 30;
    const Class& one = classes_[class_index];
    // The solver of classes of men alone has none.
    return !one.is_present && one.material.kings() > 0 &&
           index::stored_positions(one.material) > positions_without_checkpoints;
}

bool MemoryPlanner::uses_pages(std::optional<std::uint64_t> bound) const {
    if (may_reach(bound)) {
        return true;
    }
    for (std::size_t class_index = 0; class_index < classes_.size(); ++class_index) {
        if (makes_checkpoints(class_index)) {
            return true;
        }
    }
    return false;
}

std::optional<MemoryPlanner::Need> MemoryPlanner::greatest_need() const {
    std::optional<Need> greatest;
    for (std::size_t class_index = 0; class_index < classes_.size(); ++class_index) {
        if (!classes_[class_index].is_present && (!greatest || plans_[class_index].least_bytes > greatest->bytes)) {
            greatest = {class_index, plans_[class_index].least_bytes};
        }
    }
    if (greatest) {
        // Without a bound small classes have no pages, so no metadata, and can need less.
        greatest->bytes = std::min(greatest->bytes, peak_bytes());
    }
    return greatest;
}

MemoryPlanner::IsolatedNeed MemoryPlanner::alone(std::size_t class_index) const {
    const ClassMemory& own = memory_[class_index];
    std::uint64_t metadata = own.metadata;
    std::uint64_t held_scores = own.scores;
    for (const std::size_t needed : make_needs_[class_index]) {
        metadata += memory_[needed].metadata;
        held_scores += memory_[needed].scores;
    }
    return {fixed_bytes_ + (makes_checkpoints(class_index) ? metadata : 0) + own.solver + held_scores,
            fixed_bytes_ + metadata + own.least_to_make()};
}

std::vector<MemoryPlanner::Class> planned_classes(const std::filesystem::path& directory,
                                                  const std::vector<index::Material>& classes,
                                                  std::uint64_t one_side_from, DrawRule rule) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : classes) {
        const auto present = store::sides_of_class_files(directory, material, rule);
        if (rule.exists() && !present && !table::has_table(directory, {material, table::Metric::Wdl})) {
            throw table::MissingTableError{directory, material, table::Metric::Wdl};
        }
        planned.push_back(
            {material, present.value_or(store::sides_to_store(material, one_side_from)), present.has_value()});
    }
    return planned;
}

}  // namespace dameotb::gen
