// What the control groups of this process, and so its container or its job, leave to it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace dameotb::terminal {

struct GroupLimits {
    std::optional<std::uint64_t> memory_bytes;  ///< Empty: no limit.
    std::optional<std::uint64_t> cores;         ///< At least 1; a part of one counts as one. Empty: no limit.
};

/// Returns the smallest limits of the process's own groups and of all groups around them that can be seen, of both
/// versions of control groups. A test gives another `root`, with the same files in it.
[[nodiscard]] GroupLimits group_limits(const std::filesystem::path& root = "/");

}  // namespace dameotb::terminal
