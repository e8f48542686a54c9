// Classes come in build order, so the first that has a task is the one that most others wait for.
#include <dameotb/gen/task_graph.hpp>

#include <algorithm>

namespace dameotb::gen {

TaskGraph::TaskGraph(std::vector<ClassState> classes) {
    for (ClassState& state : classes) {
        ordinals_[state.material] = classes_.size();
        classes_.emplace_back().state = std::move(state);
    }
    for (Class& one : classes_) {
        const ClassState& state = one.state;
        one.needs_to_make = ordinals(index::direct_dependencies(state.material));
        one.needs_to_read = ordinals(store::needed_to_read(state.material, state.sides));
        unfinished_ += state.has_files ? 0 : 1;
        if (state.is_shared) {
            one.stage = Stage::Shared;
        } else if (!state.batches.empty()) {
            one.stage = Stage::Solving;
            begin_level(one);
        }
    }
}

std::vector<std::size_t> TaskGraph::ordinals(const std::vector<index::Material>& materials) const {
    std::vector<std::size_t> found;
    for (const index::Material& material : materials) {
        found.push_back(ordinal(material));
    }
    return found;
}

bool TaskGraph::all_shared(const std::vector<std::size_t>& classes) const {
    return std::ranges::all_of(classes, [this](std::size_t of) { return classes_[of].stage == Stage::Shared; });
}

/// Returns whether it is not yet known what the class's positions are worth.
bool TaskGraph::needs_scores(const Class& one) const {
    return one.stage != Stage::Shared && !one.state.has_files;
}

/// Returns for each class whether somebody still needs its scores: to make another class, to read one that is needed,
/// or to write its own files.
std::vector<bool> TaskGraph::needed() const {
    std::vector<bool> needed(classes_.size());
    for (std::size_t at = classes_.size(); at-- > 0;) {
        const Class& one = classes_[at];
        const bool is_made = needs_scores(one);
        const bool is_read = one.state.has_files && needed[at] && one.stage != Stage::Shared;
        if (is_made || is_read) {
            for (const std::size_t of : is_made ? one.needs_to_make : one.needs_to_read) {
                needed[of] = true;
            }
        }
        needed[at] = needed[at] || !one.state.has_files;
    }
    return needed;
}

/// Goes to the next level that is not all shared, or shares the class.
void TaskGraph::begin_level(Class& one) {
    for (; one.level < one.state.batches.size(); ++one.level) {
        for (std::uint32_t batch = 0; batch < one.state.batches[one.level]; ++batch) {
            if (!one.state.shared.contains({static_cast<std::uint32_t>(one.level), batch})) {
                one.open.insert(batch);
            }
        }
        if (!one.open.empty()) {
            return;
        }
    }
    one.stage = Stage::Shared;
}

std::optional<Task> TaskGraph::next(const std::optional<Task>& last) {
    const std::vector<bool> is_needed = needed();
    for (std::size_t at = 0; at < classes_.size(); ++at) {
        if (const auto task = task_of(at, is_needed[at], last)) {
            return task;
        }
    }
    return std::nullopt;
}

std::optional<Task> TaskGraph::task_of(std::size_t ordinal, bool is_needed, const std::optional<Task>& last) {
    Class& one = classes_[ordinal];
    const ClassState& state = one.state;
    if (one.stage == Stage::Solving && !one.open.empty() && all_shared(one.needs_to_make)) {
        const std::uint32_t batch = nearest(one, last);
        one.open.erase(batch);
        ++one.begun;
        return Task{Task::Kind::Solve, state.material, {static_cast<std::uint32_t>(one.level), batch}};
    }
    if (one.is_begun || one.stage == Stage::Solving) {
        return std::nullopt;
    }
    std::optional<Task::Kind> kind;
    if (one.stage == Stage::Shared) {
        if (!state.has_files) {
            kind = Task::Kind::Write;
        }
    } else if (state.has_files) {
        if (is_needed && all_shared(one.needs_to_read)) {
            kind = Task::Kind::Read;
        }
    } else if (all_shared(one.needs_to_make)) {
        kind = state.is_whole ? Task::Kind::Make : Task::Kind::Cut;
    }
    if (!kind) {
        return std::nullopt;
    }
    one.is_begun = true;
    return Task{*kind, state.material, {}};
}

/// Returns the open batch that lies in its level where the last one of the worker lay in its own: men's moves lead from
/// there to slices that lie there too.
std::uint32_t TaskGraph::nearest(const Class& one, const std::optional<Task>& last) const {
    if (!last || last->kind != Task::Kind::Solve || last->material != one.state.material) {
        return *one.open.begin();
    }
    const std::vector<std::uint32_t>& batches = one.state.batches;
    const auto wanted =
        static_cast<std::uint32_t>(std::uint64_t{last->batch.batch} * batches[one.level] / batches[last->batch.level]);
    const auto behind = one.open.lower_bound(wanted);
    return behind == one.open.end() ? *one.open.rbegin() : *behind;
}

void TaskGraph::done(const Task& task, const TaskResult& result) {
    Class& one = classes_[ordinal(task.material)];
    if (task.kind == Task::Kind::Solve) {
        --one.begun;
        if (one.open.empty() && one.begun == 0) {
            ++one.level;
            begin_level(one);
        }
        return;
    }
    one.is_begun = false;
    switch (task.kind) {
        case Task::Kind::Make:
            one.stage = Stage::Shared;
            [[fallthrough]];
        case Task::Kind::Write:
            one.state.has_files = true;
            --unfinished_;
            break;
        case Task::Kind::Read:
            one.stage = Stage::Shared;
            break;
        case Task::Kind::Cut:
            one.state.batches = result.batches;
            one.stage = Stage::Solving;
            begin_level(one);
            break;
        case Task::Kind::Solve:
            break;
    }
}

void TaskGraph::give_back(const Task& task) {
    Class& one = classes_[ordinal(task.material)];
    if (task.kind == Task::Kind::Solve) {
        --one.begun;
        one.open.insert(task.batch.batch);
    } else {
        one.is_begun = false;
    }
}

std::vector<index::Material> TaskGraph::take_needless() {
    const std::vector<bool> is_needed = needed();
    std::vector<index::Material> needless;
    for (std::size_t at = 0; at < classes_.size(); ++at) {
        Class& one = classes_[at];
        if (one.stage == Stage::Shared && !is_needed[at] && !one.is_removed) {
            one.is_removed = true;
            needless.push_back(one.state.material);
        }
    }
    return needless;
}

}  // namespace dameotb::gen
