// Table files that fuzz targets make of their input. They are sealed, so that checksums do not hide the code behind
// them. The bytes are those of docs/format.md.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "fuzz_target.hpp"
#include "sample_files.hpp"

namespace dameotb::fuzz {

using tests::Bytes;

/// The blocks of the table that a header describes.
struct Shape {
    std::uint8_t value_bytes = 1;
    std::uint8_t sides = 1;
    format::Stored stored = format::Stored::All;
    std::uint32_t block_places = 1;
    std::uint64_t places_per_side = 1;

    [[nodiscard]] std::uint64_t places() const { return sides * places_per_side; }
    [[nodiscard]] std::uint64_t blocks() const { return (places() + block_places - 1) / block_places; }
    [[nodiscard]] std::uint64_t places_in_block(std::uint64_t ordinal) const {
        return std::min<std::uint64_t>(places() - ordinal * block_places, block_places);
    }
    /// Returns the bytes that the counts of a block's spans take.
    [[nodiscard]] std::uint64_t counts_bytes(std::uint64_t ordinal) const {
        return stored == format::Stored::Quiet ? (places_in_block(ordinal) + 1023) / 1024 * 2 : 0;
    }
    /// Returns how many bytes a block decodes to if all its places store a value.
    [[nodiscard]] std::uint64_t most_decoded_bytes(std::uint64_t ordinal) const {
        return counts_bytes(ordinal) + places_in_block(ordinal) * value_bytes;
    }
    [[nodiscard]] std::uint64_t least_decoded_bytes(std::uint64_t ordinal) const {
        return stored == format::Stored::Quiet ? counts_bytes(ordinal) : most_decoded_bytes(ordinal);
    }
};

/// Returns header, blocks and block index. The checksums of header and index are right.
inline Bytes crafted_file(const Shape& shape, std::span<const std::byte> blocks, std::span<const std::byte> index) {
    Bytes file = tests::from_hex("44414D454F54421A");
    file.resize(tests::at::end);
    tests::put(file, tests::at::format_version, 1, 2);
    tests::put(file, tests::at::rules_version, 1, 2);
    tests::put(file, tests::at::value_bytes, shape.value_bytes, 1);
    tests::put(file, tests::at::sides, shape.sides, 1);
    tests::put(file, tests::at::stored, static_cast<std::uint64_t>(shape.stored), 1);
    tests::put(file, tests::at::block_places, shape.block_places, 4);
    tests::put(file, tests::at::places_per_side, shape.places_per_side, 8);
    tests::put(file, tests::at::blocks, shape.blocks(), 8);
    tests::put(file, tests::at::index_offset, tests::at::end + blocks.size(), 8);
    file.insert(file.end(), blocks.begin(), blocks.end());
    file.insert(file.end(), index.begin(), index.end());
    tests::seal(file);
    return file;
}

/// Opens the file. Returns null if it is refused with TablebaseError.
inline std::unique_ptr<format::TableReader> open(Bytes file) {
    try {
        return std::make_unique<format::TableReader>(format::from_memory(std::move(file), "fuzz"));
    } catch (const format::TablebaseError&) {
        return nullptr;
    }
}

/// Returns how many values a decoded block has by its counts. Empty if a span has fewer places than its count.
inline std::optional<std::uint64_t> counted_values(const Bytes& block, std::uint64_t places) {
    std::uint64_t values = 0;
    for (std::uint64_t first = 0; first < places; first += 1024) {
        const std::uint64_t count = tests::get(block, first / 1024 * 2, 2);
        if (count > std::min<std::uint64_t>(places - first, 1024)) {
            return std::nullopt;
        }
        values += count;
    }
    return values;
}

/// Decodes a block into exactly as many bytes as it should have. Returns false if the block is refused with
/// TablebaseError. An accepted block must have as many values as it should have. Requires: the block is not constant.
inline bool read_block(const format::TableReader& reader, std::uint64_t ordinal, Bytes& out) {
    out.assign(reader.decoded_bytes(ordinal), std::byte{0});
    try {
        reader.read_block(ordinal, out);
    } catch (const format::TablebaseError&) {
        return false;
    }
    const std::uint64_t places = reader.places_in_block(ordinal);
    const std::uint64_t width = reader.header().value_bytes;
    if (reader.header().stored == format::Stored::All) {
        require(out.size() == places * width, "a block has a value for each place");
    } else {
        const auto values = counted_values(out, places);
        require(values && out.size() == (places + 1023) / 1024 * 2 + *values * width,
                "a block has the values that its counts say");
    }
    return true;
}

}  // namespace dameotb::fuzz
