// The units of work of a run that several workers share, and which of them can be done now.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::cluster {

struct Task {
    enum class Kind : std::uint8_t {
        Make,      ///< Solves a class, writes its files, and shares the scores that others need.
        SolveAll,  ///< Solves a whole class and shares its scores.
        Read,      ///< Shares the scores of a class that has files.
        Cut,       ///< Cuts a class into batches.
        Solve,     ///< Solves a batch and shares its scores.
        Write,     ///< Writes the files of a class whose scores are all shared.
        Plan,      ///< Plans how to encode the files of a class whose scores are all shared.
        Encode,    ///< Encodes a part of them.
        Join,      ///< Joins the parts into the files.
        Verify,    ///< Verifies a part of a class that has files.
    };
    Kind kind = Kind::Make;
    index::Material material;
    BatchName batch;  ///< Of Solve; for Encode and Verify, the part.
    bool operator==(const Task&) const = default;
};

/// A worker's report on a finished task.
struct TaskResult {
    double seconds = 0;
    std::uint64_t written_bytes = 0;  ///< To the shared directory.
    std::uint64_t fetched_bytes = 0;  ///< Of scores from it, uncompressed.
    /// For Cut, the number of batches of each level; for Plan, the number of parts.
    std::vector<std::uint32_t> batches;
};

// A class can be solved once the scores of all classes that it
// depends on are shared; its levels follow one another, and the batches of a level are independent. So several classes
// are in progress at once. A class is verified, part by part, once its own scores and those of the classes that its
// moves lead to have been read and shared. Nothing is computed, read or written here.
// While there are enough classes, each worker has its own, and makes it in one task if the others have enough to do
// meanwhile: it need not read what it has solved itself. With fewer classes, several workers share one.

/// The state of a class when a run begins.
struct ClassState {
    index::Material material;
    store::DistanceSides sides = store::DistanceSides::All;  ///< What its .dtm stores or will store.
    bool has_files = false;
    bool is_small = false;   ///< One task always makes it.
    bool is_whole = false;   ///< One task solves it.
    bool is_shared = false;  ///< All of its scores that others need.
    /// The number of batches of each level, and which of them are shared. Empty if the class is not cut.
    std::vector<std::uint32_t> batches;
    std::set<BatchName> shared;
    std::uint32_t parts = 0;  ///< Of its files; 0 if they are not planned.
    std::set<std::uint32_t> encoded;
    /// The number of parts to verify; 0 if none. Only for a class that has files.
    std::uint32_t parts_to_verify = 0;
    std::set<std::uint32_t> verified;
};

/// The tasks of one run. Not thread-safe.
class TaskGraph {
public:
    /// `classes`: closed under dependencies, each class after those that it depends on. `workers`: their number.
    /// `most_alone`: the most positions in a class that one worker makes, or whose files it writes, in one task.
    TaskGraph(std::vector<ClassState> classes, int workers, std::uint64_t most_alone);

    /// Returns a task that can be done now, and counts it as begun; nothing if there is none until others are done.
    /// `last`: the worker's last task; data for that class is still in its memory.
    [[nodiscard]] std::optional<Task> next(const std::optional<Task>& last = {});
    /// Reports a task as done.
    void done(const Task& task, const TaskResult& result);

    [[nodiscard]] bool is_finished() const { return unfinished_ == 0; }
    /// Returns whether the run has nothing more to do for the class itself.
    [[nodiscard]] bool is_finished(const index::Material& material) const {
        return !is_wanted(classes_[class_index(material)]);
    }
    /// Returns the classes whose shared scores nobody needs any more, each once.
    [[nodiscard]] std::vector<index::Material> take_unneeded();

private:
    enum class Stage : std::uint8_t {
        Waiting,  ///< For other classes, for the cut, or until somebody needs it.
        Solving,  ///< Level by level.
        Shared,   ///< All of its scores that others need, which can use them from here on.
        Verifying,
        Encoding,  ///< Its files are planned.
        Encoded,
        Finished,  ///< Its files exist, and are verified if they are to be.
    };
    struct Class {
        ClassState state;
        Stage stage = Stage::Waiting;
        bool is_removed = false;                 ///< Its shared files.
        std::vector<std::size_t> needs_to_make;  ///< Classes whose scores must be shared to make it,
        std::vector<std::size_t> needs_to_read;  ///< or to read it.
        std::size_t level = 0;                   ///< The current one.
        std::set<std::uint32_t> open;            ///< Batches of the level not yet begun,
        std::uint32_t begun = 0;                 ///< and the number in progress.
        bool is_begun = false;                   ///< Somebody makes, reads, cuts, writes, plans or joins it.
        std::uint64_t positions = 0;             ///< Stored ones.
    };

    [[nodiscard]] static bool is_in_work(const Class& one) { return one.is_begun || one.begun > 0; }
    /// Returns whether its files have yet to be made or verified.
    [[nodiscard]] static bool is_wanted(const Class& one) {
        return !one.state.has_files || one.state.parts_to_verify > 0;
    }
    [[nodiscard]] std::vector<std::size_t> class_indices(const std::vector<index::Material>& materials) const;
    [[nodiscard]] std::size_t class_index(const index::Material& material) const { return class_indices_.at(material); }
    [[nodiscard]] bool all_shared(const std::vector<std::size_t>& classes) const;
    [[nodiscard]] bool is_needed(std::size_t of);
    void make_agenda();
    void begin_level(Class& one);
    void begin_parts(Class& one, Stage stage, std::uint32_t parts, const std::set<std::uint32_t>& done);
    void end_parts(Class& one);
    [[nodiscard]] std::optional<Task> task_of(Class& one, const std::optional<Task>& last, bool one_class_per_worker);
    [[nodiscard]] bool has_open(const Class& one) const;
    [[nodiscard]] bool can_begin(const Class& one) const;
    [[nodiscard]] Task::Kind kind_for(const Class& one, bool one_class_per_worker) const;
    [[nodiscard]] bool has_class_for_each() const;
    [[nodiscard]] static std::uint64_t work_of(const Class& one);
    template <typename Counts>
    [[nodiscard]] std::uint64_t work_left(const Class& one, const Counts& counts) const;
    [[nodiscard]] bool is_soon_done(const Class& one, std::uint64_t left) const;
    [[nodiscard]] bool can_be_made_alone(const Class& one) const;
    [[nodiscard]] bool can_be_written_alone(const Class& one) const;
    [[nodiscard]] std::uint32_t nearest(const Class& one, const std::optional<Task>& last) const;

    std::uint64_t workers_;
    std::uint64_t most_alone_;
    std::vector<Class> classes_;
    std::map<index::Material, std::size_t> class_indices_;
    /// For each class, the first class to be made that needs its scores, or nobody. Empty, like the agenda, if stages
    /// have changed since it was computed.
    std::vector<std::size_t> first_users_;
    std::vector<std::size_t> agenda_;  ///< Classes to make or read, those that others wait for first.
    std::size_t unfinished_ = 0;       ///< Wanted classes.
};

}  // namespace dameotb::cluster
