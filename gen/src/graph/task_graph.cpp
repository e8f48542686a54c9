// Classes come in build order, so the first that has a task is the one that most others wait for.
#include <dameotb/gen/task_graph.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>

namespace dameotb::gen {

namespace {

/// Returns how much work the files of a class are, in positions of an ordinary one. Those of men or kings alone take
/// longer (rates.cpp).
double writing_work(const ClassState& state) {
    return (state.is_whole ? 8.0 : 1.0) * static_cast<double>(index::stored_positions(state.material));
}

}  // namespace

TaskGraph::TaskGraph(std::vector<ClassState> classes, int workers) : workers_{workers} {
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
            begin_level(one);
        }
        if (one.stage == Stage::Shared && state.has_files) {
            one.stage = Stage::Finished;
        } else if (one.stage == Stage::Shared && state.parts > 0) {
            begin_encoding(one);
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
    return std::ranges::all_of(classes, [this](std::size_t of) { return classes_[of].stage >= Stage::Shared; });
}

/// Returns for each class whether somebody still needs its scores: to make another class, to read one that is needed,
/// or to write its own files.
const std::vector<bool>& TaskGraph::needed() {
    if (!needed_.empty()) {
        return needed_;
    }
    std::vector<bool>& needed = needed_;
    needed.resize(classes_.size());
    for (std::size_t at = classes_.size(); at-- > 0;) {
        const Class& one = classes_[at];
        if (one.stage < Stage::Shared && (needed[at] || !one.state.has_files)) {
            for (const std::size_t of : one.state.has_files ? one.needs_to_read : one.needs_to_make) {
                needed[of] = true;
            }
        }
        needed[at] = needed[at] || !one.state.has_files;
    }
    return needed;
}

/// Goes to the next level that is not all shared, or shares the class.
void TaskGraph::begin_level(Class& one) {
    one.stage = Stage::Solving;
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
    const std::vector<bool>& is_needed = needed();
    for (std::size_t at = 0; at < classes_.size(); ++at) {
        Class& one = classes_[at];
        const index::Material& material = one.state.material;
        if (!one.open.empty() && (one.stage == Stage::Encoding || all_shared(one.needs_to_make))) {
            const std::uint32_t batch = nearest(one, last);
            one.open.erase(batch);
            ++one.begun;
            return one.stage == Stage::Encoding
                       ? Task{Task::Kind::Encode, material, {0, batch}}
                       : Task{Task::Kind::Solve, material, {static_cast<std::uint32_t>(one.level), batch}};
        }
        const auto kind = one.is_begun ? std::nullopt : kind_for(one, is_needed[at]);
        if (kind) {
            one.is_begun = true;
            return Task{*kind, material, {}};
        }
    }
    return std::nullopt;
}

/// Returns what can be done now with all of the class.
std::optional<Task::Kind> TaskGraph::kind_for(const Class& one, bool is_needed) const {
    const ClassState& state = one.state;
    switch (one.stage) {
        case Stage::Waiting:
            if (state.has_files) {
                return is_needed && all_shared(one.needs_to_read) ? std::optional{Task::Kind::Read} : std::nullopt;
            }
            if (!all_shared(one.needs_to_make)) {
                return std::nullopt;
            }
            return state.is_small ? Task::Kind::Make : state.is_whole ? Task::Kind::SolveAll : Task::Kind::Cut;
        case Stage::Shared:
            return is_written_by_one(one) ? Task::Kind::Write : Task::Kind::Plan;
        case Stage::Encoded:
            return Task::Kind::Join;
        case Stage::Solving:
        case Stage::Encoding:
        case Stage::Finished:
            break;
    }
    return std::nullopt;
}

/// One worker alone has less work with the files: it makes codes once, where a plan and parts make them twice. But it
/// must not be what all others wait for at the end.
bool TaskGraph::is_written_by_one(const Class& one) const {
    double left = 0;
    for (const Class& other : classes_) {
        left += other.state.has_files ? 0 : writing_work(other.state);
    }
    constexpr int spare = 4;
    return writing_work(one.state) * spare * workers_ < left;
}

/// Returns the open batch that lies in its level where the last one of the worker lay in its own: men's moves lead from
/// there to slices that lie there too.
std::uint32_t TaskGraph::nearest(const Class& one, const std::optional<Task>& last) const {
    if (one.stage != Stage::Solving || !last || last->kind != Task::Kind::Solve ||
        last->material != one.state.material) {
        return *one.open.begin();
    }
    const std::vector<std::uint32_t>& batches = one.state.batches;
    const auto wanted =
        static_cast<std::uint32_t>(std::uint64_t{last->batch.batch} * batches[one.level] / batches[last->batch.level]);
    const auto behind = one.open.lower_bound(wanted);
    return behind == one.open.end() ? *one.open.rbegin() : *behind;
}

void TaskGraph::begin_encoding(Class& one) {
    one.stage = Stage::Encoding;
    for (std::uint32_t part = 0; part < one.state.parts; ++part) {
        if (!one.state.encoded.contains(part)) {
            one.open.insert(part);
        }
    }
    if (one.open.empty()) {
        one.stage = Stage::Encoded;
    }
}

void TaskGraph::done(const Task& task, const TaskResult& result) {
    Class& one = classes_[ordinal(task.material)];
    const Stage before = one.stage;
    one.is_begun = false;
    switch (task.kind) {
        case Task::Kind::Make:
        case Task::Kind::Write:
        case Task::Kind::Join:
            one.stage = Stage::Finished;
            one.state.has_files = true;
            --unfinished_;
            break;
        case Task::Kind::Read:
            one.stage = Stage::Finished;
            break;
        case Task::Kind::SolveAll:
            one.stage = Stage::Shared;
            break;
        case Task::Kind::Cut:
            one.state.batches = result.batches;
            begin_level(one);
            break;
        case Task::Kind::Solve:
            if (--one.begun == 0 && one.open.empty()) {
                ++one.level;
                begin_level(one);
            }
            break;
        case Task::Kind::Plan:
            one.state.parts = result.batches.front();
            begin_encoding(one);
            break;
        case Task::Kind::Encode:
            if (--one.begun == 0 && one.open.empty()) {
                one.stage = Stage::Encoded;
            }
            break;
    }
    if (one.stage != before) {
        needed_.clear();
    }
}

std::vector<index::Material> TaskGraph::take_needless() {
    const std::vector<bool>& is_needed = needed();
    std::vector<index::Material> needless;
    for (std::size_t at = 0; at < classes_.size(); ++at) {
        Class& one = classes_[at];
        if (one.stage >= Stage::Shared && !is_needed[at] && !one.is_removed) {
            one.is_removed = true;
            needless.push_back(one.state.material);
        }
    }
    return needless;
}

}  // namespace dameotb::gen
