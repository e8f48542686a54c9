#include "text/disk_need.hpp"

#include <fmt/format.h>

#include "terminal/sizes.hpp"

namespace dameotb::tools {

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

}  // namespace dameotb::tools
