// A run: solves and writes the missing classes, and reads and drops others as the memory plan says.
#include <dameotb/gen/run/generate.hpp>

#include <algorithm>
#include <optional>

#include <dameotb/memory/memory_need.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/store/class_writer.hpp>
#include <dameotb/table/directory/directory_lock.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/memory_plan.hpp>
#include "run_progress.hpp"

namespace dameotb::gen {

namespace {

class Generator {
public:
    explicit Generator(const GenerateOptions& options) : options_{options}, team_{options.threads, options.stop} {}

    GenerateResult run() {
        plan();
        // A directory with all files is only read, so it need not be writable, unless a run was killed before it
        // removed the scratch of a finished class.
        if (!std::ranges::all_of(classes_, &MemoryPlanner::Class::is_present) ||
            !table::scratch_of_finished_classes(options_.directory, options_.directory).empty()) {
            make_directory();
            lock_.emplace(options_.directory);
            if (lock_->is_exclusive()) {
                table::remove_leftovers(options_.directory);
            }
            plan();  // again, since another run may have made some classes before the lock
        }
        lock_scratch();
        solved_classes_.emplace(memory_ ? &*memory_ : nullptr);
        try {
            make_all();
        } catch (const memory::StopRequested&) {
            return GenerateResult::Stopped;
        }
        remove_scratch();
        return GenerateResult::Complete;
    }

private:
    void make_directory() {
        std::error_code error;
        std::filesystem::create_directories(options_.directory, error);
        if (error) {
            throw table::TablebaseError{options_.directory.string(), error, "cannot create the directory"};
        }
    }

    /// Of two runs that share a directory for their scratch, each could take pages of the other for its own.
    void lock_scratch() {
        std::error_code ignored;
        if (lock_ && memory_ && !std::filesystem::equivalent(memory_->scratch(), options_.directory, ignored)) {
            scratch_lock_.emplace(memory_->scratch());
        }
    }

    /// Removes the scratch of finished classes: of this run, if it had room in memory for what an earlier one had not,
    /// and of one that was killed before it could do so.
    void remove_scratch() const {
        if (lock_ && lock_->is_exclusive()) {
            table::remove_scratch_of_finished_classes(options_.directory, options_.directory);
        }
        if (scratch_lock_ && scratch_lock_->is_exclusive()) {
            table::remove_scratch_of_finished_classes(memory_->scratch(), options_.directory);
        }
    }

    void make_all() {
        progress_.emplace(*planner_, options_.classes, memory_ ? &*memory_ : nullptr, options_.on_progress);
        for (std::size_t i = 0; i < options_.classes.size(); ++i) {
            progress_->begin_class(i, classes_[i].is_present);
            if (classes_[i].is_present && options_.check_kept &&
                !options_.check_kept(options_.classes[i],
                                     [this](std::uint64_t done) { progress_->report_checked(done); })) {
                throw memory::StopRequested{};
            }
            for (const MemoryPlanner::Step& step : planner_->plans()[i].steps) {
                take(step);
            }
            progress_->end_class(file_bytes(options_.classes[i]));
        }
    }

    [[nodiscard]] std::uint64_t file_bytes(const index::Material& material) const {
        std::uint64_t bytes = 0;
        for (const table::Metric metric : table::metrics_under(options_.rule)) {
            std::error_code gone;
            const auto size =
                std::filesystem::file_size(table::table_path(options_.directory, {material, metric}), gone);
            bytes += gone ? 0 : size;
        }
        return bytes;
    }

    void plan() {
        classes_ = planned_classes(options_.directory, options_.classes, options_.one_side_from, options_.rule);
        planner_.emplace(classes_, options_.threads, options_.rule);
        const std::uint64_t bound = options_.memory_bytes.value_or(memory::ScoreMemory::no_bound);
        if (const auto need = planner_->greatest_need(); need && need->bytes > bound) {
            throw memory::MemoryBoundError{options_.classes[need->class_index], need->bytes, bound};
        }
        memory_.reset();
        if (planner_->uses_pages(options_.memory_bytes)) {
            memory_.emplace(bound, options_.scratch_directory());
            bound_bytes_ = bound;
        }
    }

    void take(const MemoryPlanner::Step& step) {
        const index::Material& material = options_.classes[step.class_index];
        if (memory_) {
            set_bound(step.action == MemoryPlanner::Action::Make ? planner_->memory(step.class_index).solver : 0);
            // The solver and the metadata of the class are allocated at once, so pages are evicted first.
            if (step.action != MemoryPlanner::Action::Drop) {
                memory_->make_room(planner_->memory(step.class_index).metadata, team_);
            }
        }
        switch (step.action) {
            case MemoryPlanner::Action::Read:
                progress_->begin_work(Work::Read, step.class_index);
                solved_classes_->add(read(material));
                progress_->end_work();
                break;
            case MemoryPlanner::Action::Make:
                make(step.class_index);
                break;
            case MemoryPlanner::Action::Drop:
                solved_classes_->drop(material);
        }
    }

    /// Gives the scores what the process and the solver leave of the bound.
    void set_bound(std::uint64_t solver_bytes) {
        const memory::MemoryNeed need{.process = planner_->fixed_bytes(), .solver = solver_bytes};
        memory_->set_bound(need.budget(bound_bytes_));
    }

    [[nodiscard]] std::unique_ptr<scores::ClassScores> read(const index::Material& material) {
        auto solved = store::read_class(options_.directory, material, options_.rule, *solved_classes_, team_,
                                        [this](double share) { progress_->report(share); });
        store::reduce_to_results(*solved, team_);
        return solved;
    }

    void make(std::size_t class_index) {
        ClassSolverOptions solver_options;
        solver_options.threads = options_.threads;
        solver_options.stop = options_.stop;
        solver_options.rule = options_.rule;
        if (memory_) {
            solver_options.scratch =
                table::scratch_path(memory_->scratch(), options_.classes[class_index], options_.rule.exists());
            solver_options.between_checkpoints = options_.between_checkpoints;
        }
        if (options_.on_progress) {
            solver_options.on_progress = [this](const SolverProgress& solver) { progress_->report(solver); };
        }
        progress_->begin_work(Work::Solve, class_index);
        auto solved = solve_class(options_.classes[class_index], *solved_classes_, solver_options);
        progress_->end_work();
        if (memory_) {
            set_bound(0);  // the solver is gone
        }
        progress_->begin_work(Work::Encode, class_index);
        store::write_class_files(options_.directory, *solved, classes_[class_index].sides, team_,
                                 [this](double share) { progress_->report(share); });
        progress_->end_work();
        if (memory_) {
            solved->pages().forget_scratch();
        }
        store::reduce_to_results(*solved, team_);
        solved_classes_->add(std::move(solved));
    }

    const GenerateOptions& options_;
    memory::Team team_;
    std::optional<table::DirectoryLock> lock_;
    std::optional<table::DirectoryLock> scratch_lock_;  ///< If the scratch lies in a directory of its own.
    std::uint64_t bound_bytes_ = 0;
    std::optional<memory::ScoreMemory> memory_;  ///< If the run uses pages.
    std::optional<scores::SolvedClasses> solved_classes_;
    std::vector<MemoryPlanner::Class> classes_;
    std::optional<MemoryPlanner> planner_;
    std::optional<RunProgress> progress_;
};

}  // namespace

GenerateResult generate(const GenerateOptions& options) {
    return Generator{options}.run();
}

}  // namespace dameotb::gen
