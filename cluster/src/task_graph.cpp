// Classes come after those that they depend on, so the first that has a task is the one that most others wait for.
// A worker need not read what it has found by slices. So a class is best solved and written by one worker alone, as
// long as all others have something to do meanwhile.
#include <dameotb/cluster/task_graph.hpp>

#include <algorithm>
#include <utility>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::cluster {

namespace {

constexpr std::size_t nobody = ~std::size_t{0};

}  // namespace

TaskGraph::TaskGraph(std::vector<ClassState> classes, int workers, std::uint64_t most_alone)
    : workers_{static_cast<std::uint64_t>(workers)}, most_alone_{most_alone} {
    for (ClassState& state : classes) {
        class_indices_[state.material] = classes_.size();
        classes_.emplace_back().state = std::move(state);
    }
    for (Class& one : classes_) {
        const ClassState& state = one.state;
        one.needs_to_make = class_indices(index::direct_dependencies(state.material));
        one.needs_to_read = class_indices(store::needed_to_read(state.material, state.sides));
        one.positions = index::stored_positions(state.material);
        unfinished_ += is_wanted(one) ? 1 : 0;
        if (state.is_shared) {
            one.stage = Stage::Shared;
        } else if (!state.batches.empty()) {
            begin_level(one);
        }
        if (one.stage == Stage::Shared && state.has_files) {
            begin_parts(one, Stage::Verifying, state.parts_to_verify, state.verified);
        } else if (one.stage == Stage::Shared && state.parts > 0) {
            begin_parts(one, Stage::Encoding, state.parts, state.encoded);
        }
    }
}

std::vector<std::size_t> TaskGraph::class_indices(const std::vector<index::Material>& materials) const {
    std::vector<std::size_t> found;
    for (const index::Material& material : materials) {
        found.push_back(class_index(material));
    }
    return found;
}

bool TaskGraph::all_shared(const std::vector<std::size_t>& classes) const {
    return std::ranges::all_of(classes, [this](std::size_t of) { return classes_[of].stage >= Stage::Shared; });
}

/// Finds out who still needs which scores: to make or verify another class, to read a needed one, or to write or verify
/// its own files. A class is read for the first class that needs it, so it takes that one's place.
void TaskGraph::make_agenda() {
    if (!first_users_.empty()) {
        return;
    }
    first_users_.assign(classes_.size(), nobody);
    agenda_.clear();
    for (std::size_t at = classes_.size(); at-- > 0;) {
        const Class& one = classes_[at];
        std::size_t& user = first_users_[at];
        user = is_wanted(one) ? at : user;
        if (user == nobody || one.stage == Stage::Finished) {
            continue;
        }
        agenda_.push_back(at);
        if (one.stage < Stage::Shared) {
            for (const std::size_t of : one.state.has_files ? one.needs_to_read : one.needs_to_make) {
                first_users_[of] = std::min(first_users_[of], user);
            }
        }
        if (one.state.parts_to_verify > 0) {
            for (const std::size_t of : one.needs_to_make) {
                first_users_[of] = std::min(first_users_[of], at);
            }
        }
    }
    std::ranges::sort(agenda_, {}, [this](std::size_t at) { return std::pair{first_users_[at], at}; });
}

/// Returns whether somebody still needs the class's scores.
bool TaskGraph::is_needed(std::size_t of) {
    make_agenda();
    return first_users_[of] != nobody;
}

/// Goes to the next level that is not completely shared, or marks the class as shared.
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
    make_agenda();
    // Each class in progress occupies at least one other worker, so where there is a class for each worker, one is left
    // for this one.
    const bool one_class_per_worker = has_class_for_each();
    const auto begin = [&](std::size_t at) {
        return one_class_per_worker && is_in_work(classes_[at]) ? std::nullopt
                                                                : task_of(classes_[at], last, one_class_per_worker);
    };
    if (one_class_per_worker && last) {
        if (auto task = begin(class_index(last->material))) {
            return task;
        }
    }
    for (const std::size_t at : agenda_) {
        if (auto task = begin(at)) {
            return task;
        }
    }
    return std::nullopt;
}

/// Begins something that can be done now for the class, if anything. `one_class_per_worker`: each worker has its own
/// class.
std::optional<Task> TaskGraph::task_of(Class& one, const std::optional<Task>& last, bool one_class_per_worker) {
    const index::Material& material = one.state.material;
    if (has_open(one)) {
        const std::uint32_t batch = nearest(one, last);
        one.open.erase(batch);
        ++one.begun;
        return one.stage == Stage::Encoding ? Task{Task::Kind::Encode, material, {0, batch}}
               : one.stage == Stage::Verifying
                   ? Task{Task::Kind::Verify, material, {0, batch}}
                   : Task{Task::Kind::Solve, material, {static_cast<std::uint32_t>(one.level), batch}};
    }
    if (!can_begin(one)) {
        return std::nullopt;
    }
    const Task task{kind_for(one, one_class_per_worker), material, {}};
    one.is_begun = true;
    return task;
}

/// Returns whether the class has batches or parts that can begin now.
bool TaskGraph::has_open(const Class& one) const {
    return !one.open.empty() && (one.stage == Stage::Encoding || all_shared(one.needs_to_make));
}

