// Takes any bytes as the one page of a table whose header and index are sound; the page's checksum is right. The file
// must be refused, on opening or in the page, exactly if the page breaks a rule of docs/format.md. Otherwise its units
// must be those that are found bit by bit.
// Input: shape (7 bytes), the page without its checksum.
#include "crafted_file.hpp"

using namespace dameotb;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    fuzz::Shape shape = fuzz::take_shape(input, 64);
    shape.page_units = 64;
    fuzz::Bytes page{input.rest().begin(), input.rest().end()};
    tests::append_page_checksum(page, fuzz::seed, 0);
    fuzz::Bytes index(20);
    tests::put(index, 0, tests::at::end + index.size(), 8);
    tests::put(index, 8, page.size(), 4);
    tests::put(index, 12, tests::checksum_of(std::span{index}.first(12), fuzz::seed - 1), 8);

    const auto reader = fuzz::open(fuzz::crafted_file(shape, index, page));
    const bool can_be = page.size() >= 9 && page.size() <= shape.most_page_bytes(0);
    fuzz::require((reader != nullptr) == can_be, "a file is opened exactly if its one page can be as long");
    if (can_be) {
        fuzz::require(fuzz::locate(*reader, 0) ==
                          table::PageLocation{shape.pages_begin(), static_cast<std::uint32_t>(page.size())},
                      "the page lies behind the index");
        fuzz::require(fuzz::read_units(*reader, 0) == tests::units_of_page(shape, 0, page),
                      "a page is accepted exactly if it is sound, with the units that it has");
    }
    return 0;
}
