// Takes any bytes as the one block group of a table whose header and index are sound; the block group's checksum is
// right. The file must be refused, on opening or in the block group, exactly if the block group breaks a rule of
// docs/format.md. Otherwise its blocks must be those that are found bit by bit. Input: shape (7 bytes), the block group
// without its checksum.
#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    fuzz::Shape shape = fuzz::take_shape(input, 64);
    shape.group_blocks = 64;
    fuzz::Bytes group{input.rest().begin(), input.rest().end()};
    tests::append_group_checksum(group, fuzz::seed, 0);
    fuzz::Bytes index(20);
    tests::put(index, 0, tests::at::end + index.size(), 8);
    tests::put(index, 8, group.size(), 4);
    tests::put(index, 12, tests::checksum_of(std::span{index}.first(12), fuzz::seed - 1), 8);

    const auto reader = fuzz::open(fuzz::crafted_file(shape, index, group));
    const bool can_be = group.size() >= 9 && group.size() <= shape.most_group_bytes(0);
    fuzz::require((reader != nullptr) == can_be, "a file is opened exactly if its one block group can be as long");
    if (can_be) {
        fuzz::require(fuzz::locate(*reader, 0) ==
                          table::ByteRange{shape.groups_begin(), static_cast<std::uint32_t>(group.size())},
                      "the block group lies behind the index");
        fuzz::require(fuzz::read_blocks(*reader, 0) == tests::blocks_of_group(shape, 0, group),
                      "a block group is accepted exactly if it is sound, with the blocks that it has");
    }
    return 0;
}
