// How much of a disk is free.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace dameotb::tools {

/// Returns the free bytes of the file system where the directory is, or will be made. Nothing if nobody knows.
[[nodiscard]] std::optional<std::uint64_t> free_bytes(const std::filesystem::path& directory);

/// Returns whether both directories are, or will be made, on one file system. True if nobody knows.
[[nodiscard]] bool on_one_disk(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace dameotb::tools
