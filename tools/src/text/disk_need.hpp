// What `dameotb gen` says of the disk before a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <dameotb/gen/estimate.hpp>

namespace dameotb::tools {

/// A directory, what a run will write there, and the room that there is.
struct DiskRoom {
    std::string directory;
    gen::DiskNeed need;
    std::optional<std::uint64_t> free_bytes;
};

enum class Room : std::uint8_t { Enough, Doubtful, TooLittle };

/// Returns whether there is room. The need is right within a factor of about two.
[[nodiscard]] Room room_for(const DiskRoom& disk);
/// Returns one line that says how much is needed and how much there is. Requires: free_bytes is known.
[[nodiscard]] std::string disk_need_text(const DiskRoom& disk);

}  // namespace dameotb::tools
