// Encodes the header and the block index, and decodes them strictly.
#include <dameotb/format/header.hpp>

#include <algorithm>

#include <dameotb/format/error.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::format {

namespace layout {

namespace {

constexpr std::array magic{std::byte{'D'}, std::byte{'A'}, std::byte{'M'}, std::byte{'E'},
                           std::byte{'O'}, std::byte{'T'}, std::byte{'B'}, std::byte{0x1A}};

/// Writes little-endian numbers one after the other.
class Putter {
public:
    explicit Putter(std::span<std::byte> out) : out_{out} {}
    void put(std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) {
            out_[next_++] = static_cast<std::byte>(value >> (8 * i));
        }
    }

private:
    std::span<std::byte> out_;
    std::size_t next_ = 0;
};

/// Reads little-endian numbers one after the other.
class Taker {
public:
    explicit Taker(std::span<const std::byte> in) : in_{in} {}
    std::uint64_t take(int bytes) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) {
            value |= std::to_integer<std::uint64_t>(in_[next_++]) << (8 * i);
        }
        return value;
    }
    std::uint8_t take_byte() { return static_cast<std::uint8_t>(take(1)); }

private:
    std::span<const std::byte> in_;
    std::size_t next_ = 0;
};

void require_version(std::uint64_t found, std::uint64_t supported, const char* what, std::uint64_t offset,
                     const std::string& path) {
    if (found != supported) {
        throw TablebaseError{path, offset,
                             std::string{what} + " version " + std::to_string(found) + ", this program reads version " +
                                 std::to_string(supported)};
    }
}

/// Throws TablebaseError unless the fields keep the limits that do not depend on the file's size.
void require_sound(const Header& header, std::uint64_t blocks, const std::string& path) {
    const auto require = [&](bool sound, std::uint64_t offset, const char* reason) {
        if (!sound) {
            throw TablebaseError{path, offset, reason};
        }
    };
    require(header.value_bytes == 1 || header.value_bytes == 2, 13, "value width is neither 1 nor 2 bytes");
    require(header.sides == 1 || header.sides == 2, 14, "number of sides to move is neither 1 nor 2");
    require(header.block_places >= 1 && header.block_places <= most_block_places, 20, "impossible block size");
    require(header.places_per_side >= 1 && header.places_per_side <= (std::uint64_t{1} << 56), 24,
            "impossible number of places");
    require(blocks == header.blocks(), 32, "number of blocks does not fit the number of places");
    require(blocks <= most_blocks(header.places()), 32, "too many blocks for so many places");
}

}  // namespace

std::array<std::byte, header_bytes> encode(const FileHeader& file) {
    std::array<std::byte, header_bytes> bytes{};
    std::ranges::copy(magic, bytes.begin());
    const Header& header = file.header;
    Putter putter{std::span{bytes}.subspan(magic.size())};
    putter.put(format_version, 2);
    putter.put(rules_version, 2);
    putter.put(static_cast<std::uint8_t>(header.metric), 1);
    putter.put(header.value_bytes, 1);
    putter.put(header.sides, 1);
    putter.put(static_cast<std::uint8_t>(header.stored), 1);
    putter.put(header.material.white_kings, 1);
    putter.put(header.material.white_men, 1);
    putter.put(header.material.black_kings, 1);
    putter.put(header.material.black_men, 1);
    putter.put(header.block_places, 4);
    putter.put(header.places_per_side, 8);
    putter.put(header.blocks(), 8);
    putter.put(file.index_offset_bytes, 8);
    putter.put(file.index_checksum, 8);
    putter.put(checksum(std::span{bytes}.first(checked_header_bytes)), 8);
    return bytes;
}

FileHeader decode(std::span<const std::byte, header_bytes> bytes, const std::string& path) {
    if (!std::ranges::equal(bytes.first(magic.size()), magic)) {
        throw TablebaseError{path, 0, "not a dameotb table"};
    }
    Taker taker{bytes.subspan(magic.size())};
    // The versions come first: another version may have another header.
    require_version(taker.take(2), format_version, "format", 8, path);
    require_version(taker.take(2), rules_version, "rules", 10, path);
    if (Taker{bytes.subspan(checked_header_bytes)}.take(8) != checksum(bytes.first(checked_header_bytes))) {
        throw TablebaseError{path, checked_header_bytes, "the header is damaged: its checksum does not match"};
    }
    FileHeader file;
    Header& header = file.header;
    const std::uint8_t metric = taker.take_byte();
    if (metric > static_cast<std::uint8_t>(Metric::Dtm)) {
        throw TablebaseError{path, 12, "metric " + std::to_string(metric) + " is not known to this program"};
    }
    header.metric = static_cast<Metric>(metric);
    header.value_bytes = taker.take_byte();
    header.sides = taker.take_byte();
    const std::uint8_t stored = taker.take_byte();
    if (stored != static_cast<std::uint8_t>(Stored::All) && stored != static_cast<std::uint8_t>(Stored::Quiet)) {
        throw TablebaseError{path, 15,
                             stored == 0 ? "a table of a draft of this format: remove it and make it anew"
                                         : "stores places in a way that is not known to this program"};
    }
    header.stored = static_cast<Stored>(stored);
    header.material.white_kings = taker.take_byte();
    header.material.white_men = taker.take_byte();
    header.material.black_kings = taker.take_byte();
    header.material.black_men = taker.take_byte();
    header.block_places = static_cast<std::uint32_t>(taker.take(4));
    header.places_per_side = taker.take(8);
    const std::uint64_t blocks = taker.take(8);
    file.index_offset_bytes = taker.take(8);
    file.index_checksum = taker.take(8);
    require_sound(header, blocks, path);
    return file;
}

std::vector<std::byte> encode(std::span<const IndexEntry> entries) {
    std::vector<std::byte> bytes(entries.size() * index_entry_bytes);
    Putter putter{bytes};
    for (const IndexEntry& entry : entries) {
        putter.put(entry.size_bytes, 4);
        putter.put(entry.decoded_bytes, 4);
        putter.put(entry.checksum, 8);
    }
    return bytes;
}

std::vector<IndexEntry> decode_index(std::span<const std::byte> bytes) {
    std::vector<IndexEntry> entries(bytes.size() / index_entry_bytes);
    Taker taker{bytes};
    for (IndexEntry& entry : entries) {
        entry.size_bytes = static_cast<std::uint32_t>(taker.take(4));
        entry.decoded_bytes = static_cast<std::uint32_t>(taker.take(4));
        entry.checksum = taker.take(8);
    }
    return entries;
}

}  // namespace layout

}  // namespace dameotb::format
