// Any bytes as the block index of a table whose header is sound: opened exactly if the block sizes add up; then every
// block is refused or decodes to as many bytes as it should.
// Input: width and sides (1 byte), values in a block (2), values for each side (2), block index, blocks.
#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const std::uint32_t form = input.take(1);
    fuzz::Shape shape;
    shape.value_bytes = form % 2 == 0 ? 1 : 2;
    shape.sides = form / 2 % 2 == 0 ? 1 : 2;
    shape.block_places = 1 + input.take(2);
    shape.places_per_side = 1 + input.take(2) % 256;
    const std::span rest = input.rest();
    fuzz::Bytes index{rest.begin(), rest.end()};
    index.resize(shape.blocks() * test::index_entry_bytes);
    const std::span blocks = rest.subspan(std::min(rest.size(), index.size()));

    std::uint64_t sum = 0;
    for (std::size_t entry = 0; entry < index.size(); entry += test::index_entry_bytes) {
        sum += test::get(index, entry, 4);
    }
    const auto reader = fuzz::open(fuzz::crafted_file(shape, blocks, index));
    fuzz::require((reader != nullptr) == (sum == blocks.size()), "a file is opened exactly if its block sizes add up");
    fuzz::Bytes out;
    for (std::uint64_t ordinal = 0; reader != nullptr && ordinal < shape.blocks(); ++ordinal) {
        (void)fuzz::read_block(*reader, ordinal, out);
    }
    return 0;
}
