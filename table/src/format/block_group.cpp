// Packs sizes from the lowest bit of the first byte on, and unpacks them.
#include <dameotb/table/format/block_group.hpp>

#include <algorithm>
#include <bit>

#include <dameotb/table/format/table_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::table {

std::vector<std::byte> encode_group(const Header& header, std::uint64_t number,
                                    std::span<const std::vector<std::byte>> blocks) {
    std::size_t largest = 0;
    std::size_t sum = 0;
    for (const std::vector<std::byte>& block : blocks) {
        largest = std::max(largest, block.size());
        sum += block.size();
    }
    const auto size_bits = static_cast<std::uint32_t>(std::bit_width(largest));
    const std::uint32_t sizes_bytes = layout::sizes_bytes(static_cast<std::uint32_t>(blocks.size()), size_bits);
    std::vector<std::byte> group;
    group.reserve(layout::least_group_bytes + sizes_bytes + sum);
    group.push_back(static_cast<std::byte>(size_bits));
    std::uint64_t packed = 0;
    std::uint32_t packed_bits = 0;
    for (const std::vector<std::byte>& block : blocks) {
        packed |= std::uint64_t{block.size()} << packed_bits;
        packed_bits += size_bits;
        for (; packed_bits >= 8; packed_bits -= 8) {
            group.push_back(static_cast<std::byte>(packed));
            packed >>= 8;
        }
    }
    if (packed_bits > 0) {
        group.push_back(static_cast<std::byte>(packed));
    }
    for (const std::vector<std::byte>& block : blocks) {
        group.insert(group.end(), block.begin(), block.end());
    }
    const std::uint64_t sum_of_bytes = checksum(group, layout::group_seed(header, number));
    group.resize(group.size() + layout::checksum_bytes);
    layout::put(std::span{group}.last(layout::checksum_bytes), sum_of_bytes);
    return group;
}

bool is_sealed(const Header& header, std::uint64_t number, std::span<const std::byte> group) {
    return group.size() >= layout::least_group_bytes && ends_with_checksum(group, layout::group_seed(header, number));
}

BlockGroup::BlockGroup(const Header& header, std::uint64_t number, std::span<const std::byte> bytes,
                       const std::string& name)
    : bytes_{bytes}, blocks_{header.blocks_in_group(number)} {
    const auto require = [&](bool holds) {
        if (!holds) {
            throw TablebaseError{name, "impossible block sizes in block group " + std::to_string(number)};
        }
    };
    require(bytes_.size() >= layout::least_group_bytes);
    size_bits_ = std::to_integer<std::uint32_t>(bytes_[0]);
    require(size_bits_ <= layout::most_size_bits);
    std::size_t sum = layout::least_group_bytes + layout::sizes_bytes(blocks_, size_bits_);
    require(bytes_.size() >= sum);
    for (std::uint32_t i = 0; i < blocks_; ++i) {
        require(size_of(i) <= header.positions_in_block(number * header.group_blocks + i));
        sum += size_of(i);
    }
    require(bytes_.size() == sum);
    const std::uint32_t last_bits = blocks_ * size_bits_ % 8;
    require(last_bits == 0 ||
            std::to_integer<unsigned>(bytes_[layout::sizes_bytes(blocks_, size_bits_)]) >> last_bits == 0);
}

std::span<const std::byte> BlockGroup::block(std::uint32_t i) const {
    std::size_t begin = 1 + layout::sizes_bytes(blocks_, size_bits_);
    for (std::uint32_t before = 0; before < i; ++before) {
        begin += size_of(before);
    }
    return bytes_.subspan(begin, size_of(i));
}

/// Returns the size of a block. Reads three bytes, which always contain the whole size; the block group's checksum
/// keeps them in bounds.
std::uint32_t BlockGroup::size_of(std::uint32_t i) const {
    const std::uint32_t bit = i * size_bits_;
    const auto three = static_cast<std::uint32_t>(layout::get(bytes_.subspan(1 + bit / 8, 3)));
    return three >> bit % 8 & ((1U << size_bits_) - 1);
}

BlockGroup read_group(const TableReader& reader, std::uint64_t number, std::vector<std::byte>& buffer) {
    const ByteRange location = reader.locate(number);
    buffer.resize(location.size_bytes);
    reader.read_group(number, location, buffer);
    return BlockGroup{reader.header(), number, buffer, reader.name()};
}

}  // namespace dameotb::table
