// How much memory there is, for runs that could want more.
#pragma once

#include <cstdint>
#include <optional>

namespace dameotb::tools {

/// What this process may have at most: the machine's memory, or less if the process (`ulimit -v`) or its container
/// (control group, version 2) is limited. Empty if the system does not say.
[[nodiscard]] std::optional<std::uint64_t> machine_memory_bytes();

}  // namespace dameotb::tools
