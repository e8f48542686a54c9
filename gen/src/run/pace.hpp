// How long a run will still take: what the rest should take by the rates, at the pace of the run so far.
// A plain share of the positions would mislead: a position of one class takes three times as long as one of another.
#pragma once

#include <optional>
#include <vector>

namespace dameotb::gen {

/// Keeps account of the seconds that were expected and those that passed. The caller says what time it is, in seconds
/// from any moment on, so that the account can be tested.
class Pace {
public:
    /// `expected_seconds`: of each class of the run, in their order; in any unit, since only their proportions count.
    explicit Pace(std::vector<double> expected_seconds);

    /// Begins the next class. What the last one lacked is taken as done.
    void begin_class(double now);
    /// Says how much of what this class should take is done by now.
    void set_done(double expected_seconds, double now);
    /// Ends the class. Between two classes no time passes.
    void end_class(double now);

    /// Returns what part of the class is done, from 0 to 1.
    [[nodiscard]] double class_share() const;
    /// Returns how long the rest of the class takes; nothing while it is too early to say.
    [[nodiscard]] std::optional<double> class_seconds_left() const;
    /// Returns the same of the run.
    [[nodiscard]] std::optional<double> run_seconds_left() const;

private:
    [[nodiscard]] double of_class() const { return expected_[class_]; }
    [[nodiscard]] double class_passed() const { return now_ - begun_; }
    /// Returns the seconds that one expected second takes.
    [[nodiscard]] std::optional<double> run_pace() const;
    [[nodiscard]] std::optional<double> class_pace() const;

    std::vector<double> expected_;
    std::size_t class_ = 0;
    std::size_t classes_begun_ = 0;
    double later_ = 0;          ///< Expected of the classes after this one.
    double before_ = 0;         ///< Expected of the classes before this one.
    double passed_before_ = 0;  ///< What they took.
    double done_ = 0;           ///< Expected, of this class.
    double begun_ = 0;
    double now_ = 0;
};

}  // namespace dameotb::gen
