// The amount of memory, for runs that could need more.
#pragma once

#include <cstdint>
#include <optional>

namespace dameotb::tools {

/// Returns how many bytes this process may have at most. This is the machine's memory, or less if the process (`ulimit
/// -v`) or its container (control group, version 2) is limited. Empty if the system does not say.
[[nodiscard]] std::optional<std::uint64_t> machine_memory_bytes();

/// Returns the bound on memory of a command that was asked for `asked`: that, or nine tenths of the machine's memory if
/// nothing was asked for; nothing if that is not known.
[[nodiscard]] std::optional<std::uint64_t> memory_bound(const std::optional<std::uint64_t>& asked);

}  // namespace dameotb::tools
