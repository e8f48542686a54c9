// The amount of memory, for runs that could need more.
#pragma once

#include <cstdint>
#include <optional>

namespace dameotb::tools {

/// Returns how many bytes this process may have at most. This is the machine's memory, or less if the process (`ulimit
/// -v`) or its container (control group, version 2) is limited. Empty if the system does not say.
[[nodiscard]] std::optional<std::uint64_t> machine_memory_bytes();

/// Returns nine tenths of that: the rest is for the system and what else runs.
[[nodiscard]] std::optional<std::uint64_t> most_memory_bytes();

/// Returns the bound on memory of a command that was asked for `asked`: that, or most_memory_bytes if nothing was asked
/// for. From then on the process gives large blocks that it has freed
/// back to the system at once; otherwise they would count.
[[nodiscard]] std::optional<std::uint64_t> bound_memory(const std::optional<std::uint64_t>& asked);

}  // namespace dameotb::tools
