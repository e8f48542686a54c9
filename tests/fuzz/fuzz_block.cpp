// Any bytes as a block, with the checksum of what they decode to: so that nothing but the frame itself is in question.
// Refused, or decoded to what zstd alone makes of it, and never more or fewer values than the header says.
// Input: values in the block (2), the block.
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    fuzz::Shape shape;
    shape.places_per_side = 1 + input.take(2);
    shape.block_places = 1U << 16;
    const std::span block = input.rest();

    // Room for one byte more, which shows a frame that holds more than it should.
    fuzz::Bytes expected(shape.places_per_side + 1);
    const std::size_t decoded = ZSTD_decompress(expected.data(), expected.size(), block.data(), block.size());
    const bool fits = ZSTD_isError(decoded) == 0 && decoded == shape.places_per_side;
    expected.resize(shape.places_per_side);
    fuzz::Bytes index(test::index_entry_bytes);
    test::put(index, 0, block.size(), 4);
    test::put(index, 4, XXH3_64bits_withSeed(expected.data(), expected.size(), 0), 8);

    const auto reader = fuzz::open(fuzz::crafted_file(shape, block, index));
    fuzz::require(reader != nullptr, "the file around the block is sound");
    fuzz::Bytes out;
    const bool accepted = fuzz::read_block(*reader, 0, out);
    fuzz::require(!accepted || (fits && out == expected), "what is accepted is what zstd decodes");
    // What the writer makes is one frame that says its content size.
    const bool is_one_frame = ZSTD_findFrameCompressedSize(block.data(), block.size()) == block.size() &&
                              ZSTD_getFrameContentSize(block.data(), block.size()) == shape.places_per_side;
    fuzz::require(accepted == (fits && is_one_frame), "one whole frame of the right size is accepted");
    return 0;
}
