// How long classes take, and the size of their files, by rates measured on classes of 4 to 7 pieces.
#pragma once

#include <cstdint>

#include <dameotb/gen/run/measure.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::gen {

/// The seconds of one core that a class takes, within a factor of about three.
struct ClassSeconds {
    double read = 0;  ///< From its file, if needed again later.
    double solve = 0;
    double encode = 0;  ///< And write.
    double train = 0;   ///< The part of that for training models.
};

/// Rates differ by the kinds of pieces in a class.
enum class Kind : std::uint8_t { Men, Kings, Both };
[[nodiscard]] Kind kind_of(const index::Material& material);
// Return which rate a kind is solved and encoded at.
[[nodiscard]] double WorkRates::*solve_rate(Kind kind);
[[nodiscard]] double WorkRates::*encode_rate(Kind kind);

/// The fraction of the time to read a class that is not decoding.
inline constexpr double resolving_part = 0.4;

/// Returns what the class takes. `factors`: those of the machine. Requires: a canonical class that has_size.
[[nodiscard]] ClassSeconds class_seconds(const index::Material& material, const WorkRates& factors = {});
/// Returns the approximate size of both files of the class in bytes. Requires the same.
[[nodiscard]] std::uint64_t class_disk_bytes(const index::Material& material, store::DistanceSides sides);
/// Returns the approximate size of all scores of the class in the scratch, in bytes. Requires the same.
[[nodiscard]] std::uint64_t class_scratch_bytes(const index::Material& material);

}  // namespace dameotb::gen
