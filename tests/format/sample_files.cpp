// The checksum is taken from the xxhash library here too: it is the format's definition.
#include "sample_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dameotb::test {

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

void write_table(const std::filesystem::path& path, const format::Header& header, std::span<const std::byte> values,
                 int level) {
    format::TableWriter writer{path, header};
    format::BlockEncoder encoder{level};
    const std::size_t block_bytes = std::size_t{header.block_places} * header.value_bytes;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const std::span rest = values.subspan(ordinal * block_bytes);
        writer.append(encoder.encode(ordinal, rest.first(std::min(block_bytes, rest.size()))));
    }
    writer.finish();
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

Bytes read_all(const format::TableReader& reader) {
    Bytes values;
    for (std::uint64_t ordinal = 0; ordinal < reader.header().blocks(); ++ordinal) {
        Bytes block(std::size_t{reader.places_in_block(ordinal)} * reader.header().value_bytes);
        reader.read_block(ordinal, block);
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
        (void)read_all(file);
    } catch (const format::TablebaseError& error) {
        return error.reason();
    }
    return "";
}

}  // namespace dameotb::test
