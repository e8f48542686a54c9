// Table files that fuzz targets make of their input: sealed, so that checksums do not hide what is behind them.
// The bytes are those of docs/format.md.
#pragma once

#include <memory>

#include "fuzz_target.hpp"
#include "sample_files.hpp"

namespace dameotb::fuzz {

using test::Bytes;

/// Blocks of the table that a header describes.
struct Shape {
    std::uint8_t value_bytes = 1;
    std::uint8_t sides = 1;
    std::uint32_t block_places = 1;
    std::uint64_t places_per_side = 1;

    [[nodiscard]] std::uint64_t blocks() const { return (sides * places_per_side + block_places - 1) / block_places; }
};

/// Header, blocks and block index with right checksums of header and index.
inline Bytes crafted_file(const Shape& shape, std::span<const std::byte> blocks, std::span<const std::byte> index) {
    Bytes file = test::from_hex("44414D454F54421A");
    file.resize(test::at::end);
    test::put(file, test::at::format_version, 1, 2);
    test::put(file, test::at::rules_version, 1, 2);
    test::put(file, test::at::value_bytes, shape.value_bytes, 1);
    test::put(file, test::at::sides, shape.sides, 1);
    test::put(file, test::at::block_places, shape.block_places, 4);
    test::put(file, test::at::places_per_side, shape.places_per_side, 8);
    test::put(file, test::at::blocks, shape.blocks(), 8);
    test::put(file, test::at::index_offset, test::at::end + blocks.size(), 8);
    file.insert(file.end(), blocks.begin(), blocks.end());
    file.insert(file.end(), index.begin(), index.end());
    test::seal(file);
    return file;
}

/// The open file; null if it is refused with TablebaseError.
inline std::unique_ptr<format::TableReader> open(Bytes file) {
    try {
        return std::make_unique<format::TableReader>(format::from_memory(std::move(file), "fuzz"));
    } catch (const format::TablebaseError&) {
        return nullptr;
    }
}

/// Decodes a block into exactly as many bytes as it should have. False if it is refused with TablebaseError.
inline bool read_block(const format::TableReader& reader, std::uint64_t ordinal, Bytes& out) {
    out.assign(std::size_t{reader.places_in_block(ordinal)} * reader.header().value_bytes, std::byte{0});
    try {
        reader.read_block(ordinal, out);
        return true;
    } catch (const format::TablebaseError&) {
        return false;
    }
}

}  // namespace dameotb::fuzz
