// Takes any bytes as the offset and the entries of an index block of a table whose header is sound; the checksum of the
// index block is right. The block group is the first, the second or the last one of the index; the others lead to no
// block group. Each block group must be found, exactly if docs/format.md says that it can lie there, where the entry
// says. Input: shape (7 bytes), which index block (1), bytes of the block groups beyond the least (3), offset and
// entries.
#include <algorithm>

#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    fuzz::Shape shape = fuzz::take_shape(input, 3000);
    shape.group_blocks = 1 + shape.group_blocks % 4;
    const std::uint64_t index_block = std::min<std::uint64_t>(input.take(1) % 3, shape.index_blocks() - 1);
    const std::uint64_t groups_bytes = 9 * shape.groups() + input.take(3) % (std::uint64_t{1} << 14);
    const std::span rest = input.rest();

    fuzz::Bytes index(shape.groups_begin() - tests::at::end);
    const std::uint64_t begin = shape.index_block_begin(index_block) - tests::at::end;
    const std::uint64_t size_of_entries = 8 + 4 * shape.entries_in(index_block);
    std::copy_n(rest.begin(), std::min<std::size_t>(rest.size(), size_of_entries),
                index.begin() + static_cast<std::ptrdiff_t>(begin));
    fuzz::Bytes file = fuzz::crafted_file(shape, index, fuzz::Bytes(groups_bytes));
    tests::seal_index_block(file, index_block);
    const auto reader = fuzz::open(file);
    std::uint64_t most = 0;
    for (std::uint64_t group = 0; group < shape.groups(); ++group) {
        most += shape.most_group_bytes(group);
    }
    fuzz::require((reader != nullptr) == (groups_bytes <= most), "a file is opened exactly if it can be as long");
    if (!reader) {
        return 0;
    }

    const std::uint64_t first_group = index_block * 1020;
    const std::uint64_t last_group = first_group + shape.entries_in(index_block) - 1;
    // Offsets near 2^64 must not become small when entries are added to them.
    const std::uint64_t offset = tests::get(file, shape.index_block_begin(index_block), 8);
    const bool begins_well =
        index_block == 0 ? offset == shape.groups_begin() : offset >= shape.groups_begin() && offset <= file.size();
    const bool ends_well =
        last_group + 1 < shape.groups() || offset + tests::get(file, shape.entry(last_group), 4) == file.size();
    for (std::uint64_t group = first_group; group <= last_group; ++group) {
        const tests::Range range = tests::group_range(file, group);
        const bool fits = range.end <= file.size() && range.end >= range.begin + 9 &&
                          range.end <= range.begin + shape.most_group_bytes(group);
        const auto location = fuzz::locate(*reader, group);
        fuzz::require(location.has_value() == (begins_well && ends_well && fits),
                      "a block group is found exactly if it can lie where the index says");
        if (location) {
            fuzz::require(tests::Range{location->offset_bytes, location->offset_bytes + location->size_bytes} == range,
                          "a block group is found where the index says");
            // All bytes of the block groups are 0, so no checksum is right.
            fuzz::require(!fuzz::read_blocks(*reader, group), "a block group without a checksum is refused");
        }
    }
    if (shape.index_blocks() > 1) {
        const std::uint64_t other = (index_block + 1) % shape.index_blocks() * 1020;
        fuzz::require(!fuzz::locate(*reader, other), "an index block without a checksum is refused");
    }
    return 0;
}