/// Returns whether each worker can work on its own class.
bool TaskGraph::has_class_for_each() const {
    std::uint64_t classes = 0;
    for (std::size_t i = 0; i < agenda_.size() && classes < workers_; ++i) {
        const Class& one = classes_[agenda_[i]];
        classes += is_in_work(one) || has_open(one) || can_begin(one) ? 1 : 0;
    }
    return classes >= workers_;
}

/// Returns how long one worker takes to make the class or write its files, in positions of a class that has models:
/// without models encoding takes four times as long.
std::uint64_t TaskGraph::work_of(const Class& one) {
    return one.positions * (one.state.is_whole ? 4 : 1);
}

/// Returns whether one worker may do all of that, and finishes before the others have done `left`.
bool TaskGraph::is_soon_done(const Class& one, std::uint64_t left) const {
    return work_of(one) <= most_alone_ && work_of(one) * (workers_ - 1) <= left;
}

/// Returns the work on other unsolved classes for which `counts(class)`.
template <typename Counts>
std::uint64_t TaskGraph::work_left(const Class& one, const Counts& counts) const {
    std::uint64_t left = 0;
    for (const Class& other : classes_) {
        left += &other != &one && is_wanted(other) && other.stage < Stage::Shared && counts(other) ? work_of(other) : 0;
    }
    return left;
}

/// Returns whether a worker can make the class while all others have something to begin: classes that wait only for
/// those in progress.
bool TaskGraph::can_be_made_alone(const Class& one) const {
    return is_soon_done(one, work_left(one, [&](const Class& other) {
                            return other.stage == Stage::Waiting && !other.is_begun &&
                                   std::ranges::all_of(other.needs_to_make, [&](std::size_t of) {
                                       const Class& needed = classes_[of];
                                       return &needed != &one && (needed.stage >= Stage::Shared || is_in_work(needed));
                                   });
                        }));
}

/// Returns whether a worker can write the class's files while all others have something to solve.
bool TaskGraph::can_be_written_alone(const Class& one) const {
    return is_soon_done(one, work_left(one, [](const Class&) { return true; }));
}

/// Returns whether something can be done now with the class as a whole.
bool TaskGraph::can_begin(const Class& one) const {
    if (one.is_begun) {
        return false;
    }
    return one.stage == Stage::Waiting ? all_shared(one.state.has_files ? one.needs_to_read : one.needs_to_make)
                                       : one.stage == Stage::Shared || one.stage == Stage::Encoded;
}

/// Returns what that is. Requires: can_begin.
Task::Kind TaskGraph::kind_for(const Class& one, bool one_class_per_worker) const {
    const ClassState& state = one.state;
    if (one.stage == Stage::Shared) {
        return one_class_per_worker && can_be_written_alone(one) ? Task::Kind::Write : Task::Kind::Plan;
    }
    if (one.stage == Stage::Encoded) {
        return Task::Kind::Join;
    }
    return state.has_files                                                      ? Task::Kind::Read
           : state.is_small || (one_class_per_worker && can_be_made_alone(one)) ? Task::Kind::Make
           : state.is_whole                                                     ? Task::Kind::SolveAll
                                                                                : Task::Kind::Cut;
}

/// Returns the open batch at about the same place in its level as the worker's last batch in its own: men's moves from
/// there lead to slices near that place.
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

/// Enters a stage whose parts are those not yet in `done`.
void TaskGraph::begin_parts(Class& one, Stage stage, std::uint32_t parts, const std::set<std::uint32_t>& done) {
    one.stage = stage;
    for (std::uint32_t part = 0; part < parts; ++part) {
        if (!done.contains(part)) {
            one.open.insert(part);
        }
    }
    end_parts(one);
}

/// Goes to the next stage if all parts are done.
void TaskGraph::end_parts(Class& one) {
    if (one.begun > 0 || !one.open.empty()) {
        return;
    }
    if (one.stage == Stage::Encoding) {
        one.stage = Stage::Encoded;
        return;
    }
    one.stage = Stage::Finished;
    unfinished_ -= is_wanted(one) ? 1 : 0;
    one.state.parts_to_verify = 0;
}

void TaskGraph::done(const Task& task, const TaskResult& result) {
    Class& one = classes_[class_index(task.material)];
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
            begin_parts(one, Stage::Verifying, one.state.parts_to_verify, one.state.verified);
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
            begin_parts(one, Stage::Encoding, one.state.parts, one.state.encoded);
            break;
        case Task::Kind::Encode:
        case Task::Kind::Verify:
            --one.begun;
            end_parts(one);
            break;
    }
    if (one.stage != before) {
        first_users_.clear();
    }
}

std::vector<index::Material> TaskGraph::take_unneeded() {
    std::vector<index::Material> needless;
    for (std::size_t at = 0; at < classes_.size(); ++at) {
        Class& one = classes_[at];
        if (one.stage >= Stage::Shared && !one.is_removed && !is_needed(at)) {
            one.is_removed = true;
            needless.push_back(one.state.material);
        }
    }
    return needless;
}

}  // namespace dameotb::cluster
