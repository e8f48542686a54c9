// Classes that others have solved are opened when a task needs them; their scores are loaded page by page.
#include <dameotb/cluster/worker.hpp>

#include <algorithm>
#include <chrono>
#include <map>

#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/memory_need.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/store/class_writer.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/store/process_bytes.hpp>
#include <dameotb/store/scores_from_codes.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include "encoded_files.hpp"
#include "shared_class.hpp"

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>
#include <dameotb/gen/slice/slices_solver.hpp>
#include "class_cut.hpp"

namespace dameotb::cluster {

class Worker::Work {
public:
    Work(SharedRun run, const WorkerOptions& options)
        : run_{std::move(run)},
          shared_{run_.directory()},
          team_{options.threads, options.stop},
          verify_{options.verify},
          fixed_bytes_{store::process_bytes(run_.classes, options.threads) +
                       static_cast<std::uint64_t>(options.threads) * SharedClass::thread_bytes +
                       run_.classes.size() * SharedClass::files_bytes},
          bound_bytes_{options.memory_bytes.value_or(memory::ScoreMemory::no_bound)},
          memory_{bound_bytes_, run_.shared},
          solved_classes_{&memory_} {
        for (const index::Material& material : run_.classes) {
            need_of(material).require_within(bound_bytes_, material);
        }
    }

    TaskResult run(const Task& task) {
        const auto begun = std::chrono::steady_clock::now();
        const std::uint64_t fetched_before = memory_.fetched_bytes();
        TaskResult result;
        switch (task.kind) {
            case Task::Kind::Make:
                result.written_bytes = make(task.material);
                break;
            case Task::Kind::SolveAll:
                result.written_bytes = share_class(solve_all(task.material), SharedScores::All, shared_, team_);
                break;
            case Task::Kind::Read:
                result.written_bytes = read(task.material);
                break;
            case Task::Kind::Cut:
                result.batches = cut(task.material);
                break;
            case Task::Kind::Solve:
                result.written_bytes = solve(task.material, task.batch);
                break;
            case Task::Kind::Write:
                write(task.material);
                break;
            case Task::Kind::Plan:
                result.batches = {plan(task.material)};
                break;
            case Task::Kind::Encode:
                result.written_bytes = encode(task.material, task.batch.batch);
                break;
            case Task::Kind::Join:
                join(task.material);
                break;
            case Task::Kind::Verify:
                verify(task.material, task.batch.batch);
                break;
        }
        result.fetched_bytes = memory_.fetched_bytes() - fetched_before;
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        return result;
    }

private:
    /// The class of the last task, and what its next task can use. Each member is created on first use.
    struct InWork {
        index::Material material;
        ClassParts parts;
        std::vector<std::vector<index::SliceId>> levels;
        std::unique_ptr<gen::SlicesSolver> solver;
        std::unique_ptr<table::OpenClass> files;  ///< Under a draw rule the .wdl is open.
        std::optional<EncodingPlan> plan;
    };

    struct OpenScores {
        scores::ClassScores* scores = nullptr;
        SeenBy seen_by = SeenBy::Itself;
    };

    [[nodiscard]] store::DistanceSides sides(const index::Material& material) const {
        return store::sides_to_store(material, run_.one_side_from);
    }
    [[nodiscard]] std::uint64_t solver_bytes(const index::Material& material) const {
        return gen::solver_bytes(material, team_.threads, run_.rule);
    }
    /// Returns what a task that solves a part of the class loads. One that solves a class without men loads all of it:
    /// its scores cannot leave before they are written to the shared directory.
    [[nodiscard]] static std::uint64_t working_set_to_solve(const index::Material& material) {
        return gen::working_set_of_task(material).least();
    }
    /// Returns what a task that encodes a part of the class loads, by whole slices.
    [[nodiscard]] static std::uint64_t working_set_to_write(const index::Material& material) {
        return store::working_set_to_write(material, true).least();
    }
    /// Returns the memory that the most demanding task of the class needs.
    [[nodiscard]] memory::MemoryNeed need_of(const index::Material& material) const {
        memory::MemoryNeed need{.process = fixed_bytes_, .metadata = scores::metadata_bytes_with_source(material)};
        for (const index::Material& needed : index::direct_dependencies(material)) {
            need.metadata += scores::metadata_bytes_with_source(needed);
        }
        need.solver = run_.verifies() ? 0 : solver_bytes(material);
        need.working_set =
            std::max(store::working_set_to_read(material, sides(material)).least(),
                     run_.verifies() ? store::working_set_of_scan(material, store::Reach::Moves).least()
                                     : std::max(working_set_to_solve(material), working_set_to_write(material)));
        return need;
    }

