// How much longer a run will take: what the rest should take by the rates, at the pace of the run so far.
// A plain fraction of the positions would mislead: in one class a position takes three times as long as in another.
#pragma once

#include <optional>
#include <vector>

namespace dameotb::gen {

/// Accounts for expected and elapsed seconds. The caller passes the time, in seconds from any fixed moment, so that the
/// account can be tested.
class Pace {
public:
    /// `expected_seconds`: of each class of the run, in order; in any unit, since only their ratios count.
    explicit Pace(std::vector<double> expected_seconds);

    /// Begins the next class. The rest of the last one counts as done.
    void begin_class(double now);
    /// Sets how many of this class's expected seconds of work are done by now.
    void set_done(double expected_seconds, double now);
    /// Ends the class. No time passes between two classes.
    void end_class(double now);

    /// Returns the fraction of the class that is done, from 0 to 1.
    [[nodiscard]] double class_share() const;
    /// Returns how long the rest of the class takes; nothing while it is too early to say.
    [[nodiscard]] std::optional<double> class_seconds_left() const;
    /// As above, for the run.
    [[nodiscard]] std::optional<double> run_seconds_left() const;

private:
    [[nodiscard]] double of_class() const { return expected_[class_]; }
    [[nodiscard]] double class_passed() const { return now_ - begun_; }
    /// Returns the actual seconds per expected second.
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
