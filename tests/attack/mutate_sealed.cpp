// Damage by somebody who knows the format. All checksums are right.
#include <algorithm>
#include <array>

#include "mutation.hpp"

namespace dameotb::attack {

namespace {

using tests::get;
using tests::put;
namespace at = tests::at;

struct Field {
    const char* name;
    std::size_t offset;
    int width;
};
constexpr std::array<Field, 15> header_fields{{{"format version", at::format_version, 2},
                                               {"rules version", at::rules_version, 2},
                                               {"metric", at::metric, 1},
                                               {"value bytes", at::value_bytes, 1},
                                               {"sides", at::sides, 1},
                                               {"stored", at::stored, 1},
                                               {"white kings", 16, 1},
                                               {"white men", 17, 1},
                                               {"black kings", 18, 1},
                                               {"black men", 19, 1},
                                               {"block places", at::block_places, 4},
                                               {"places per side", at::places_per_side, 8},
                                               {"blocks", at::blocks, 8},
                                               {"index offset", at::index_offset, 8},
                                               {"magic", 0, 8}}};
constexpr std::array<Field, 3> entry_fields{{{"size", 0, 4}, {"decoded size", 4, 4}, {"checksum", 8, 8}}};

/// Returns a number as somebody who looks for mistakes would choose it: near the old one, at the ends of a type, or
/// any.
std::uint64_t telling(std::uint64_t old, int width, Choices& random) {
    const std::uint64_t most = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
    const std::array<std::uint64_t, 10> choices{
        0, 1, 2, old + 1, old - 1, old * 2, old << 16, most - old, std::uint64_t{1} << random.below(64), most};
    const std::uint64_t choice = random.below(choices.size() + 2);
    return (choice < choices.size() ? choices.at(choice) : random.bits()) & most;
}

std::string change(Bytes& file, const Field& field, std::size_t base, Choices& random) {
    const std::uint64_t old = get(file, base + field.offset, field.width);
    const std::uint64_t now = telling(old, field.width, random);
    put(file, base + field.offset, now, field.width);
    return std::string{field.name} + " " + std::to_string(old) + " -> " + std::to_string(now);
}

/// Makes the number of blocks agree with the other fields, so that the reader believes those fields.
void agree_on_blocks(Bytes& file) {
    const std::uint64_t places = get(file, at::sides, 1) * get(file, at::places_per_side, 8);
    const std::uint64_t block_places = std::max<std::uint64_t>(get(file, at::block_places, 4), 1);
    put(file, at::blocks, places / block_places + (places % block_places == 0 ? 0 : 1), 8);
}

/// Returns how many entries of the block index the file has room for. What is in `file` need not be sound.
std::uint64_t entries(const Bytes& file) {
    const std::uint64_t index = get(file, at::index_offset, 8);
    return index > file.size() ? 0 : (file.size() - index) / tests::index_entry_bytes;
}

std::size_t entry_at(const Bytes& file, std::uint64_t ordinal) {
    return get(file, at::index_offset, 8) + ordinal * tests::index_entry_bytes;
}

/// Replaces the bytes and the entry of a block. Moves the blocks behind it and the block index.
void replace_block(Bytes& file, std::uint64_t ordinal, const format::EncodedBlock& block) {
    std::size_t begin = at::end;
    for (std::uint64_t before = 0; before < ordinal; ++before) {
        begin += get(file, entry_at(file, before), 4);
    }
    const std::size_t entry = entry_at(file, ordinal);
    const std::size_t old_bytes = get(file, entry, 4);
    put(file, entry, block.bytes.size(), 4);
    put(file, entry + 4, block.decoded_bytes, 4);
    put(file, entry + 8, block.checksum, 8);
    const auto first = file.begin() + static_cast<std::ptrdiff_t>(begin);
    file.insert(file.erase(first, first + static_cast<std::ptrdiff_t>(old_bytes)), block.bytes.begin(),
                block.bytes.end());
    put(file, at::index_offset, get(file, at::index_offset, 8) - old_bytes + block.bytes.size(), 8);
}

/// Changes what a block decodes to: values, the counts before them, or the length.
std::string change_contents(Bytes& file, std::uint64_t ordinal, Choices& random) {
    const format::TableReader reader{format::from_memory(file, "a good file")};
    if (reader.constant(ordinal)) {
        const std::uint64_t value = telling(*reader.constant(ordinal), 2, random);
        put(file, entry_at(file, ordinal) + 4, value, 4);
        return "constant value of block " + std::to_string(ordinal) + " -> " + std::to_string(value);
    }
    Bytes decoded(reader.decoded_bytes(ordinal));
    reader.read_block(ordinal, decoded);
    const bool in_counts = reader.header().stored == format::Stored::Quiet && random.below(2) == 0;
    const std::uint64_t counts = (reader.places_in_block(ordinal) + 1023U) / 1024 * 2;
    for (std::uint64_t edits = 1 + random.below(8); edits > 0; --edits) {
        decoded[random.below(in_counts ? counts : decoded.size())] = static_cast<std::byte>(random.bits());
    }
    if (random.below(8) == 0) {
        decoded.resize(1 + random.below(2 * decoded.size()));
    }
    format::BlockEncoder encoder{1};
    replace_block(file, ordinal, encoder.encode(ordinal, decoded));
    return std::string{in_counts ? "counts" : "values"} + " of block " + std::to_string(ordinal) + ", now of " +
           std::to_string(decoded.size()) + " bytes";
}

/// Changes the first bytes of a zstd frame, which say how much memory decoding takes. No checksum covers these bytes as
/// they are in the file.
std::string change_frame(Bytes& file, std::uint64_t ordinal, Choices& random) {
    std::size_t begin = at::end;
    for (std::uint64_t before = 0; before < ordinal; ++before) {
        begin += get(file, entry_at(file, before), 4);
    }
    const std::uint64_t bytes = std::min<std::uint64_t>(get(file, entry_at(file, ordinal), 4), 20);
    for (std::uint64_t edits = bytes == 0 ? 0 : 1 + random.below(3); edits > 0; --edits) {
        file[begin + random.below(bytes)] = static_cast<std::byte>(random.bits());
    }
    return "frame of block " + std::to_string(ordinal);
}

}  // namespace

std::string mutate_sealed(Bytes& file, Choices& random) {
    std::string done;
    const std::uint64_t ordinal = random.below(entries(file));
    switch (random.below(4)) {
        case 0:
            done = change(file, header_fields.at(random.below(header_fields.size())), 0, random);
            if (random.below(2) == 0) {
                agree_on_blocks(file);
                done += ", blocks agreed";
            }
            break;
        case 1:
            done = change(file, entry_fields.at(random.below(entry_fields.size())), entry_at(file, ordinal), random) +
                   " of block " + std::to_string(ordinal);
            break;
        case 2:
            done = change_contents(file, ordinal, random);
            break;
        default:
            done = change_frame(file, ordinal, random);
    }
    tests::seal(file);
    return done;
}

Bytes constant_table(const format::Header& header) {
    Bytes file(at::end + header.blocks() * tests::index_entry_bytes);
    const Bytes magic = tests::from_hex("44414D454F54421A");
    std::copy(magic.begin(), magic.end(), file.begin());
    put(file, at::format_version, format::format_version, 2);
    put(file, at::rules_version, format::rules_version, 2);
    put(file, at::metric, static_cast<std::uint64_t>(header.metric), 1);
    put(file, at::value_bytes, header.value_bytes, 1);
    put(file, at::sides, header.sides, 1);
    put(file, at::stored, static_cast<std::uint64_t>(header.stored), 1);
    put(file, 16, header.material.white_kings, 1);
    put(file, 17, header.material.white_men, 1);
    put(file, 18, header.material.black_kings, 1);
    put(file, 19, header.material.black_men, 1);
    put(file, at::block_places, header.block_places, 4);
    put(file, at::places_per_side, header.places_per_side, 8);
    put(file, at::blocks, header.blocks(), 8);
    put(file, at::index_offset, at::end, 8);
    tests::seal(file);
    return file;
}

}  // namespace dameotb::attack