    /// Opens the classes that a task needs besides its own, and closes others if the total metadata is large. `solver`:
    /// its memory.
    void need(const std::vector<index::Material>& classes, std::uint64_t solver) {
        std::uint64_t metadata = 0;
        for (const auto& entry : open_) {
            metadata += scores::metadata_bytes_with_source(entry.first);
        }
        constexpr std::uint64_t part_for_metadata = 8;
        if (metadata > bound_bytes_ / part_for_metadata) {
            close_unless([&](const index::Material& material) {
                return material == in_work_.material || std::ranges::find(classes, material) != classes.end();
            });
        }
        memory_.set_bound(memory::MemoryNeed{.process = fixed_bytes_, .solver = solver}.budget(bound_bytes_));
        for (const index::Material& material : classes) {
            (void)open(material, SeenBy::Others);
        }
    }

    /// Returns a class whose scores are partly shared. Scores that this worker has found itself need not be read, but
    /// under a draw rule only as long as the same sees them.
    scores::ClassScores& open(const index::Material& material, SeenBy seen_by) {
        OpenScores& at = open_[material];
        if (at.scores == nullptr || (run_.rule.exists() && at.seen_by != seen_by)) {
            solved_classes_.drop(material);
            at = {};
            memory_.make_room(scores::metadata_bytes_with_source(material), team_);
            auto scores = shared_class(material, memory_, shared_, seen_by);
            at = {scores.get(), seen_by};
            solved_classes_.add(std::move(scores));
        }
        return *at.scores;
    }

    /// Turns to a class. Closes classes that nobody needs any more: the manager has removed them.
    void begin(const index::Material& material) {
        if (in_work_.material == material) {
            return;
        }
        in_work_ = {};
        in_work_.material = material;
        close_unless([this](const index::Material& other) { return shared_.has_parts(other); });
    }

    /// Closes the classes for which `keeps(material)` is false.
    template <typename Keeps>
    void close_unless(const Keeps& keeps) {
        std::erase_if(open_, [&](const auto& entry) {
            if (keeps(entry.first)) {
                return false;
            }
            solved_classes_.drop(entry.first);
            return true;
        });
    }

    const std::vector<std::vector<index::SliceId>>& levels() {
        if (in_work_.levels.empty()) {
            in_work_.levels = gen::levels_of(in_work_.material, team_);
        }
        return in_work_.levels;
    }

    scores::ClassScores& scores() { return open(in_work_.material, SeenBy::Itself); }

    table::OpenClass& files() {
        if (!in_work_.files) {
            in_work_.files = run_.rule.exists() ? std::make_unique<table::OpenClass>(run_.tables, in_work_.material,
                                                                                     table::Metric::Wdl)
                                                : std::make_unique<table::OpenClass>(in_work_.material);
        }
        return *in_work_.files;
    }
    const index::ClassIndex& index() { return files().index(); }
    store::CodeSource codes() {
        return store::codes_of_scores(scores(), index(), team_.threads, files().find(table::Metric::Wdl));
    }

    std::uint64_t make(const index::Material& material) {
        const scores::ClassScores& solved = solve_all(material);
        store::write_class_files(run_.tables, solved, sides(material), team_);
        return share_finished(material);
    }

    const scores::ClassScores& solve_all(const index::Material& material) {
        begin(material);
        need(index::direct_dependencies(material), solver_bytes(material));
        memory_.make_room(scores::metadata_bytes_with_source(material), team_);
        gen::ClassSolverOptions options;
        options.threads = team_.threads;
        options.stop = team_.stop;
        options.rule = run_.rule;
        return keep(gen::solve_class(material, solved_classes_, options));
    }

    std::uint64_t read(const index::Material& material) {
        begin(material);
        const auto stored = store::sides_of_class_files(run_.tables, material, run_.rule);
        need(store::needed_to_read(material, stored.value_or(store::DistanceSides::All)), 0);
        memory_.make_room(scores::metadata_bytes_with_source(material), team_);
        keep(store::read_class(run_.tables, material, run_.rule, solved_classes_, team_));
        return share_finished(material);
    }

