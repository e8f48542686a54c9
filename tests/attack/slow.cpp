#include "slow.hpp"

#include <algorithm>
#include <stdexcept>

#include <zstd.h>

#include "parts.hpp"

namespace dameotb::attack {

namespace {

namespace at = tests::at;

Bytes any_bytes(std::uint64_t count, std::uint64_t values, Choices& random) {
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random.below(values)); });
    return bytes;
}

/// Returns a frame of the values in blocks of so many bytes each.
Bytes frame_of_blocks(const Bytes& values, std::size_t block) {
    ZSTD_CCtx* const zstd = ZSTD_createCCtx();
    ZSTD_CCtx_setPledgedSrcSize(zstd, values.size());
    Bytes frame(ZSTD_compressBound(values.size()) + 16 * (values.size() / block + 1));
    ZSTD_outBuffer out{frame.data(), frame.size(), 0};
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const std::size_t end = std::min(begin + block, values.size());
        ZSTD_inBuffer in{values.data() + begin, end - begin, 0};
        ZSTD_compressStream2(zstd, &out, &in, end == values.size() ? ZSTD_e_end : ZSTD_e_flush);
    }
    ZSTD_freeCCtx(zstd);
    frame.resize(out.pos);
    return frame;
}

/// Returns the frame of as small blocks as it may have, to be shorter than its values. Half of them are alike, so that
/// there is something to compress.
Bytes many_blocks(std::uint64_t positions, std::uint64_t values, Choices& random) {
    Bytes all = any_bytes(positions, values, random);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i % 64 < 32 ? std::byte{0} : all[i];
    }
    for (std::size_t block = 32; block < positions; block *= 2) {
        Bytes frame = frame_of_blocks(all, block);
        if (frame.size() < positions) {
            return frame;
        }
    }
    return {std::byte{0}};
}

/// Returns a frame of zeros behind as many empty blocks as fit.
Bytes empty_blocks(std::uint64_t positions) {
    Bytes frame = frame_of_blocks(Bytes(positions), positions);
    const std::size_t blocks_begin = 4 + 1 + (positions < 256 ? 1 : positions < 65536 + 256 ? 2 : 4);
    const std::size_t room = positions > frame.size() ? (positions - 1 - frame.size()) / 3 * 3 : 0;
    frame.insert(frame.begin() + static_cast<std::ptrdiff_t>(std::min(blocks_begin, frame.size())), room, std::byte{0});
    return frame;
}

Bytes block_of(std::uint64_t positions, std::uint64_t values, const std::string& bytes, Choices& random) {
    if (bytes == "plain") {
        return any_bytes(positions, values, random);
    }
    if (bytes == "single") {
        return Bytes(std::min<std::uint64_t>(positions, random.below(2)));
    }
    if (bytes == "blocks") {
        return many_blocks(positions, values, random);
    }
    if (bytes == "empty") {
        return empty_blocks(positions);
    }
    if (bytes == "any") {
        return any_bytes(positions - 1, 256, random);
    }
    if (bytes == "ones") {
        return Bytes(positions - 1, std::byte{0xFF});
    }
    throw std::invalid_argument{"no such blocks: " + bytes};
}

}  // namespace

void make_slow(Bytes& file, const SlowForm& form, Choices& random) {
    Parts parts = take_apart(file);
    tests::put(parts.header, at::block_positions, form.block_positions, 4);
    tests::put(parts.header, at::group_blocks, form.group_blocks, 4);
    const tests::Shape shape = tests::shape_of(parts.header);
    // No distance that a reader of classes refuses.
    const std::uint64_t values = tests::get(parts.header, at::metric, 1) == 0 ? 3 : 251;
    // A few blocks, again and again.
    std::vector<Bytes> whole;
    for (int i = 0; i < 4; ++i) {
        whole.push_back(
            block_of(std::min(shape.block_positions, shape.positions_per_side), values, form.bytes, random));
    }
    parts.groups.assign(shape.groups(), {});
    for (std::uint64_t group = 0; group < shape.groups(); ++group) {
        std::vector<Bytes> blocks;
        for (std::uint64_t i = 0; i < shape.blocks_in_group(group); ++i) {
            const std::uint64_t block_index = group * shape.group_blocks + i;
            const std::uint64_t positions = shape.positions_in_block(block_index);
            blocks.push_back(positions == whole[0].size() || positions == shape.block_positions
                                 ? whole[block_index % whole.size()]
                                 : block_of(positions, values, form.bytes, random));
        }
        set_blocks(parts, group, blocks);
    }
    file = put_together(parts);
}

}  // namespace dameotb::attack
