// The sizes of classes, and which of them a run holds when.
#include <dameotb/gen/memory_plan.hpp>

#include <algorithm>
#include <utility>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/slice/class_bytes.hpp>

#include <dameotb/gen/class_solver.hpp>
#include <dameotb/gen/slices_solver.hpp>
#include "men/men_rows.hpp"

namespace dameotb::gen {

namespace {

/// The memory of the slice solver, of each thread that solves slices of its own. It keeps 84 bytes per row;
/// without men 68, and up to 16 for lists of rows. Measured as resident memory (release build, GCC 12, x86-64), with
/// all that comes and goes with it: 82 bytes per row for KKMvKK, 84 for KKKMvK and 85 for KKKvKM, for each of two
/// threads as for one. Without men it was 82 bytes for KKvKK, 81 for KKKvKK, KKKKvK and KKKKKvK, besides the lists of
/// sets (scores::process_bytes).
constexpr std::uint64_t solver_bytes_a_row = 96;
/// The schedule of the slices, or of the sets of others, consists of lists of 8-byte numbers. While they grow, their
/// vectors have spare room.
constexpr std::uint64_t schedule_bytes_each = 16;

constexpr std::size_t nobody = ~std::size_t{0};

std::uint64_t solver_bytes(const index::Material& material, int threads) {
    if (material.kings() == 0) {
        return MenRows::bytes(material) + MenRows::other_set_count(material) * schedule_bytes_each;
    }
    const std::uint64_t schedule =
        index::SliceIndex{material.white.men, material.black.men}.count() * schedule_bytes_each;
    return schedule + static_cast<std::uint64_t>(solvers_of(material, threads)) * scores::slice_rows(material) *
                          solver_bytes_a_row;
}

}  // namespace

ClassMemory class_memory(const index::Material& material, scores::DtmSides sides, int threads) {
    const std::uint64_t all = scores::class_bytes(material) + scores::successors_bytes(material);
    ClassMemory memory;
    memory.scores = scores::class_bytes(material);
    memory.metadata = scores::metadata_bytes(material);
    memory.solver = solver_bytes(material, threads);
    memory.working_set_to_read = std::min(scores::working_set_to_read(material, sides), all);
    memory.working_set_to_make =
        std::max(std::min(working_set_to_solve(material), all), scores::working_set_to_write(material));
    return memory;
}

MemoryPlanner::MemoryPlanner(std::vector<Class> classes, int threads) : classes_{std::move(classes)} {
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
        memory_.push_back(class_memory(one.material, one.sides, threads));
        make_needs_.push_back(class_indices(index::direct_dependencies(one.material)));
        read_needs_.push_back(class_indices(scores::needed_to_read(one.material, one.sides)));
    }
    fixed_bytes_ = scores::process_bytes(materials, threads);
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
    std::uint64_t scores = 0;
    std::uint64_t metadata = 0;
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
            scores += memory.scores;
            metadata += memory.metadata;
            const std::uint64_t rest = fixed_bytes_ + (makes ? memory.solver : 0);
            plan.peak_bytes = std::max(plan.peak_bytes, rest + scores);
            plan.least_bytes = std::max(
                plan.least_bytes, rest + metadata + (makes ? memory.working_set_to_make : memory.working_set_to_read));
            loaded[at] = true;
            made[at] = true;
            held.insert(std::ranges::upper_bound(held, at), at);
            users = first_users(made, loaded);
            std::erase_if(held, [&](std::size_t other) {
                if (users[other] != nobody) {
                    return false;
                }
                plan.steps.push_back({Action::Drop, other});
                scores -= memory_[other].scores;
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

std::optional<MemoryPlanner::Need> MemoryPlanner::greatest_need() const {
    std::optional<Need> greatest;
    for (std::size_t class_index = 0; class_index < classes_.size(); ++class_index) {
        if (!classes_[class_index].is_present && (!greatest || plans_[class_index].least_bytes > greatest->bytes)) {
            greatest = {class_index, plans_[class_index].least_bytes};
        }
    }
    if (greatest) {
        // Without a bound there are no metadata, so a run of small classes can need less.
        greatest->bytes = std::min(greatest->bytes, peak_bytes());
    }
    return greatest;
}

std::uint64_t MemoryPlanner::least_bytes_alone(std::size_t class_index) const {
    std::uint64_t metadata = memory_[class_index].metadata;
    for (const std::size_t needed : make_needs_[class_index]) {
        metadata += memory_[needed].metadata;
    }
    return fixed_bytes_ + metadata + memory_[class_index].solver + memory_[class_index].working_set_to_make;
}

}  // namespace dameotb::gen
