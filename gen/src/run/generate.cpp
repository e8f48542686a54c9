// A run: solves and writes the missing classes, and reads and drops others as the memory plan says.
#include <dameotb/gen/generate.hpp>

#include <algorithm>
#include <chrono>
#include <optional>

#include <dameotb/files/directory_lock.hpp>
#include <dameotb/files/leftovers.hpp>
#include <dameotb/format/error.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/store/threads/team.hpp>

#include "class_solver.hpp"
#include "memory_plan.hpp"

namespace dameotb::gen {

namespace {

class Generator {
public:
    explicit Generator(const GenerateOptions& options) : options_{options}, team_{options.threads, options.stop} {}

    GenerateResult run() {
        plan();
        // A directory with all files is only read, so it need not be writable.
        if (!std::ranges::all_of(classes_, &MemoryPlanner::Class::is_present)) {
            make_directory();
            lock_.emplace(options_.directory);
            if (lock_->is_exclusive()) {
                files::remove_leftovers(options_.directory);
            }
            plan();  // again, since another run may have made some classes before the lock
        }
        try {
            make_all();
        } catch (const store::StopRequested&) {
            return GenerateResult::Stopped;
        }
        return GenerateResult::Complete;
    }

private:
    void make_directory() {
        std::error_code error;
        std::filesystem::create_directories(options_.directory, error);
        if (error) {
            throw format::TablebaseError{options_.directory.string(), error, "cannot make the directory"};
        }
    }

    void make_all() {
        for (std::size_t i = 0; i < options_.classes.size(); ++i) {
            begin_class(options_.classes[i], classes_[i].is_present);
            if (classes_[i].is_present && options_.check_kept &&
                !options_.check_kept(options_.classes[i], [this](std::uint64_t done) { report_positions(done); })) {
                throw store::StopRequested{};
            }
            for (const MemoryPlanner::Step& step : plan_[i].steps) {
                take(step);
            }
            end_class();
        }
    }

    void plan() {
        classes_.clear();
        positions_.clear();
        progress_ = {};
        progress_.classes = static_cast<int>(options_.classes.size());
        for (const index::Material& material : options_.classes) {
            const auto present = store::sides_of_class_files(options_.directory, material);
            classes_.push_back({material, present.value_or(store::sides_to_store(material, options_.one_side_from)),
                                present.has_value()});
            positions_.push_back(index::stored_positions(material));
            progress_.run_positions += positions_.back();
        }
        const MemoryPlanner planner{classes_, options_.threads};
        if (options_.memory_bytes) {
            const auto need = planner.greatest_need();
            if (need && need->bytes > *options_.memory_bytes) {
                throw MemoryBoundError{options_.classes[need->ordinal], need->bytes, *options_.memory_bytes};
            }
        }
        plan_ = planner.plan(options_.memory_bytes);
    }

    void take(const MemoryPlanner::Step& step) {
        const index::Material& material = options_.classes[step.ordinal];
        switch (step.action) {
            case MemoryPlanner::Action::Read:
                finished_.add(store::read_class(options_.directory, material, finished_, team_));
                break;
            case MemoryPlanner::Action::Make:
                make(material, classes_[step.ordinal].sides);
                break;
            case MemoryPlanner::Action::Drop:
                finished_.drop(material);
        }
    }

    void make(const index::Material& material, store::DtmSides sides) {
        const ClassSolverOptions solver_options{
            options_.threads, [this](std::uint64_t slices_done) { report_slices(slices_done); }, options_.stop};
        std::unique_ptr<store::ClassScores> solved = solve_class(material, finished_, solver_options);
        store::write_class_files(options_.directory, *solved, sides, team_);
        finished_.add(std::move(solved));
    }

    void begin_class(const index::Material& material, bool is_present) {
        begun_ = std::chrono::steady_clock::now();
        progress_.material = material;
        progress_.slices = index::SliceIndex{material.white.men, material.black.men}.count();
        progress_.positions = positions_[static_cast<std::size_t>(progress_.class_number)];
        ++progress_.class_number;
        progress_.class_finished = false;
        progress_.reused = is_present;
        report_slices(0);
    }

    void end_class() {
        progress_.class_finished = true;
        report_slices(progress_.slices);
        run_positions_before_ += progress_.positions;
    }

    void report_slices(std::uint64_t slices_done) {
        progress_.slices_done = slices_done;
        report_positions(slices_done == progress_.slices ? progress_.positions
                                                         : progress_.positions / progress_.slices * slices_done);
    }

    void report_positions(std::uint64_t positions_done) {
        if (!options_.on_progress) {
            return;
        }
        progress_.positions_done = positions_done;
        progress_.run_positions_done = run_positions_before_ + progress_.positions_done;
        progress_.class_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
        options_.on_progress(progress_);
    }

    const GenerateOptions& options_;
    store::Team team_;
    std::optional<files::DirectoryLock> lock_;
    store::FinishedClasses finished_;
    std::vector<MemoryPlanner::Class> classes_;
    std::vector<MemoryPlanner::ClassPlan> plan_;
    std::vector<std::uint64_t> positions_;  ///< The stored positions of each class.
    std::uint64_t run_positions_before_ = 0;
    Progress progress_;
    std::chrono::steady_clock::time_point begun_;
};

}  // namespace

GenerateResult generate(const GenerateOptions& options) {
    return Generator{options}.run();
}

}  // namespace dameotb::gen
