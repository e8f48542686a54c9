// How long classes take, and what their files take, by rates that were measured on classes of 4 and 5 pieces.
#pragma once

#include <cstdint>

#include <dameotb/gen/measure.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/scores/load/class_io.hpp>

namespace dameotb::gen {

/// The seconds of one core that a class takes. Right within a factor of about three.
struct ClassSeconds {
    double read = 0;  ///< From its file, if it is needed again later.
    double solve = 0;
    double encode = 0;  ///< And write.
    double train = 0;   ///< Of that, to train models.
};

/// Rates differ by what a class has.
enum class Kind : std::uint8_t { Men, Kings, Both };
[[nodiscard]] Kind kind_of(const index::Material& material);

/// Of the time to read a class this part is not for decoding.
inline constexpr double resolving_part = 0.4;

/// Returns what the class takes. `factors`: those of the machine. Requires: a canonical class that has_size.
[[nodiscard]] ClassSeconds class_seconds(const index::Material& material, const WorkRates& factors = {});
/// Returns about how many bytes both files of the class take. Requires the same.
[[nodiscard]] std::uint64_t class_disk_bytes(const index::Material& material, scores::DistanceSides sides);
/// Returns about how many bytes all scores of the class take in the scratch. Requires the same.
[[nodiscard]] std::uint64_t class_scratch_bytes(const index::Material& material);

}  // namespace dameotb::gen
