// A sample of the places of a class: one at random of each of equal runs of places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace dameotb::analysis {

/// Which places of a class are verified. Immutable.
class PlaceSample {
public:
    /// `count`: the least number of places, if not all are taken.
    PlaceSample(std::uint64_t places, std::optional<std::uint64_t> count, std::uint64_t seed)
        : places_{places},
          run_{count ? std::max<std::uint64_t>(1, places / std::max<std::uint64_t>(1, *count)) : 1},
          seed_{seed} {}

    /// Calls visit(place) for the places of the sample from `first` to `end` - 1, in their order, until it returns
    /// false.
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t end, const Visit& visit) const {
        for (std::uint64_t run = first / run_; run * run_ < end; ++run) {
            const std::uint64_t place = run * run_ + mixed(run) % std::min(run_, places_ - run * run_);
            if (place >= first && place < end && !visit(place)) {
                return;
            }
        }
    }

private:
    /// Returns a number that depends on the seed and the run as if it were random (splitmix64).
    [[nodiscard]] std::uint64_t mixed(std::uint64_t run) const {
        std::uint64_t x = seed_ + (run + 1) * 0x9E3779B97F4A7C15U;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
        return x ^ (x >> 31);
    }

    std::uint64_t places_;
    std::uint64_t run_;
    std::uint64_t seed_;
};

}  // namespace dameotb::analysis
