// Damage by somebody who knows the format. All checksums are right.
#include <algorithm>
#include <array>

#include "mutation.hpp"
#include "parts.hpp"

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
constexpr std::array<Field, 22> header_fields{{{"magic", 0, 8},
                                               {"format version", at::format_version, 2},
                                               {"rules version", at::rules_version, 2},
                                               {"metric", at::metric, 1},
                                               {"encoding", at::encoding, 1},
                                               {"sides", at::sides, 1},
                                               {"stored", at::stored, 1},
                                               {"stored", at::stored, 1},
                                               {"white kings", at::material, 1},
                                               {"white men", at::material + 1, 1},
                                               {"black kings", at::material + 2, 1},
                                               {"black men", at::material + 3, 1},
                                               {"block positions", at::block_positions, 4},
                                               {"block positions", at::block_positions, 4},
                                               {"block group blocks", at::group_blocks, 4},
                                               {"models bytes", at::models_bytes, 4},
                                               {"positions per side", at::positions_per_side, 8},
                                               {"file bytes", at::file_bytes, 8},
                                               {"seed", at::seed, 8},
                                               {"values", at::values, 8},
                                               {"wdl", at::wdl, 8},
                                               {"reserved", at::reserved, 8}}};

/// Returns a number as somebody who looks for mistakes would choose it: near the old one, at the ends of a type, or
/// any.
std::uint64_t telling(std::uint64_t old, int width, Choices& random) {
    const std::uint64_t most = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
    const std::array<std::uint64_t, 12> choices{0,         1,          2,       3,
                                                old + 1,   old - 1,    old * 2, old / 2,
                                                old << 16, most - old, most,    std::uint64_t{1} << random.below(64)};
    const std::uint64_t choice = random.below(choices.size() + 2);
    return (choice < choices.size() ? choices.at(choice) : random.bits()) & most;
}

std::string change(Bytes& bytes, std::size_t offset, int width, Choices& random) {
    const std::uint64_t old = get(bytes, offset, width);
    const std::uint64_t now = telling(old, width, random);
    put(bytes, offset, now, width);
    return " " + std::to_string(old) + " -> " + std::to_string(now);
}

void change_some(Bytes& bytes, std::uint64_t most, Choices& random) {
    for (std::uint64_t edits = bytes.empty() ? 0 : 1 + random.below(most); edits > 0; --edits) {
        bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
    }
}

Bytes any_bytes(std::uint64_t count, Choices& random) {
    return tests::random_bytes(count, random.bits());
}

/// The header says something else of the same bytes. Mostly the file has the size that it says, so that the reader
/// believes it that far.
std::string change_header(Bytes& file, Choices& random) {
    const Field& field = header_fields.at(random.below(header_fields.size()));
    const std::string done = field.name + change(file, field.offset, field.width, random);
    if (random.below(4) != 0) {
        put(file, at::file_bytes, file.size(), 8);
    }
    tests::seal(file);
    return done;
}

/// The models are others: some bytes, the sizes in front, all of them, or more or fewer. A file without models gets
/// some, and is said to need them.
std::string change_models(Parts& parts, Choices& random) {
    Bytes& models = parts.models;
    if (models.empty()) {
        put(parts.header, at::encoding, 2, 1);
        models = any_bytes(1 + random.below(random.below(2) == 0 ? 64 : 20000), random);
        return "models of any bytes, " + std::to_string(models.size());
    }
    switch (random.below(5)) {
        case 0:
            models[0] = static_cast<std::byte>(random.below(24));
            return "bits of a model's tables";
        case 1:
            return "size of a model" + change(models, 1, 4, random);
        case 2:
            models.resize(1 + random.below(2 * models.size()));
            return "models of " + std::to_string(models.size()) + " bytes";
        case 3: {
            const Bytes any = any_bytes(models.size(), random);
            std::ranges::copy(std::span{any}.subspan(std::min<std::size_t>(any.size(), 5)),
                              models.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(models.size(), 5)));
            return "a model of any bytes";
        }
        default:
            change_some(models, 16, random);
            return "some bytes of the models";
    }
}

/// An entry of the index, or the offset of an index block.
std::string change_index(Bytes& file, Choices& random) {
    const tests::Shape shape = tests::shape_of(file);
    const std::uint64_t group = random.below(shape.groups());
    std::string done;
    if (random.below(3) == 0) {
        done = "offset of an index block" + change(file, shape.index_block_begin(group / 1020), 8, random);
    } else {
        done = "end of block group " + std::to_string(group) + change(file, shape.entry(group), 4, random);
    }
    tests::seal(file);
    return done;
}

