// Takes any bytes as the block index of a table whose header is sound. The file must open exactly if the entries are
// possible and the block sizes add up. Then every block must be constant, be refused, or decode to as many bytes as it
// should.
// Input: width, sides and which places are stored (1 byte), places in a block (2), places for each side (2), block
// index, blocks.
#include "crafted_file.hpp"

using namespace dameotb;

namespace {

bool is_possible(const fuzz::Shape& shape, std::uint64_t ordinal, std::span<const std::byte> entry) {
    const std::uint64_t decoded_bytes = tests::get(entry, 4, 4);
    if (tests::get(entry, 0, 4) == 0) {
        return tests::get(entry, 8, 8) == 0 && decoded_bytes <= (shape.value_bytes == 1 ? 0xFFU : 0xFFFFU);
    }
    return decoded_bytes >= shape.least_decoded_bytes(ordinal) && decoded_bytes <= shape.most_decoded_bytes(ordinal) &&
           tests::get(entry, 0, 4) <= tests::most_block_bytes(decoded_bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const std::uint32_t form = input.take(1);
    fuzz::Shape shape;
    shape.value_bytes = form % 2 == 0 ? 1 : 2;
    shape.sides = form / 2 % 2 == 0 ? 1 : 2;
    shape.stored = form / 4 % 2 == 0 ? format::Stored::All : format::Stored::Quiet;
    shape.block_places = 1 + input.take(2);
    // At most 512 blocks.
    shape.places_per_side = 1 + input.take(2) % (std::uint64_t{256} * shape.block_places);
    const std::span rest = input.rest();
    fuzz::Bytes index{rest.begin(), rest.end()};
    index.resize(shape.blocks() * tests::index_entry_bytes);
    const std::span blocks = rest.subspan(std::min(rest.size(), index.size()));

    std::uint64_t sum = 0;
    bool possible = true;
    for (std::uint64_t ordinal = 0; ordinal < shape.blocks(); ++ordinal) {
        const auto entry = std::span{index}.subspan(ordinal * tests::index_entry_bytes, tests::index_entry_bytes);
        sum += tests::get(entry, 0, 4);
        possible = possible && is_possible(shape, ordinal, entry);
    }
    const auto reader = fuzz::open(fuzz::crafted_file(shape, blocks, index));
    fuzz::require((reader != nullptr) == (possible && sum == blocks.size()),
                  "a file is opened exactly if its entries are possible and its block sizes add up");
    fuzz::Bytes out;
    for (std::uint64_t ordinal = 0; reader != nullptr && ordinal < shape.blocks(); ++ordinal) {
        const auto constant = reader->constant(ordinal);
        fuzz::require(constant.has_value() == (tests::get(index, ordinal * tests::index_entry_bytes, 4) == 0),
                      "a block is constant exactly if it has no bytes");
        if (constant) {
            fuzz::require(*constant == tests::get(index, ordinal * tests::index_entry_bytes + 4, 4),
                          "a constant block has the value of its entry");
        } else {
            (void)fuzz::read_block(*reader, ordinal, out);
        }
    }
    return 0;
}
