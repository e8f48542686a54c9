// A sample of the positions of a class: a random one from each of equal runs of positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace dameotb::analysis {

/// Which positions of a class are verified. Immutable.
class PositionSample {
public:
    /// `count`: the least number of positions, if not all are verified.
    PositionSample(std::uint64_t positions, std::optional<std::uint64_t> count, std::uint64_t seed)
        : positions_{positions},
          run_{count ? std::max<std::uint64_t>(1, positions / std::max<std::uint64_t>(1, *count)) : 1},
          seed_{seed} {}

    /// Calls visit(position) for the sampled positions from `first` to `end` - 1, in order, until it returns false.
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t end, const Visit& visit) const {
        for (std::uint64_t run = first / run_; run * run_ < end; ++run) {
            const std::uint64_t offset = run * run_ + mixed(run) % std::min(run_, positions_ - run * run_);
            if (offset >= first && offset < end && !visit(offset)) {
                return;
            }
        }
    }

private:
    /// Returns a pseudorandom number that depends on the seed and the run (splitmix64).
    [[nodiscard]] std::uint64_t mixed(std::uint64_t run) const {
        std::uint64_t x = seed_ + (run + 1) * 0x9E3779B97F4A7C15U;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
        return x ^ (x >> 31);
    }

    std::uint64_t positions_;
    std::uint64_t run_;
    std::uint64_t seed_;
};

}  // namespace dameotb::analysis