/// The sizes in front of a block group: their bits, or some of them.
std::string change_sizes(Parts& parts, std::uint64_t group, Choices& random) {
    Bytes& bytes = parts.groups[group];
    const std::uint64_t blocks = tests::shape_of(parts.header).blocks_in_group(group);
    if (random.below(2) == 0) {
        bytes[0] = static_cast<std::byte>(random.below(random.below(2) == 0 ? 18 : 256));
    } else {
        const std::uint64_t sizes = (blocks * std::to_integer<std::uint64_t>(bytes[0]) + 7) / 8;
        for (std::uint64_t edits = sizes == 0 ? 0 : 1 + random.below(4); edits > 0; --edits) {
            bytes[1 + random.below(sizes)] = static_cast<std::byte>(random.bits());
        }
    }
    seal_group(parts, group);
    return "sizes of block group " + std::to_string(group);
}

/// The bytes of a block: some of them, all, none, as many as it has positions, or the front of them. The first bytes of
/// a zstd frame say how much memory decoding takes.
std::string change_block(Parts& parts, std::uint64_t group, Choices& random) {
    const tests::Shape shape = tests::shape_of(parts.header);
    std::vector<Bytes> blocks = blocks_of(parts, group);
    const std::uint64_t i = random.below(blocks.size());
    const std::uint64_t positions = shape.positions_in_block(group * shape.group_blocks + i);
    Bytes& block = blocks[i];
    switch (random.below(6)) {
        case 0:
            block = any_bytes(random.below(std::min<std::uint64_t>(positions, 4096) + 1), random);
            break;
        case 1:
            block = any_bytes(positions, random);
            break;
        case 2:
            block.assign(random.below(2) == 0 ? positions : 1, static_cast<std::byte>(random.below(6)));
            break;
        case 3:
            block.resize(random.below(block.size() + 1));
            break;
        case 4: {
            Bytes front{block.begin(),
                        block.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(block.size(), 20))};
            change_some(front, 3, random);
            std::ranges::copy(front, block.begin());
            break;
        }
        default:
            change_some(block, 8, random);
    }
    set_blocks(parts, group, blocks);
    return "block " + std::to_string(i) + " of block group " + std::to_string(group) + ", now " +
           std::to_string(blocks[i].size()) + " bytes";
}

/// Block groups lie where others did, or are those of another file.
std::string move_groups(Parts& parts, const Bytes& other, std::uint64_t group, Choices& random) {
    if (random.below(2) == 0) {
        const std::uint64_t second = random.below(parts.groups.size());
        std::swap(parts.groups[group], parts.groups[second]);
        seal_group(parts, second);
        seal_group(parts, group);
        return "block groups " + std::to_string(group) + " and " + std::to_string(second) + " exchanged";
    }
    const Parts from = take_apart(other);
    const std::uint64_t second = random.below(from.groups.size());
    parts.groups[group] = from.groups[second];
    seal_group(parts, group);
    return "block group " + std::to_string(second) + " of another file as block group " + std::to_string(group);
}

std::string change_part(Parts& parts, const Bytes& other, Choices& random) {
    const std::uint64_t group = random.below(parts.groups.size());
    switch (random.below(6)) {
        case 0:
        case 1:
            return change_models(parts, random);
        case 2:
            return change_sizes(parts, group, random);
        case 3:
            return move_groups(parts, other, group, random);
        default:
            return change_block(parts, group, random);
    }
}

}  // namespace

std::string mutate_sealed(Bytes& file, const Bytes& other, Choices& random) {
    switch (random.below(8)) {
        case 0:
        case 1:
            return change_header(file, random);
        case 2:
            return change_index(file, random);
        default: {
            Parts parts = take_apart(file);
            const std::string done = change_part(parts, other, random);
            file = put_together(parts);
            return done;
        }
    }
}

Bytes empty_table(const table::Header& header) {
    Parts parts{tests::from_hex("44414D454F54421A"), {}, {}};
    Bytes& bytes = parts.header;
    bytes.resize(at::end);
    put(bytes, at::format_version, table::format_version, 2);
    put(bytes, at::rules_version, table::rules_version, 2);
    put(bytes, at::metric, static_cast<std::uint64_t>(header.metric), 1);
    put(bytes, at::encoding, static_cast<std::uint64_t>(header.encoding), 1);
    put(bytes, at::sides, header.sides, 1);
    put(bytes, at::stored, static_cast<std::uint64_t>(header.stored), 1);
    put(bytes, at::material, header.material.white.kings, 1);
    put(bytes, at::material + 1, header.material.white.men, 1);
    put(bytes, at::material + 2, header.material.black.kings, 1);
    put(bytes, at::material + 3, header.material.black.men, 1);
    put(bytes, at::block_positions, header.block_positions, 4);
    put(bytes, at::group_blocks, header.group_blocks, 4);
    put(bytes, at::positions_per_side, header.positions_per_side, 8);
    for (std::uint64_t group = 0; group < header.groups(); ++group) {
        parts.groups.emplace_back(9);
        seal_group(parts, group);
    }
    return put_together(parts);
}

}  // namespace dameotb::attack