    /// Keeps a class all of whose scores this worker has, so that it need not read them.
    const scores::ClassScores& keep(std::unique_ptr<scores::ClassScores> scores) {
        const scores::ClassScores& kept = *scores;
        open_[scores->material()] = {scores.get(), SeenBy::Itself};
        solved_classes_.add(std::move(scores));
        return kept;
    }

    /// Shares what the run still needs of a class that has files, and turns the class into what others see.
    std::uint64_t share_finished(const index::Material& material) {
        OpenScores& kept = open_.at(material);
        const auto needed = still_needed(run_, material);
        const std::uint64_t bytes = needed ? share_class(*kept.scores, *needed, shared_, team_) : 0;
        store::reduce_to_results(*kept.scores, team_);
        kept.seen_by = SeenBy::Others;
        return bytes;
    }

    std::vector<std::uint32_t> cut(const index::Material& material) {
        begin(material);
        const ClassParts parts = cut_class(material, levels(), run_.workers * team_.threads, run_.least_batch_bytes);
        shared_.write_parts(material, parts);
        std::vector<std::uint32_t> batches;
        for (const auto& level : parts.levels) {
            batches.push_back(static_cast<std::uint32_t>(level.firsts.size()));
        }
        return batches;
    }

    std::uint64_t solve(const index::Material& material, const BatchName& name) {
        begin(material);
        need(index::direct_dependencies(material), solver_bytes(material));
        if (!in_work_.solver) {
            in_work_.parts = shared_.require_parts(material);
            in_work_.solver = std::make_unique<gen::SlicesSolver>(solved_classes_, scores(),
                                                                  gen::solvers_of(material, team_.threads), team_);
        }
        const auto ids = slices_of(in_work_.parts.levels[name.level], levels()[name.level], name.batch);
        SliceBatchWriter writer{shared_, name, scores(), ids};
        memory::parallel_for_within(&memory_, gen::working_set_of_slices(material, slices_of_group(material)),
                                    writer.groups(), memory::Team{in_work_.solver->count(), team_.stop},
                                    [&](std::size_t thread, std::uint64_t group) {
                                        for (const index::SliceId id : writer.group(group)) {
                                            in_work_.solver->solve(thread, id);
                                        }
                                        writer.write(group);
                                    });
        return writer.finish();
    }

    void write(const index::Material& material) {
        begin_files(material);
        store::write_class_files(run_.tables, scores(), sides(material), team_);
    }

    std::uint32_t plan(const index::Material& material) {
        begin_files(material);
        const EncodingPlan plan{store::plan_class_files(codes(), index(), run_.rule, sides(material), team_),
                                store::all_positions(index()), file_parts(material)};
        write_plan(shared_, material, plan);
        return plan.parts;
    }

    std::uint64_t encode(const index::Material& material, std::uint32_t part) {
        begin_files(material);
        if (!in_work_.plan) {
            in_work_.plan = read_plan(shared_, index());
        }
        return encode_part(shared_, material, codes(), *in_work_.plan, part, team_);
    }

    void join(const index::Material& material) {
        begin_files(material);
        join_parts(shared_, run_.tables, material, read_plan(shared_, index()), team_);
    }

    void verify(const index::Material& material, std::uint32_t part) {
        begin(material);
        need(index::direct_dependencies(material), 0);
        verify_({scores(), solved_classes_, part, parts_to_verify(run_, material), team_});
        shared_.mark_verified(material, part);
    }

    /// Turns to the files of a class, and frees what only its solver needs.
    void begin_files(const index::Material& material) {
        begin(material);
        in_work_.solver.reset();
        in_work_.levels.clear();
        in_work_.levels.shrink_to_fit();
        need({}, 0);
    }

    SharedRun run_;
    SharedDirectory shared_;
    memory::Team team_;
    std::function<void(const PartToVerify&)> verify_;
    std::uint64_t fixed_bytes_;
    std::uint64_t bound_bytes_;
    memory::ScoreMemory memory_;
    scores::SolvedClasses solved_classes_;
    std::map<index::Material, OpenScores> open_;  ///< The classes in `solved_classes_`.
    InWork in_work_;
};

Worker::Worker(SharedRun run, const WorkerOptions& options) : work_{std::make_unique<Work>(std::move(run), options)} {}
Worker::~Worker() = default;

TaskResult Worker::run(const Task& task) {
    return work_->run(task);
}

}  // namespace dameotb::cluster
