// The format's checksum, computed in 32-byte registers where the processor has AVX2.
// Private to format/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <dameotb/table/format/checksum.hpp>

namespace dameotb::table {

/// Returns whether the last bytes are the checksum of the preceding ones. Thread-safe. Requires: at least 8 bytes.
[[nodiscard]] bool ends_with_checksum(std::span<const std::byte> bytes, std::uint64_t seed);

/// Returns the same checksum, computed in 32-byte registers. Takes only plain types: its source file is compiled for
/// other processors than the rest, and must leave no inline function behind, which the linker might use elsewhere.
/// Requires: the processor has AVX2.
[[nodiscard]] std::uint64_t checksum_avx2(const void* bytes, std::size_t count, std::uint64_t seed);

}  // namespace dameotb::table
