// How fast this machine is compared with the one on which the estimate's rates were measured.
#pragma once

namespace dameotb::gen {

/// A number for each kind of work.
struct WorkRates {
    double solve_men = 1;      ///< Classes of men alone.
    double solve_kings = 1;    ///< Classes of kings alone.
    double solve_both = 1;     ///< Classes with men and kings.
    double encode_models = 1;  ///< Classes with men and kings, whose files have models.
    double encode_plain = 1;   ///< All other classes.
    double read = 1;
};

struct Measurement {
    WorkRates nanoseconds;  ///< Of one core, per position.
    WorkRates factors;      ///< Time relative to the estimate's rates.
    double seconds = 0;     ///< Duration of the measurement.
};

/// Solves, encodes and reads some classes of 3 and 4 pieces in memory, in the calling thread; writes nothing. Takes
/// about three seconds, and at most five unless a single class takes longer than a second.
[[nodiscard]] Measurement measure();

}  // namespace dameotb::gen
