// Encodes the header, and decodes it strictly.
#include <dameotb/table/format/header.hpp>

#include <algorithm>

#include <dameotb/table/format/error.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::table::layout {

namespace {

constexpr std::array magic{std::byte{'D'}, std::byte{'A'}, std::byte{'M'}, std::byte{'E'},
                           std::byte{'O'}, std::byte{'T'}, std::byte{'B'}, std::byte{0x1A}};
constexpr std::size_t reserved_bytes = 23;

/// Writes consecutive fields.
class FieldWriter {
public:
    explicit FieldWriter(std::span<std::byte> out) : rest_{out} {}
    void put(std::uint64_t value, std::size_t bytes) { layout::put(next(bytes), value); }
    void put(std::span<const std::byte> bytes) { std::ranges::copy(bytes, next(bytes.size()).begin()); }

private:
    std::span<std::byte> next(std::size_t bytes) {
        const std::span<std::byte> field = rest_.first(bytes);
        rest_ = rest_.subspan(bytes);
        return field;
    }

    std::span<std::byte> rest_;
};

/// Reads consecutive fields.
class FieldReader {
public:
    explicit FieldReader(std::span<const std::byte> in) : rest_{in} {}
    std::span<const std::byte> take_bytes(std::size_t bytes) {
        const std::span<const std::byte> field = rest_.first(bytes);
        rest_ = rest_.subspan(bytes);
        return field;
    }
    std::uint64_t take(std::size_t bytes) { return get(take_bytes(bytes)); }
    std::uint8_t take_byte() { return static_cast<std::uint8_t>(take(1)); }
    Digest take_digest() {
        Digest digest;
        std::ranges::copy(take_bytes(digest.bytes.size()), digest.bytes.begin());
        return digest;
    }

private:
    std::span<const std::byte> rest_;
};

void require_version(std::uint64_t found, std::uint64_t supported, const char* what, std::uint64_t offset,
                     const std::string& path) {
    if (found != supported) {
        throw TablebaseError{
            path, offset,
            std::string{what} + " version " + std::to_string(found) + ", this program reads version " +
                std::to_string(supported) +
                (found < supported ? ": written by an older version; the table must be generated again" : "")};
    }
}

/// Throws TablebaseError unless the fields are within their ranges and consistent with each other.
void require_sound(const Header& header, const std::string& path) {
    const auto require = [&](bool sound, std::uint64_t offset, const char* reason) {
        if (!sound) {
            throw TablebaseError{path, offset, reason};
        }
    };
    const auto in_range = [](std::uint64_t value, std::uint64_t least, std::uint64_t most) {
        return value >= least && value <= most;
    };
    const bool has_choice = header.sides == 2 && needs_wdl(header.metric);
    const StoredSides all = header.sides == 2 ? StoredSides::Both : StoredSides::White;
    const bool needs_models = header.encoding == Encoding::Neighbours;
    require(in_range(header.sides, 1, 2), 14, "number of sides to move is neither 1 nor 2");
    require(has_choice ? in_range(static_cast<unsigned>(header.stored), 1, 3) : header.stored == all, 15,
            "impossible choice of sides to move");
    require(in_range(header.block_positions, 1, needs_models ? most_block_positions_with_models : most_block_positions),
            20, "impossible number of positions in a block");
    require(in_range(header.group_blocks, 1, most_group_blocks), 24, "impossible number of blocks in a block group");
    require(in_range(header.models_bytes, needs_models ? 1 : 0, needs_models ? most_models_bytes : 0), 28,
            "impossible size of the models");
    require(in_range(header.positions_per_side, 1, std::uint64_t{1} << 56), 32, "impossible number of positions");
    require(needs_wdl(header.metric) || header.wdl == Digest{}, 80, "a .wdl with the digest of another table");
    require(in_range(header.rule.plies, has_rule(header.metric) ? 1 : 0, has_rule(header.metric) ? most_rule_plies : 0),
            96, "impossible number of plies of a draw rule");
    require(header.blocks() <= many_blocks || header.block_positions >= least_positions_of_many_blocks, 20,
            "too many blocks with so few positions each");
    require(header.groups() <= many_groups ||
                std::uint64_t{header.group_blocks} * header.block_positions >= least_positions_of_many_groups,
            24, "too many block groups with so few positions each");
}

}  // namespace

