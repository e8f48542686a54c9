// Tests blocks that are only in the block index: they have one value for all places that store one.
#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::tests;

namespace {

/// Returns a file of three blocks of the given width, the last one shorter. Block `number` is constant.
Bytes file_with_constant(std::uint8_t value_bytes, Stored stored, std::uint64_t number, std::uint16_t value) {
    const Header header{.material = {1, 0, 1, 0},
                        .sides = 1,
                        .value_bytes = value_bytes,
                        .stored = stored,
                        .block_places = 100,
                        .places_per_side = 220};
    BlockEncoder encoder{12};
    std::vector<EncodedBlock> blocks;
    for (std::uint64_t ordinal = 0; ordinal < 3; ++ordinal) {
        const std::size_t places = ordinal == 2 ? 20 : 100;
        const Bytes values = sample_values(places * value_bytes, static_cast<std::uint32_t>(ordinal + 1));
        blocks.push_back(
            ordinal == number ? EncodedBlock::constant(value)
            : stored == Stored::All
                ? encoder.encode(ordinal, values)
                : encoder.encode(ordinal, quiet_block(values, std::vector<bool>(places, true), value_bytes)));
    }
    return make_table_of(header, blocks);
}

std::size_t entry(const Bytes& file, std::uint64_t ordinal) {
    return get(file, at::index_offset, 8) + ordinal * index_entry_bytes;
}

/// Returns why the file is refused when a field of that block's index entry is changed and all checksums are right.
std::string refusal_with(Bytes file, std::uint64_t ordinal, std::size_t offset, std::uint64_t value, int width) {
    put(file, entry(file, ordinal) + offset, value, width);
    seal(file);
    return refusal(file);
}

}  // namespace

TEST_CASE("a constant block has its value, and its neighbours have theirs", "[format]") {
    const int width = GENERATE(1, 2);
    const Stored stored = GENERATE(Stored::All, Stored::Quiet);
    const std::uint64_t number = GENERATE(0U, 1U, 2U);
    const unsigned value = GENERATE_COPY(0U, 1U, 255U, width == 1 ? 254U : 256U, width == 1 ? 2U : 65535U);
    CAPTURE(width, number, value);
    const auto value_bytes = static_cast<std::uint8_t>(width);
    const Bytes file = file_with_constant(value_bytes, stored, number, static_cast<std::uint16_t>(value));
    const std::vector<Block> blocks = read_blocks(file);
    const std::vector<Block> others =
        read_blocks(file_with_constant(value_bytes, stored, (number + 1) % 3, static_cast<std::uint16_t>(value)));
    CHECK(blocks[number] == Block{value, {}});
    CHECK(others[(number + 1) % 3] == Block{value, {}});
    CHECK_FALSE(blocks[(number + 2) % 3].constant);
    CHECK(blocks[(number + 2) % 3] == others[(number + 2) % 3]);
    // The block has no bytes outside its entry.
    CHECK(get(file, entry(file, number), 4) == 0);
    CHECK(get(file, entry(file, number) + 4, 4) == value);
    CHECK(get(file, entry(file, number) + 8, 8) == 0);
}

TEST_CASE("a table of constant blocks alone is a header and a block index", "[format]") {
    const std::uint64_t count = GENERATE(1U, 2U, 1000U);
    const Header header{.material = {1, 0, 1, 0}, .sides = 1, .block_places = 7, .places_per_side = 7 * count};
    const Bytes file = make_table_of(header, std::vector<EncodedBlock>(count, EncodedBlock::constant(2)));
    CHECK(file.size() == at::end + count * index_entry_bytes);
    CHECK(read_all(file) == Bytes(7 * count, std::byte{2}));
    // The size of the file does not bound the places of constant blocks, but the number of blocks must fit their
    // number.
    Bytes longer = file;
    put(longer, at::places_per_side, std::uint64_t{1} << 40, 8);
    seal(longer);
    CHECK(refusal(longer) == "number of blocks does not fit the number of places");
}

TEST_CASE("a constant value that the width does not hold is refused on opening", "[format]") {
    const Stored stored = GENERATE(Stored::All, Stored::Quiet);
    const std::uint64_t number = GENERATE(0U, 1U, 2U);
    const std::string reason = "impossible sizes of block " + std::to_string(number);
    const Bytes one = file_with_constant(1, stored, number, 3);
    for (std::uint64_t value = 0; value < 256; ++value) {
        CHECK(refusal_with(one, number, 4, value, 4).empty());
    }
    for (const std::uint64_t value : {0x100U, 0x101U, 0xFFFFU, 0x10000U, 0x1000000U, 0xFFFFFFFFU}) {
        CHECK(refusal_with(one, number, 4, value, 4) == reason);
    }
    const Bytes two = file_with_constant(2, stored, number, 3);
    for (const std::uint64_t value : {0x100U, 0x101U, 0xFFFFU}) {
        CHECK(refusal_with(two, number, 4, value, 4).empty());
    }
    for (const std::uint64_t value : {0x10000U, 0x10001U, 0x1000000U, 0xFFFFFFFFU}) {
        CHECK(refusal_with(two, number, 4, value, 4) == reason);
    }
}

TEST_CASE("a constant block with a checksum is refused on opening", "[format]") {
    const Stored stored = GENERATE(Stored::All, Stored::Quiet);
    const std::uint64_t number = GENERATE(0U, 1U, 2U);
    const Bytes file = file_with_constant(1, stored, number, 3);
    for (int bit = 0; bit < 64; ++bit) {
        CHECK(refusal_with(file, number, 8, std::uint64_t{1} << bit, 8) ==
              "impossible sizes of block " + std::to_string(number));
    }
}

TEST_CASE("a size makes no block of a constant one, and none no constant one of a block", "[format]") {
    const Stored stored = GENERATE(Stored::All, Stored::Quiet);
    const Bytes file = file_with_constant(1, stored, 1, 3);
    // A decoded size of 3 bytes is too few for 100 places that are all stored. It is possible for quiet places, with a
    // short frame.
    for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{8}, most_block_bytes(3), most_block_bytes(3) + 1,
                                     std::uint64_t{0xFFFFFFFF}}) {
        const bool is_impossible = stored == Stored::All || size > most_block_bytes(3);
        CHECK(refusal_with(file, 1, 0, size, 4) == (is_impossible ? "impossible sizes of block 1"
                                                                  : "block sizes do not add up to the block "
                                                                    "index"));
    }
    CHECK(refusal_with(file, 0, 0, 0, 4) == "impossible sizes of block 0");
}
