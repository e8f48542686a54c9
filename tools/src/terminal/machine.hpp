// What the machine has: memory, space on disks, addresses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dameotb::tools {

/// Returns nine tenths of the memory that this process may have: the rest is for the system and what else runs. Empty
/// if the system does not say.
[[nodiscard]] std::optional<std::uint64_t> most_memory_bytes();

/// Returns the bound on memory of a command that was asked for `asked`: that, or most_memory_bytes if nothing was asked
/// for. From then on the process gives large blocks that it has freed back to the system at once; otherwise they would
/// count.
[[nodiscard]] std::optional<std::uint64_t> bound_memory(const std::optional<std::uint64_t>& asked);

/// Returns the free bytes of the file system where the directory is, or will be made. Nothing if nobody knows.
[[nodiscard]] std::optional<std::uint64_t> free_bytes(const std::filesystem::path& directory);

/// Returns whether both directories are, or will be made, on one file system. True if nobody knows.
[[nodiscard]] bool on_one_disk(const std::filesystem::path& a, const std::filesystem::path& b);

/// Returns the addresses by which other machines reach this one: those of its networks that are up, IPv4 before IPv6,
/// without those that, like fe80::, reach it only with more than an address. May be empty.
[[nodiscard]] std::vector<std::string> machine_addresses();

}  // namespace dameotb::tools
