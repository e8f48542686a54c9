// The amount of memory, for runs that could need more.
#pragma once

#include <cstdint>
#include <optional>

namespace dameotb::tools {

/// Returns how many bytes this process may have at most. This is the machine's memory, or less if the process (`ulimit
/// -v`) or its container (control group, version 2) is limited. Empty if the system does not say.
[[nodiscard]] std::optional<std::uint64_t> machine_memory_bytes();

}  // namespace dameotb::tools
