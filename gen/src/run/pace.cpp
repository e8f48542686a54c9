#include "pace.hpp"

#include <algorithm>
#include <numeric>

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

}  // namespace dameotb::gen
