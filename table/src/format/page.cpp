// Packs sizes from the lowest bit of the first byte on, and finds them again.
#include <dameotb/table/format/page.hpp>

#include <algorithm>
#include <bit>

#include <dameotb/table/format/table_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::table {

std::vector<std::byte> encode_page(const Header& header, std::uint64_t number,
                                   std::span<const std::vector<std::byte>> units) {
    std::size_t largest = 0;
    std::size_t sum = 0;
    for (const std::vector<std::byte>& unit : units) {
        largest = std::max(largest, unit.size());
        sum += unit.size();
    }
    const auto size_bits = static_cast<std::uint32_t>(std::bit_width(largest));
    const std::uint32_t sizes_bytes = layout::sizes_bytes(static_cast<std::uint32_t>(units.size()), size_bits);
    std::vector<std::byte> page;
    page.reserve(layout::least_page_bytes + sizes_bytes + sum);
    page.push_back(static_cast<std::byte>(size_bits));
    std::uint64_t packed = 0;
    std::uint32_t packed_bits = 0;
    for (const std::vector<std::byte>& unit : units) {
        packed |= std::uint64_t{unit.size()} << packed_bits;
        packed_bits += size_bits;
        for (; packed_bits >= 8; packed_bits -= 8) {
            page.push_back(static_cast<std::byte>(packed));
            packed >>= 8;
        }
    }
    if (packed_bits > 0) {
        page.push_back(static_cast<std::byte>(packed));
    }
    for (const std::vector<std::byte>& unit : units) {
        page.insert(page.end(), unit.begin(), unit.end());
    }
    const std::uint64_t sum_of_bytes = checksum(page, layout::page_seed(header, number));
    page.resize(page.size() + layout::checksum_bytes);
    layout::put(std::span{page}.last(layout::checksum_bytes), sum_of_bytes);
    return page;
}

bool is_sealed(const Header& header, std::uint64_t number, std::span<const std::byte> page) {
    return page.size() >= layout::least_page_bytes && ends_with_checksum(page, layout::page_seed(header, number));
}

Page::Page(const Header& header, std::uint64_t number, std::span<const std::byte> bytes, const std::string& name)
    : bytes_{bytes}, units_{header.units_in_page(number)} {
    const auto require = [&](bool holds) {
        if (!holds) {
            throw TablebaseError{name, "impossible sizes of units in page " + std::to_string(number)};
        }
    };
    require(bytes_.size() >= layout::least_page_bytes);
    size_bits_ = std::to_integer<std::uint32_t>(bytes_[0]);
    require(size_bits_ <= layout::most_size_bits);
    std::size_t sum = layout::least_page_bytes + layout::sizes_bytes(units_, size_bits_);
    require(bytes_.size() >= sum);
    for (std::uint32_t i = 0; i < units_; ++i) {
        require(size_of(i) <= header.places_in_unit(number * header.page_units + i));
        sum += size_of(i);
    }
    require(bytes_.size() == sum);
    const std::uint32_t last_bits = units_ * size_bits_ % 8;
    require(last_bits == 0 ||
            std::to_integer<unsigned>(bytes_[layout::sizes_bytes(units_, size_bits_)]) >> last_bits == 0);
}

std::span<const std::byte> Page::unit(std::uint32_t i) const {
    std::size_t begin = 1 + layout::sizes_bytes(units_, size_bits_);
    for (std::uint32_t before = 0; before < i; ++before) {
        begin += size_of(before);
    }
    return bytes_.subspan(begin, size_of(i));
}

/// Returns the size of a unit. Takes three bytes, in which the size lies whole; the page's checksum is behind them.
std::uint32_t Page::size_of(std::uint32_t i) const {
    const std::uint32_t bit = i * size_bits_;
    const auto three = static_cast<std::uint32_t>(layout::get(bytes_.subspan(1 + bit / 8, 3)));
    return three >> bit % 8 & ((1U << size_bits_) - 1);
}

Page read_page(const TableReader& reader, std::uint64_t number, std::vector<std::byte>& buffer) {
    const PageLocation location = reader.locate(number);
    buffer.resize(location.size_bytes);
    reader.read_page(number, location, buffer);
    return Page{reader.header(), number, buffer, reader.name()};
}

}  // namespace dameotb::table
