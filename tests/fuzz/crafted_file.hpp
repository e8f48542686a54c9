// Table files that fuzz targets make of their input. They are sealed, so that checksums do not hide the code behind
// them. The bytes are those of docs/format.md.
#pragma once

#include <memory>

#include "fuzz_target.hpp"
#include "sample_files.hpp"

namespace dameotb::fuzz {

using tests::Bytes;
using tests::Shape;

/// The seed in the header of all crafted files.
inline constexpr std::uint64_t seed = 0x0123456789ABCDEF;

/// Takes a shape from the input: of two sides or one, and of few blocks.
inline Shape take_shape(Input& input, std::uint64_t most_blocks) {
    Shape shape;
    shape.stored_sides = 1 + input.take(1) % 2;
    shape.block_positions = 1 + input.take(2);
    shape.group_blocks = 1 + input.take(1) % 64;
    shape.positions_per_side = 1 + input.take(3) % (most_blocks / shape.stored_sides * shape.block_positions);
    return shape;
}

/// Returns the file of a .wdl: header, index and block groups. The checksums of the header and the models, which are
/// none, are right.
inline Bytes crafted_file(const Shape& shape, std::span<const std::byte> index, std::span<const std::byte> groups) {
    Bytes file = tests::from_hex("44414D454F54421A");
    file.resize(tests::at::end);
    tests::put(file, tests::at::format_version, 2, 2);
    tests::put(file, tests::at::rules_version, 1, 2);
    tests::put(file, tests::at::encoding, 1, 1);
    tests::put(file, tests::at::sides, shape.stored_sides, 1);
    tests::put(file, tests::at::stored, shape.stored_sides == 2 ? 3 : 1, 1);
    tests::put(file, tests::at::block_positions, shape.block_positions, 4);
    tests::put(file, tests::at::group_blocks, shape.group_blocks, 4);
    tests::put(file, tests::at::positions_per_side, shape.positions_per_side, 8);
    tests::put(file, tests::at::file_bytes, tests::at::end + index.size() + groups.size(), 8);
    tests::put(file, tests::at::models_checksum, tests::checksum_of({}, seed), 8);
    tests::put(file, tests::at::seed, seed, 8);
    tests::seal_header(file);
    file.insert(file.end(), index.begin(), index.end());
    file.insert(file.end(), groups.begin(), groups.end());
    return file;
}

/// Opens the file. Returns null if it is refused with TablebaseError.
inline std::unique_ptr<table::TableReader> open(Bytes file) {
    try {
        return std::make_unique<table::TableReader>(table::from_memory(std::move(file), "fuzz"));
    } catch (const table::TablebaseError&) {
        return nullptr;
    }
}

/// Returns where a block group lies. Returns nothing if it is refused with TablebaseError.
inline std::optional<table::ByteRange> locate(const table::TableReader& reader, std::uint64_t group) {
    try {
        return reader.locate(group);
    } catch (const table::TablebaseError&) {
        return std::nullopt;
    }
}

/// Returns the blocks of a block group. Returns nothing if it is refused with TablebaseError. Blocks that are accepted
/// must have no more bytes than positions, and fill the block group.
inline std::optional<std::vector<Bytes>> read_blocks(const table::TableReader& reader, std::uint64_t group) {
    std::vector<Bytes> blocks;
    try {
        blocks = tests::read_blocks(reader, group);
    } catch (const table::TablebaseError&) {
        return std::nullopt;
    }
    const table::Header& header = reader.header();
    require(blocks.size() == header.blocks_in_group(group), "a block group has the blocks that the header says");
    std::uint64_t bytes = 9;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        require(blocks[i].size() <= header.positions_in_block(group * header.group_blocks + i),
                "a block has no more bytes than positions");
        bytes += blocks[i].size();
    }
    const std::uint64_t size = reader.locate(group).size_bytes;
    require(size >= bytes && size <= bytes + (17 * blocks.size() + 7) / 8,
            "a block group has its blocks, and their sizes");
    return blocks;
}

}  // namespace dameotb::fuzz
