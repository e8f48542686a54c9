// Table files as a stranger might send them: sealed, of any class and size, with only zeros after the header. Zeros are
// the block index of constant blocks. The system keeps none of the zeros of a large file on the disk.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <dameotb/index/class_index.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::tests {

/// Returns the header that the class's file must have. For a class that is not supported, the number of places is made
/// up.
inline format::Header right_header(const std::string& name, format::Metric metric, std::uint32_t block_places) {
    const index::Material m = index::Material::parse(name).value();
    format::Header header;
    header.metric = metric;
    header.material = {m.white.kings, m.white.men, m.black.kings, m.black.men};
    header.sides = static_cast<std::uint8_t>(index::stored_sides(m));
    header.block_places = block_places;
    header.places_per_side = index::is_supported(m) ? index::class_size(m) : std::uint64_t{1} << 32;
    return header;
}

/// Returns the bytes of the block index that the header asks for.
inline std::uint64_t index_bytes(const format::Header& header) {
    return header.blocks() * format::layout::index_entry_bytes;
}

/// Writes the header and zeros, in the size that the header asks for. If `sealed`, the checksum of the zeros is right;
/// the memory must then be large enough for them.
inline void write_zeros(const std::filesystem::path& path, const format::Header& header, bool sealed = true) {
    const std::vector<std::byte> index(sealed ? index_bytes(header) : 0);
    const auto bytes = format::layout::encode({header, format::layout::header_bytes, format::checksum(index)});
    std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                static_cast<std::streamsize>(bytes.size()));
    std::filesystem::resize_file(path, bytes.size() + index_bytes(header));
}

}  // namespace dameotb::tests
