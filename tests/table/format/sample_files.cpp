// Takes the checksum from the xxhash library too: that library defines it for the format.
#include "sample_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dameotb/table/format/block_group.hpp>

namespace dameotb::tests {

namespace {

constexpr std::uint64_t entries_of_index_block = 1020;
constexpr std::uint64_t bytes_of_index_block = 4096;

std::uint64_t divide_up(std::uint64_t count, std::uint64_t by) {
    return count / by + (count % by != 0 ? 1 : 0);
}

std::span<const std::byte> part(const Bytes& file, std::uint64_t begin, std::uint64_t end) {
    return std::span{file}.subspan(begin, end - begin);
}

/// Puts the checksum of the bytes from `begin` on right before `end`.
void seal_range(Bytes& file, std::uint64_t begin, std::uint64_t end, std::uint64_t seed) {
    put(file, end - 8, checksum_of(part(file, begin, end - 8), seed), 8);
}

}  // namespace

Bytes bytes_of(std::initializer_list<int> values) {
    Bytes bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

Bytes from_hex(const std::string& digits) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width) {
    std::uint64_t value = 0;
    for (int i = width; i-- > 0;) {
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[offset + static_cast<std::size_t>(i)]);
    }
    return value;
}

void put(Bytes& bytes, std::size_t offset, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) {
        bytes[offset + static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> (8 * i));
    }
}

Bytes random_bytes(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random{seed};
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random()); });
    return bytes;
}

std::uint64_t Shape::blocks_per_side() const {
    return divide_up(positions_per_side, block_positions);
}

std::uint64_t Shape::groups() const {
    return divide_up(blocks(), group_blocks);
}

std::uint64_t Shape::positions_in_block(std::uint64_t block_index) const {
    const bool is_last = block_index % blocks_per_side() + 1 == blocks_per_side();
    return is_last ? positions_per_side - (blocks_per_side() - 1) * block_positions : block_positions;
}

std::uint64_t Shape::blocks_in_group(std::uint64_t group) const {
    return group + 1 == groups() ? blocks() - group * group_blocks : group_blocks;
}

std::uint64_t Shape::most_group_bytes(std::uint64_t group) const {
    const std::uint64_t blocks = blocks_in_group(group);
    return 9 + divide_up(17 * blocks, 8) + blocks * block_positions;
}

std::uint64_t Shape::index_blocks() const {
    return divide_up(groups(), entries_of_index_block);
}

std::uint64_t Shape::entries_in(std::uint64_t index_block) const {
    return index_block + 1 == index_blocks() ? groups() - index_block * entries_of_index_block : entries_of_index_block;
}

std::uint64_t Shape::index_block_begin(std::uint64_t index_block) const {
    return at::end + models_bytes + index_block * bytes_of_index_block;
}

std::uint64_t Shape::index_block_end(std::uint64_t index_block) const {
    return index_block_begin(index_block) + 8 + 4 * entries_in(index_block) + 8;
}

std::uint64_t Shape::entry(std::uint64_t group) const {
    return index_block_begin(group / entries_of_index_block) + 8 + 4 * (group % entries_of_index_block);
}

Shape shape_of(const Bytes& file) {
    const auto at_least_1 = [&file](std::size_t offset, int width) {
        return std::max<std::uint64_t>(get(file, offset, width), 1);
    };
    return {.stored_sides = get(file, at::stored, 1) == 3 ? 2U : 1U,
            .block_positions = at_least_1(at::block_positions, 4),
            .group_blocks = at_least_1(at::group_blocks, 4),
            .models_bytes = get(file, at::models_bytes, 4),
            .positions_per_side = at_least_1(at::positions_per_side, 8)};
}

Range group_range(const Bytes& file, std::uint64_t group) {
    const Shape shape = shape_of(file);
    const std::uint64_t first = get(file, shape.index_block_begin(group / entries_of_index_block), 8);
    const std::uint64_t entry = shape.entry(group);
    return {first + (group % entries_of_index_block == 0 ? 0 : get(file, entry - 4, 4)), first + get(file, entry, 4)};
}

Bytes group_without_seal(int bits, const std::vector<std::uint64_t>& sizes, const Bytes& blocks) {
    Bytes group(1 + divide_up(sizes.size() * static_cast<std::size_t>(bits), 8));
    group[0] = static_cast<std::byte>(bits);
    std::size_t next = 8;
    for (const std::uint64_t size : sizes) {
        for (int bit = 0; bit < bits; ++bit, ++next) {
            group[next / 8] |= static_cast<std::byte>((bit < 64 ? size >> bit & 1U : 0U) << next % 8);
        }
    }
    group.insert(group.end(), blocks.begin(), blocks.end());
    return group;
}

