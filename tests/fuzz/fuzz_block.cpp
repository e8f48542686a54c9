// Takes any bytes as a block. The input gives the decoded size, and the checksum is that of the decoded bytes. So only
// the frame and the counts in it are tested. The block must be refused, on opening already if no frame can be that
// long. Or it must decode to what zstd alone makes of it, with as many values as the places or the counts say.
// Input: width and which places are stored (1 byte), places in the block (2), decoded size beyond the least (3), the
// block.
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const std::uint32_t form = input.take(1);
    fuzz::Shape shape;
    shape.value_bytes = form % 2 == 0 ? 1 : 2;
    shape.stored = form / 2 % 2 == 0 ? format::Stored::All : format::Stored::Quiet;
    shape.places_per_side = 1 + input.take(2);
    shape.block_places = 1U << 16;
    const std::uint64_t least = shape.least_decoded_bytes(0);
    const std::uint64_t decoded_bytes = least + input.take(3) % (shape.most_decoded_bytes(0) - least + 1);
    const std::span block = input.rest();
    if (block.empty()) {
        return 0;  // A constant block. fuzz_block_index makes these.
    }

    // One byte more than needed, to notice a frame that holds more than it should.
    fuzz::Bytes expected(decoded_bytes + 1);
    const std::size_t decoded = ZSTD_decompress(expected.data(), expected.size(), block.data(), block.size());
    expected.resize(decoded_bytes);
    const auto values =
        shape.stored == format::Stored::All ? shape.places() : fuzz::counted_values(expected, shape.places());
    const bool fits = ZSTD_isError(decoded) == 0 && decoded == decoded_bytes && values &&
                      shape.counts_bytes(0) + *values * shape.value_bytes == decoded_bytes;
    fuzz::Bytes index(tests::index_entry_bytes);
    tests::put(index, 0, block.size(), 4);
    tests::put(index, 4, decoded_bytes, 4);
    tests::put(index, 8, XXH3_64bits_withSeed(expected.data(), expected.size(), 0), 8);

    const auto reader = fuzz::open(fuzz::crafted_file(shape, block, index));
    const bool is_too_long = block.size() > tests::most_block_bytes(decoded_bytes);
    fuzz::require((reader == nullptr) == is_too_long, "the file around a block that can be is sound");
    if (is_too_long) {
        return 0;
    }
    fuzz::Bytes out;
    const bool accepted = fuzz::read_block(*reader, 0, out);
    fuzz::require(!accepted || (fits && out == expected), "what is accepted is what zstd decodes");
    // The writer makes exactly one frame, and it states its content size.
    const bool is_one_frame = ZSTD_findFrameCompressedSize(block.data(), block.size()) == block.size() &&
                              ZSTD_getFrameContentSize(block.data(), block.size()) == decoded_bytes;
    fuzz::require(accepted == (fits && is_one_frame), "one whole frame of the right size is accepted");
    return 0;
}