bool is_possible_size(const Header& header, std::uint64_t file_bytes) {
    const std::uint64_t begin = groups_begin(header);
    const std::uint64_t last = header.groups() - 1;
    const std::uint64_t most =
        last * most_group_bytes(header, header.group_blocks) + most_group_bytes(header, header.blocks_in_group(last));
    return file_bytes >= begin + header.groups() * least_group_bytes && file_bytes - begin <= most;
}

std::array<std::byte, header_bytes> encode(const FileHeader& file) {
    std::array<std::byte, header_bytes> bytes{};
    const Header& header = file.header;
    FieldWriter writer{bytes};
    writer.put(magic);
    writer.put(format_version, 2);
    writer.put(rules_version, 2);
    writer.put(static_cast<std::uint8_t>(header.metric), 1);
    writer.put(static_cast<std::uint8_t>(header.encoding), 1);
    writer.put(header.sides, 1);
    writer.put(static_cast<std::uint8_t>(header.stored), 1);
    writer.put(header.material.white.kings, 1);
    writer.put(header.material.white.men, 1);
    writer.put(header.material.black.kings, 1);
    writer.put(header.material.black.men, 1);
    writer.put(header.block_positions, 4);
    writer.put(header.group_blocks, 4);
    writer.put(header.models_bytes, 4);
    writer.put(header.positions_per_side, 8);
    writer.put(file.file_bytes, 8);
    writer.put(file.models_checksum, 8);
    writer.put(header.seed, 8);
    writer.put(header.values.bytes);
    writer.put(header.wdl.bytes);
    writer.put(static_cast<std::uint8_t>(header.rule.plies), 1);
    writer.put(0, reserved_bytes);
    writer.put(checksum(std::span{bytes}.first(checked_header_bytes)), checksum_bytes);
    return bytes;
}

void require_versions(std::span<const std::byte, magic_and_versions_bytes> bytes, const std::string& path) {
    FieldReader reader{bytes};
    if (!std::ranges::equal(reader.take_bytes(magic.size()), magic)) {
        throw TablebaseError{path, 0, "not a dameotb table"};
    }
    require_version(reader.take(2), format_version, "format", 8, path);
    require_version(reader.take(2), rules_version, "rules", 10, path);
}

FileHeader decode(std::span<const std::byte, header_bytes> bytes, const std::string& path) {
    // Versions first: another version may have another header.
    require_versions(bytes.first<magic_and_versions_bytes>(), path);
    if (get(bytes.last(checksum_bytes)) != checksum(bytes.first(checked_header_bytes))) {
        throw TablebaseError{path, checked_header_bytes, "the header is damaged: its checksum does not match"};
    }
    FieldReader reader{bytes.subspan(magic_and_versions_bytes)};
    FileHeader file;
    Header& header = file.header;
    const std::uint8_t metric = reader.take_byte();
    if (metric >= metric_count) {
        throw TablebaseError{path, 12, "metric " + std::to_string(metric) + " is not known to this program"};
    }
    header.metric = static_cast<Metric>(metric);
    const std::uint8_t encoding = reader.take_byte();
    if (encoding != static_cast<std::uint8_t>(Encoding::Zstd) &&
        encoding != static_cast<std::uint8_t>(Encoding::Neighbours)) {
        throw TablebaseError{path, 13, "encoding " + std::to_string(encoding) + " is not known to this program"};
    }
    header.encoding = static_cast<Encoding>(encoding);
    header.sides = reader.take_byte();
    header.stored = static_cast<StoredSides>(reader.take_byte());
    header.material.white.kings = reader.take_byte();
    header.material.white.men = reader.take_byte();
    header.material.black.kings = reader.take_byte();
    header.material.black.men = reader.take_byte();
    header.block_positions = static_cast<std::uint32_t>(reader.take(4));
    header.group_blocks = static_cast<std::uint32_t>(reader.take(4));
    header.models_bytes = static_cast<std::uint32_t>(reader.take(4));
    header.positions_per_side = reader.take(8);
    file.file_bytes = reader.take(8);
    file.models_checksum = reader.take(8);
    header.seed = reader.take(8);
    header.values = reader.take_digest();
    header.wdl = reader.take_digest();
    header.rule.plies = reader.take_byte();
    require_sound(header, path);
    if (!std::ranges::all_of(reader.take_bytes(reserved_bytes), [](std::byte byte) { return byte == std::byte{0}; })) {
        throw TablebaseError{path, 97, "reserved bytes are not 0"};
    }
    return file;
}

}  // namespace dameotb::table::layout
