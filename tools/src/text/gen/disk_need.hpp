// What is said of the disk before tables are made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/gen/estimate.hpp>

namespace dameotb::tools {

/// A directory, what a run will write there, and the room that there is.
struct DiskRoom {
    std::string directory;
    gen::DiskNeed need;
    std::optional<std::uint64_t> free_bytes;
};

/// Returns the disks that a run writes to: one, or two if the scratch lies on another. Asks how much is free there.
[[nodiscard]] std::vector<DiskRoom> disks_of(const std::filesystem::path& directory,
                                             const std::filesystem::path& scratch, const gen::DiskNeed& need);

enum class Room : std::uint8_t { Enough, Doubtful, TooLittle };

/// Returns whether there is room. The need is right within a factor of about two.
[[nodiscard]] Room room_for(const DiskRoom& disk);
/// Returns one line that says how much is needed and how much there is. Requires: free_bytes is known.
[[nodiscard]] std::string disk_need_text(const DiskRoom& disk);
/// Returns that line for the first disk with far too little room; nothing if there is none.
[[nodiscard]] std::optional<std::string> refusal_of(const std::vector<DiskRoom>& disks);
/// Returns a line for each disk that may not have enough.
[[nodiscard]] std::vector<std::string> doubts_of(const std::vector<DiskRoom>& disks);

}  // namespace dameotb::tools
