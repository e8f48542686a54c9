// The format's checksum, by the widest registers that the processor has.
// Private to format/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dameotb::format {

/// XXH3 of 64 bits. For a block: of its decoded bytes, seeded with its ordinal; otherwise seed 0. Thread-safe.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0);

/// The same in registers of 32 bytes. Plain types alone: the file that has it is compiled for other processors than the
/// rest, and must not leave an inline function behind that the linker might take for them.
/// Requires: the processor has AVX2.
[[nodiscard]] std::uint64_t checksum_avx2(const void* bytes, std::size_t count, std::uint64_t seed);

}  // namespace dameotb::format
