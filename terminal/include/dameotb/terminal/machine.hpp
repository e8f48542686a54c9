// The machine's resources, and what its control groups leave of them to this process: memory, cores, disk space,
// addresses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dameotb::terminal {

struct GroupLimits {
    std::optional<std::uint64_t> memory_bytes;  ///< Empty: no limit.
    std::optional<std::uint64_t> cores;         ///< At least 1; a part of one counts as one. Empty: no limit.
};

/// Returns the smallest limits of the process's own groups and of all groups around them that can be seen, of both
/// versions of control groups. A test gives another `root`, with the same files in it.
[[nodiscard]] GroupLimits group_limits(const std::filesystem::path& root = "/");

/// Returns nine tenths of the memory available to this process: the rest is for the system and other programs. Empty if
/// the system does not report it.
[[nodiscard]] std::optional<std::uint64_t> most_memory_bytes();

/// Returns how many cores this process may use, at least 1: those of the machine, or fewer if the process (`taskset`)
/// or its container is limited.
[[nodiscard]] int usable_cores();

/// Returns a command's memory limit: `asked`, or most_memory_bytes if nothing was given. From then on the process
/// returns large freed blocks to the system immediately; otherwise they would count.
[[nodiscard]] std::optional<std::uint64_t> bound_memory(const std::optional<std::uint64_t>& asked);

/// Returns the free bytes of the file system where the directory is or will be created; nothing if unknown.
[[nodiscard]] std::optional<std::uint64_t> free_bytes(const std::filesystem::path& directory);

/// Returns whether both directories are, or will be, on the same file system. True if unknown.
[[nodiscard]] bool on_one_disk(const std::filesystem::path& a, const std::filesystem::path& b);

/// Returns the addresses by which other machines reach this one: those of active networks, IPv4 before IPv6, without
/// those that, like fe80::, need more than an address. May be empty.
[[nodiscard]] std::vector<std::string> machine_addresses();

}  // namespace dameotb::terminal