std::optional<std::vector<Bytes>> blocks_of_group(const Shape& shape, std::uint64_t group,
                                                  std::span<const std::byte> bytes) {
    const std::uint64_t count = shape.blocks_in_group(group);
    if (bytes.size() < 9 || get(bytes, 0, 1) > 17) {
        return std::nullopt;
    }
    const std::uint64_t bits = get(bytes, 0, 1);
    std::uint64_t begin = 1 + divide_up(count * bits, 8);
    const std::uint64_t end = bytes.size() - 8;
    if (begin > end) {
        return std::nullopt;
    }
    const auto bit_at = [&bytes](std::uint64_t bit) { return get(bytes, 1 + bit / 8, 1) >> bit % 8 & 1U; };
    for (std::uint64_t bit = count * bits; bit < 8 * (begin - 1); ++bit) {
        if (bit_at(bit) != 0) {
            return std::nullopt;
        }
    }
    std::vector<Bytes> blocks;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t size = 0;
        for (std::uint64_t bit = 0; bit < bits; ++bit) {
            size |= bit_at(i * bits + bit) << bit;
        }
        if (size > shape.positions_in_block(group * shape.group_blocks + i) || size > end - begin) {
            return std::nullopt;
        }
        const auto block = bytes.subspan(begin, size);
        blocks.emplace_back(block.begin(), block.end());
        begin += size;
    }
    return begin == end ? std::optional{blocks} : std::nullopt;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void append_group_checksum(Bytes& group, std::uint64_t seed, std::uint64_t number) {
    const std::uint64_t sum = checksum_of(group, seed + number);
    group.resize(group.size() + 8);
    put(group, group.size() - 8, sum, 8);
}

void seal_header(Bytes& file) {
    put(file, at::header_checksum, checksum_of(std::span{file}.first(at::header_checksum)), 8);
}

void seal_index_block(Bytes& file, std::uint64_t index_block) {
    const Shape shape = shape_of(file);
    seal_range(file, shape.index_block_begin(index_block), shape.index_block_end(index_block),
               get(file, at::seed, 8) - 1 - index_block);
}

void seal_group(Bytes& file, std::uint64_t group) {
    const Range range = group_range(file, group);
    seal_range(file, range.begin, range.end, get(file, at::seed, 8) + group);
}

void seal(Bytes& file) {
    const Shape shape = shape_of(file);
    const std::uint64_t models_end = at::end + shape.models_bytes;
    if (models_end <= file.size()) {
        put(file, at::models_checksum, checksum_of(part(file, at::end, models_end), get(file, at::seed, 8)), 8);
    }
    seal_header(file);
    for (std::uint64_t group = 0; group < shape.groups(); ++group) {
        const std::uint64_t index_block = group / entries_of_index_block;
        if (shape.index_block_end(index_block) > file.size()) {
            return;
        }
        const Range range = group_range(file, group);
        const bool is_in_file = range.begin <= range.end && range.end <= file.size();
        if (is_in_file && range.begin >= shape.groups_begin() && range.end - range.begin >= 9) {
            seal_group(file, group);
        }
        if (group % entries_of_index_block == 0) {
            seal_index_block(file, index_block);
        }
    }
}

Contents sample_contents(const table::Header& header, std::uint32_t seed) {
    std::mt19937 random{seed};
    Contents contents{random_bytes(header.models_bytes, seed), {}};
    for (std::uint64_t block_index = 0; block_index < header.blocks(); ++block_index) {
        const std::uint32_t positions = header.positions_in_block(block_index);
        const std::uint32_t kind = random() % 4;
        contents.blocks.push_back(random_bytes(kind == 0   ? 0
                                               : kind == 1 ? positions
                                                           : random() % (positions + 1),
                                               random()));
    }
    return contents;
}

std::vector<Bytes> encode_groups(const table::Header& header, const std::vector<Bytes>& blocks) {
    std::vector<Bytes> groups;
    for (std::size_t first = 0; first < blocks.size(); first += header.group_blocks) {
        const std::size_t count = std::min<std::size_t>(blocks.size() - first, header.group_blocks);
        groups.push_back(table::encode_group(header, groups.size(), std::span{blocks}.subspan(first, count)));
    }
    return groups;
}

void write_table(const std::filesystem::path& path, const table::Header& header, const Contents& contents) {
    table::TableWriter writer{path, header, contents.models};
    for (const Bytes& group : encode_groups(header, contents.blocks)) {
        writer.append(group);
    }
    writer.finish();
}

Bytes make_table(const table::Header& header, const Contents& contents) {
    const TemporaryDirectory directory;
    write_table(directory / "table", header, contents);
    return file_bytes(directory / "table");
}

Bytes file_bytes(const std::filesystem::path& path) {
    std::ifstream in{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                static_cast<std::streamsize>(bytes.size()));
}

std::vector<Bytes> read_blocks(const table::TableReader& reader, std::uint64_t group) {
    const table::ByteRange location = reader.locate(group);
    Bytes bytes(location.size_bytes);
    reader.read_group(group, location, bytes);
    const table::BlockGroup view{reader.header(), group, bytes, reader.name()};
    std::vector<Bytes> blocks;
    for (std::uint32_t i = 0; i < view.blocks(); ++i) {
        blocks.emplace_back(view.block(i).begin(), view.block(i).end());
    }
    return blocks;
}

Contents read_all(const table::TableReader& reader) {
    Contents contents{reader.read_models(), {}};
    for (std::uint64_t group = 0; group < reader.header().groups(); ++group) {
        std::ranges::move(read_blocks(reader, group), std::back_inserter(contents.blocks));
    }
    return contents;
}

Contents read_all(Bytes file) {
    return read_all(table::TableReader{table::from_memory(std::move(file), "memory")});
}

std::string refusal(const Bytes& file) {
    try {
        (void)read_all(file);
    } catch (const table::TablebaseError& error) {
        return error.reason();
    }
    return "";
}

}  // namespace dameotb::tests
