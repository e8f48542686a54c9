// Takes the checksum from the xxhash library too: that library defines it for the format.
#include "sample_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dameotb::tests {

namespace {

void write_blocks(const std::filesystem::path& path, const format::Header& header,
                  std::span<const format::EncodedBlock> blocks) {
    format::TableWriter writer{path, header};
    for (const format::EncodedBlock& block : blocks) {
        writer.append(block);
    }
    writer.finish();
}

/// Returns the first place of a block; for a block past the last one, the end.
std::size_t first_place(const format::Header& header, std::uint64_t ordinal) {
    return std::min(ordinal * header.block_places, header.places());
}

std::span<const std::byte> values_of(std::span<const std::byte> values, const format::Header& header,
                                     std::uint64_t ordinal) {
    const std::size_t first = first_place(header, ordinal) * header.value_bytes;
    return values.subspan(first, first_place(header, ordinal + 1) * header.value_bytes - first);
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

std::string to_hex(std::span<const std::byte> bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += digits[std::to_integer<unsigned>(byte) >> 4];
        text += digits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

Bytes sample_values(std::size_t bytes, std::uint32_t seed) {
    std::mt19937 random{seed};
    Bytes values(bytes);
    std::byte value{};
    for (std::byte& out : values) {
        if (random() % 8 == 0) {
            value = static_cast<std::byte>(random() % 20);
        }
        out = value;
    }
    return values;
}

std::vector<bool> sample_quiet(std::size_t places, std::uint32_t seed) {
    std::mt19937 random{seed};
    std::vector<bool> quiet;
    bool is_quiet = random() % 2 == 0;
    while (quiet.size() < places) {
        const std::size_t longest = random() % 16 == 0 ? 3000 : 20;
        quiet.insert(quiet.end(), std::min(1 + random() % longest, places - quiet.size()), is_quiet);
        is_quiet = !is_quiet;
    }
    return quiet;
}

void write_table(const std::filesystem::path& path, const format::Header& header, std::span<const std::byte> values,
                 int level) {
    format::BlockEncoder encoder{level};
    std::vector<format::EncodedBlock> blocks;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        blocks.push_back(encoder.encode(ordinal, values_of(values, header, ordinal)));
    }
    write_blocks(path, header, blocks);
}

Bytes make_table_of(const format::Header& header, std::span<const format::EncodedBlock> blocks) {
    const TemporaryDirectory directory;
    write_blocks(directory / "table", header, blocks);
    return file_bytes(directory / "table");
}

Bytes make_quiet_table(const format::Header& header, std::span<const std::byte> values,
                       const std::vector<bool>& quiet) {
    format::BlockEncoder encoder{12};
    std::vector<format::EncodedBlock> blocks;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const std::vector<bool> marks{quiet.begin() + static_cast<std::ptrdiff_t>(first_place(header, ordinal)),
                                      quiet.begin() + static_cast<std::ptrdiff_t>(first_place(header, ordinal + 1))};
        const auto block_values = values_of(values, header, ordinal);
        std::vector<std::uint64_t> stored;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (marks[i]) {
                stored.push_back(get(block_values, i * header.value_bytes, header.value_bytes));
            }
        }
        const bool is_constant = !stored.empty() && std::count(stored.begin(), stored.end(), stored.front()) ==
                                                        static_cast<std::ptrdiff_t>(stored.size());
        blocks.push_back(is_constant ? format::EncodedBlock::constant(static_cast<std::uint16_t>(stored.front()))
                                     : encoder.encode(ordinal, quiet_block(block_values, marks, header.value_bytes)));
    }
    return make_table_of(header, blocks);
}

Bytes quiet_block(std::span<const std::byte> values, const std::vector<bool>& quiet, int value_bytes) {
    Bytes block((quiet.size() + 1023) / 1024 * 2);
    const auto width = static_cast<std::size_t>(value_bytes);
    for (std::size_t place = 0; place < quiet.size(); ++place) {
        if (quiet[place]) {
            const std::size_t count = place / 1024 * 2;
            put(block, count, get(block, count, 2) + 1, 2);
            const auto value = values.subspan(place * width, width);
            block.insert(block.end(), value.begin(), value.end());
        }
    }
    return block;
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

Bytes make_table(const format::Header& header, std::span<const std::byte> values, int level) {
    const TemporaryDirectory directory;
    write_table(directory / "table", header, values, level);
    return file_bytes(directory / "table");
}

std::vector<Block> read_blocks(const format::TableReader& reader) {
    std::vector<Block> blocks;
    for (std::uint64_t ordinal = 0; ordinal < reader.header().blocks(); ++ordinal) {
        Block block{reader.constant(ordinal), {}};
        if (!block.constant) {
            block.decoded.resize(reader.decoded_bytes(ordinal));
            reader.read_block(ordinal, block.decoded);
        }
        blocks.push_back(std::move(block));
    }
    return blocks;
}

std::vector<Block> read_blocks(Bytes file) {
    return read_blocks(format::TableReader{format::from_memory(std::move(file), "memory")});
}

unsigned value_at(const format::Header& header, const std::vector<Block>& blocks, const std::vector<bool>& quiet,
                  std::uint64_t place) {
    const Block& block = blocks[place / header.block_places];
    if (block.constant) {
        return *block.constant;
    }
    const std::size_t first = place / header.block_places * header.block_places;
    std::size_t number = place - first;
    std::size_t counts_bytes = 0;
    if (header.stored == format::Stored::Quiet) {
        const std::size_t places = first_place(header, place / header.block_places + 1) - first;
        const std::size_t span = number / 1024;
        counts_bytes = (places + 1023) / 1024 * 2;
        number = 0;
        for (std::size_t before = 0; before < span; ++before) {
            number += get(block.decoded, before * 2, 2);
        }
        for (std::size_t before = first + span * 1024; before < place; ++before) {
            number += quiet[before] ? 1 : 0;
        }
    }
    return static_cast<unsigned>(get(block.decoded, counts_bytes + number * header.value_bytes, header.value_bytes));
}

Bytes read_all(const format::TableReader& reader) {
    Bytes values;
    const std::vector<Block> blocks = read_blocks(reader);
    for (std::uint64_t ordinal = 0; ordinal < blocks.size(); ++ordinal) {
        Bytes block = blocks[ordinal].decoded;
        for (std::uint32_t i = 0; blocks[ordinal].constant && i < reader.places_in_block(ordinal); ++i) {
            block.resize(block.size() + reader.header().value_bytes);
            put(block, block.size() - reader.header().value_bytes, *blocks[ordinal].constant,
                reader.header().value_bytes);
        }
        values.insert(values.end(), block.begin(), block.end());
    }
    return values;
}

Bytes read_all(Bytes file) {
    return read_all(format::TableReader{format::from_memory(std::move(file), "memory")});
}

std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width) {
    std::uint64_t value = 0;
    for (int i = width; i-- > 0;) {
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[offset + static_cast<std::size_t>(i)]);
    }
    return value;
}

void put(Bytes& file, std::size_t offset, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) {
        file[offset + static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> (8 * i));
    }
}

void seal(Bytes& file) {
    const std::uint64_t index = get(file, at::index_offset, 8);
    if (index <= file.size()) {
        put(file, at::index_checksum, XXH3_64bits(file.data() + index, file.size() - index), 8);
    }
    put(file, at::header_checksum, XXH3_64bits(file.data(), at::header_checksum), 8);
}

std::string refusal(const Bytes& file) {
    try {
        (void)read_blocks(file);
    } catch (const format::TablebaseError& error) {
        return error.reason();
    }
    return "";
}

}  // namespace dameotb::tests
