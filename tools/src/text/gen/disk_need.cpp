#include "text/gen/disk_need.hpp"

#include <fmt/format.h>

#include "terminal/free_space.hpp"
#include "terminal/sizes.hpp"

namespace dameotb::tools {

std::vector<DiskRoom> disks_of(const std::filesystem::path& directory, const std::filesystem::path& scratch,
                               const gen::DiskNeed& need) {
    const bool together = on_one_disk(directory, scratch);
    std::vector<DiskRoom> disks{
        {directory.string(), {need.file_bytes, together ? need.scratch_bytes : 0}, free_bytes(directory)}};
    if (!together) {
        disks.push_back({scratch.string(), {0, need.scratch_bytes}, free_bytes(scratch)});
    }
    return disks;
}

Room room_for(const DiskRoom& disk) {
    const std::uint64_t need = disk.need.file_bytes + disk.need.scratch_bytes;
    return !disk.free_bytes || *disk.free_bytes >= need ? Room::Enough
           : *disk.free_bytes >= need / 2               ? Room::Doubtful
                                                        : Room::TooLittle;
}

std::string disk_need_text(const DiskRoom& disk) {
    return fmt::format("{}: about {} of disk space is needed, {} for tables and {} for scratch, and {} is free",
                       disk.directory, size_text(disk.need.file_bytes + disk.need.scratch_bytes),
                       size_text(disk.need.file_bytes), size_text(disk.need.scratch_bytes),
                       size_text(disk.free_bytes.value_or(0)));
}

std::optional<std::string> refusal_of(const std::vector<DiskRoom>& disks) {
    for (const DiskRoom& disk : disks) {
        if (room_for(disk) == Room::TooLittle) {
            return disk_need_text(disk);
        }
    }
    return std::nullopt;
}

std::vector<std::string> doubts_of(const std::vector<DiskRoom>& disks) {
    std::vector<std::string> doubts;
    for (const DiskRoom& disk : disks) {
        if (room_for(disk) == Room::Doubtful) {
            doubts.push_back(disk_need_text(disk) + " (the estimate may be too high by a factor of two)");
        }
    }
    return doubts;
}

}  // namespace dameotb::tools
