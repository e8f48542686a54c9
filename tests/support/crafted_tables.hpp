// Table files as a stranger might send them: with a sealed header, of any class and size, and only zeros behind it. The
// system keeps none of the zeros of a large file on the disk.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <dameotb/index/class_index.hpp>

#include "layout.hpp"

namespace dameotb::tests {

/// Returns the header that the class's file must have. For a class that is not supported, the number of positions is
/// made up.
inline table::Header right_header(const std::string& name, table::Metric metric, std::uint32_t block_positions) {
    const index::Material m = index::Material::parse(name).value();
    table::Header header;
    header.metric = metric;
    header.material = {m.white.kings, m.white.men, m.black.kings, m.black.men};
    header.sides = static_cast<std::uint8_t>(index::stored_sides(m));
    header.stored = header.sides == 2 ? table::StoredSides::Both : table::StoredSides::White;
    header.block_positions = block_positions;
    header.group_blocks = 1;
    header.positions_per_side = index::is_supported(m) ? index::class_size(m) : std::uint64_t{1} << 32;
    return header;
}

/// Writes the header and zeros, in the least size that a file with this header can have.
inline void write_zeros(const std::filesystem::path& path, const table::Header& header) {
    const std::uint64_t file_bytes =
        table::layout::groups_begin(header) + header.groups() * table::layout::least_group_bytes;
    const auto bytes = table::layout::encode({header, file_bytes, 0});
    std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                static_cast<std::streamsize>(bytes.size()));
    std::filesystem::resize_file(path, file_bytes);
}

}  // namespace dameotb::tests
