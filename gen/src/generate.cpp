// A run: what is missing is solved and written, in the order and with the classes in memory that the plan says.
#include <dameotb/gen/generate.hpp>

#include <chrono>

#include <dameotb/format/error.hpp>
#include <dameotb/index/class_index.hpp>

#include "class_solver.hpp"
#include "memory_plan.hpp"
#include "table_files.hpp"

namespace dameotb::gen {

namespace {

class Generator {
public:
    explicit Generator(const GenerateOptions& options) : options_{options} {}

    GenerateResult run() {
        plan();
        make_directory();
        for (std::size_t i = 0; i < options_.classes.size(); ++i) {
            begin_class(options_.classes[i]);
            progress_.reused = present_[i];
            for (const MemoryPlanner::Step& step : plan_[i].steps) {
                if (!take(step)) {
                    return GenerateResult::Stopped;
                }
            }
            end_class();
        }
        return GenerateResult::Complete;
    }

private:
    void make_directory() {
        std::error_code error;
        std::filesystem::create_directories(options_.directory, error);
        if (error) {
            throw format::TablebaseError{options_.directory.string(), "cannot make the directory: " + error.message()};
        }
    }

    void plan() {
        progress_.classes = static_cast<int>(options_.classes.size());
        for (const index::Material& material : options_.classes) {
            present_.push_back(has_table_files(options_.directory, material));
            positions_.push_back(index::class_size(material) *
                                 static_cast<std::uint64_t>(index::stored_sides(material)));
            progress_.run_positions += positions_.back();
        }
        const MemoryPlanner planner{options_.classes, present_, options_.threads};
        if (options_.memory_bytes) {
            const auto need = planner.greatest_need();
            if (need && need->bytes > *options_.memory_bytes) {
                throw MemoryBoundError{options_.classes[need->place], need->bytes, *options_.memory_bytes};
            }
        }
        plan_ = planner.plan(options_.memory_bytes);
    }

    /// False if stopped.
    bool take(const MemoryPlanner::Step& step) {
        const index::Material& material = options_.classes[step.place];
        switch (step.action) {
            case MemoryPlanner::Action::Read:
                return read(material);
            case MemoryPlanner::Action::Make:
                return make(material);
            case MemoryPlanner::Action::Drop:
                finished_.drop(material);
        }
        return true;
    }

    bool read(const index::Material& material) {
        if (options_.stop != nullptr && *options_.stop) {
            return false;
        }
        finished_.add(read_table_file(options_.directory, material, finished_, options_.threads));
        return true;
    }

    bool make(const index::Material& material) {
        const ClassSolverOptions solver_options{
            options_.threads, [this](std::uint64_t slices_done) { report_slices(slices_done); }, options_.stop};
        std::unique_ptr<SolvedClass> solved = solve_class(material, finished_, solver_options);
        if (!solved) {
            return false;
        }
        write_table_files(options_.directory, *solved, options_.compression, options_.threads);
        finished_.add(std::move(solved));
        return true;
    }

    void begin_class(const index::Material& material) {
        begun_ = std::chrono::steady_clock::now();
        progress_.material = material;
        progress_.slices = index::SliceIndex{material.white.men, material.black.men}.count();
        progress_.positions = positions_[static_cast<std::size_t>(progress_.class_number)];
        ++progress_.class_number;
        progress_.class_finished = false;
        progress_.reused = false;
        report_slices(0);
    }

    void end_class() {
        progress_.class_finished = true;
        report_slices(progress_.slices);
        run_positions_before_ += progress_.positions;
    }

    void report_slices(std::uint64_t slices_done) {
        if (!options_.on_progress) {
            return;
        }
        progress_.slices_done = slices_done;
        progress_.positions_done = progress_.positions / progress_.slices * slices_done;
        if (slices_done == progress_.slices) {
            progress_.positions_done = progress_.positions;
        }
        progress_.run_positions_done = run_positions_before_ + progress_.positions_done;
        progress_.class_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
        options_.on_progress(progress_);
    }

    const GenerateOptions& options_;
    SolvedClasses finished_;
    std::vector<bool> present_;
    std::vector<MemoryPlanner::ClassPlan> plan_;
    std::vector<std::uint64_t> positions_;  ///< Stored positions of each class.
    std::uint64_t run_positions_before_ = 0;
    Progress progress_;
    std::chrono::steady_clock::time_point begun_;
};

}  // namespace

GenerateResult generate(const GenerateOptions& options) {
    return Generator{options}.run();
}

}  // namespace dameotb::gen
