
#include "run_progress.hpp"

#include <algorithm>
#include <numeric>

#include <dameotb/index/class_index.hpp>

namespace dameotb::gen {

namespace {
/// A pace measured over less time than this is meaningless.
constexpr double too_early_seconds = 0.5;
/// A class's own pace counts once this part of it is done; until then the run's does.
constexpr double enough_share = 0.05;
}  // namespace

Pace::Pace(std::vector<double> expected_seconds)
    : expected_{std::move(expected_seconds)}, later_{std::accumulate(expected_.begin(), expected_.end(), 0.0)} {}

void Pace::begin_class(double now) {
    class_ = classes_begun_++;
    later_ = std::accumulate(expected_.begin() + static_cast<std::ptrdiff_t>(classes_begun_), expected_.end(), 0.0);
    done_ = 0;
    begun_ = now_ = now;
}

void Pace::set_done(double expected_seconds, double now) {
    done_ = std::min(expected_seconds, of_class());
    now_ = now;
}

void Pace::end_class(double now) {
    now_ = now;
    // Classes whose files exist are not expected to take any time. Checking them does not count for the run's pace.
    passed_before_ += of_class() > 0 ? class_passed() : 0;
    before_ += of_class();
    done_ = 0;
    begun_ = now;
}

double Pace::class_share() const {
    return of_class() > 0 ? done_ / of_class() : 0;
}

std::optional<double> Pace::run_pace() const {
    const double done = before_ + done_;
    const double passed = passed_before_ + (of_class() > 0 ? class_passed() : 0);
    return done <= 0 || passed < too_early_seconds ? std::nullopt : std::optional{passed / done};
}

std::optional<double> Pace::class_pace() const {
    return class_share() < enough_share || class_passed() < too_early_seconds ? run_pace()
                                                                              : std::optional{class_passed() / done_};
}

std::optional<double> Pace::class_seconds_left() const {
    const auto pace = class_pace();
    return pace ? std::optional{*pace * (of_class() - done_)} : std::nullopt;
}

std::optional<double> Pace::run_seconds_left() const {
    const auto pace = run_pace();
    return pace ? std::optional{*class_seconds_left() + *pace * later_} : std::nullopt;
}

namespace {

std::vector<ClassSeconds> seconds_of(const std::vector<index::Material>& classes) {
    std::vector<ClassSeconds> seconds(classes.size());
    std::ranges::transform(classes, seconds.begin(),
                           [](const index::Material& material) { return class_seconds(material); });
    return seconds;
}

}  // namespace

RunProgress::RunProgress(const MemoryPlanner& planner, const std::vector<index::Material>& classes,
                         memory::ScoreMemory* memory, const std::function<void(const Progress&)>& report)
    : planner_{planner},
      memory_{memory},
      report_{report},
      classes_{classes},
      class_seconds_{seconds_of(classes)},
      pace_{[this] {
          std::vector<double> of_plans;
          for (std::size_t class_index = 0; class_index < classes_.size(); ++class_index) {
              of_plans.push_back(expected_of_plan(class_index));
          }
          return of_plans;
      }()} {
    progress_.classes = static_cast<int>(classes.size());
}

double RunProgress::expected(Work work, std::size_t class_index) const {
    const ClassSeconds& seconds = class_seconds_[class_index];
    return work == Work::Read     ? seconds.read
           : work == Work::Solve  ? seconds.solve
           : work == Work::Encode ? seconds.encode
                                  : 0;
}

double RunProgress::expected_of_plan(std::size_t class_index) const {
    double seconds = 0;
    for (const MemoryPlanner::Step& step : planner_.plans()[class_index].steps) {
        if (step.action == MemoryPlanner::Action::Read) {
            seconds += expected(Work::Read, step.class_index);
        } else if (step.action == MemoryPlanner::Action::Make) {
            seconds += expected(Work::Solve, step.class_index) + expected(Work::Encode, step.class_index);
        }
    }
    return seconds;
}

void RunProgress::begin_class(std::size_t class_index, bool is_present) {
    class_begun_ = Clock::now();
    pace_.begin_class(seconds_since(begun_));
    expected_before_ = 0;
    const index::Material& material = classes_[class_index];
    const int classes = progress_.classes;
    progress_ = {};
    progress_.material = material;
    progress_.class_number = static_cast<int>(class_index) + 1;
    progress_.classes = classes;
    progress_.positions = index::stored_positions(material);
    progress_.reused = is_present;
    if (is_present) {
        begin_work(Work::Check, class_index);
    }
}

void RunProgress::end_class(std::uint64_t file_bytes) {
    pace_.end_class(seconds_since(begun_));
    progress_.class_finished = true;
    progress_.class_share = 1;
    progress_.file_bytes = file_bytes;
    progress_.peak_scratch_bytes = memory_ == nullptr ? 0 : memory_->take_peak_scratch_bytes();
    send();
}

void RunProgress::begin_work(Work work, std::size_t class_index) {
    work_begun_ = Clock::now();
    progress_.work = work;
    progress_.worked_on = classes_[class_index];
    progress_.level = progress_.levels = 0;
    expected_of_work_ = expected(work, class_index);
    positions_of_work_ = index::stored_positions(classes_[class_index]);
    solver_bytes_ = work == Work::Solve ? planner_.memory(class_index).solver : 0;
    report(0);
}

void RunProgress::end_work() {
    seconds_of_work() += seconds_since(work_begun_);
    expected_before_ += expected_of_work_;
    pace_.set_done(expected_before_, seconds_since(begun_));
}

double& RunProgress::seconds_of_work() {
    WorkSeconds& seconds = progress_.seconds;
    return progress_.work == Work::Read ? seconds.read : progress_.work == Work::Solve ? seconds.solve : seconds.encode;
}

void RunProgress::report(double share) {
    pace_.set_done(expected_before_ + share * expected_of_work_, seconds_since(begun_));
    progress_.work_positions = static_cast<std::uint64_t>(share * static_cast<double>(positions_of_work_));
    progress_.class_share = pace_.class_share();
    progress_.class_seconds_left = pace_.class_seconds_left();
    progress_.run_seconds_left = pace_.run_seconds_left();
    send();
}

void RunProgress::report(const SolverProgress& solver) {
    progress_.level = solver.level;
    progress_.levels = solver.levels;
    report(solver.share);
}

void RunProgress::report_checked(std::uint64_t positions) {
    progress_.work_positions = positions;
    progress_.class_share = static_cast<double>(positions) / static_cast<double>(progress_.positions);
    send();
}

void RunProgress::send() {
    if (!report_) {
        return;
    }
    progress_.class_seconds = seconds_since(class_begun_);
    progress_.work_seconds = seconds_since(work_begun_);
    if (memory_ != nullptr) {
        progress_.memory_bytes = planner_.fixed_bytes() + memory_->used_bytes() + solver_bytes_;
        progress_.scratch_bytes = memory_->scratch_bytes();
    }
    report_(progress_);
}

}  // namespace dameotb::gen
