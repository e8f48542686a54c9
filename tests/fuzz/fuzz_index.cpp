// Takes any bytes as the offset and the entries of an index page of a table whose header is sound; the checksum of the
// index page is right. The page is the first, the second or the last one of the index; the others lead to no page. Each
// page must be found, exactly if docs/format.md says that it can lie there, where the entry says.
// Input: shape (7 bytes), which index page (1), bytes of the pages beyond the least (3), offset and entries.
#include <algorithm>

#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    fuzz::Shape shape = fuzz::take_shape(input, 3000);
    shape.page_units = 1 + shape.page_units % 4;
    const std::uint64_t index_page = std::min<std::uint64_t>(input.take(1) % 3, shape.index_pages() - 1);
    const std::uint64_t pages_bytes = 9 * shape.pages() + input.take(3) % (std::uint64_t{1} << 14);
    const std::span rest = input.rest();

    fuzz::Bytes index(shape.pages_begin() - tests::at::end);
    const std::uint64_t begin = shape.index_page_begin(index_page) - tests::at::end;
    const std::uint64_t size_of_entries = 8 + 4 * shape.entries_in(index_page);
    std::copy_n(rest.begin(), std::min<std::size_t>(rest.size(), size_of_entries),
                index.begin() + static_cast<std::ptrdiff_t>(begin));
    fuzz::Bytes file = fuzz::crafted_file(shape, index, fuzz::Bytes(pages_bytes));
    tests::seal_index_page(file, index_page);
    const auto reader = fuzz::open(file);
    std::uint64_t most = 0;
    for (std::uint64_t page = 0; page < shape.pages(); ++page) {
        most += shape.most_page_bytes(page);
    }
    fuzz::require((reader != nullptr) == (pages_bytes <= most), "a file is opened exactly if it can be as long");
    if (!reader) {
        return 0;
    }

    const std::uint64_t first_page = index_page * 1020;
    const std::uint64_t last_page = first_page + shape.entries_in(index_page) - 1;
    // Offsets near 2^64 must not become small when entries are added to them.
    const std::uint64_t offset = tests::get(file, shape.index_page_begin(index_page), 8);
    const bool begins_well =
        index_page == 0 ? offset == shape.pages_begin() : offset >= shape.pages_begin() && offset <= file.size();
    const bool ends_well =
        last_page + 1 < shape.pages() || offset + tests::get(file, shape.entry(last_page), 4) == file.size();
    for (std::uint64_t page = first_page; page <= last_page; ++page) {
        const tests::Range range = tests::page_range(file, page);
        const bool fits = range.end <= file.size() && range.end >= range.begin + 9 &&
                          range.end <= range.begin + shape.most_page_bytes(page);
        const auto location = fuzz::locate(*reader, page);
        fuzz::require(location.has_value() == (begins_well && ends_well && fits),
                      "a page is found exactly if it can lie where the index says");
        if (location) {
            fuzz::require(tests::Range{location->offset_bytes, location->offset_bytes + location->size_bytes} == range,
                          "a page is found where the index says");
            // All bytes of the pages are 0, so no checksum is right.
            fuzz::require(!fuzz::read_units(*reader, page), "a page without a checksum is refused");
        }
    }
    if (shape.index_pages() > 1) {
        const std::uint64_t other = (index_page + 1) % shape.index_pages() * 1020;
        fuzz::require(!fuzz::locate(*reader, other), "an index page without a checksum is refused");
    }
    return 0;
}
