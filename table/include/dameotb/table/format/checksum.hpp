// The format's checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dameotb::table {

/// Returns the 64-bit XXH3 checksum. Thread-safe.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0);

}  // namespace dameotb::table
