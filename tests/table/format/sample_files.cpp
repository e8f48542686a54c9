// Takes the checksum from the xxhash library too: that library defines it for the format.
#include "sample_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dameotb/table/format/page.hpp>

namespace dameotb::tests {

namespace {

constexpr std::uint64_t entries_of_index_page = 1020;
constexpr std::uint64_t bytes_of_index_page = 4096;

std::uint64_t divide_up(std::uint64_t count, std::uint64_t by) {
    return count / by + (count % by != 0 ? 1 : 0);
}

std::span<const std::byte> part(const Bytes& file, std::uint64_t begin, std::uint64_t end) {
    return std::span{file}.subspan(begin, end - begin);
}

/// Puts the checksum of the bytes from `begin` on right before `end`.
void seal_range(Bytes& file, std::uint64_t begin, std::uint64_t end, std::uint64_t seed) {
    put(file, end - 8, checksum_of(part(file, begin, end - 8), seed), 8);
}

}  // namespace

Bytes bytes_of(std::initializer_list<int> values) {
    Bytes bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

Bytes from_hex(const std::string& digits) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

std::string to_hex(std::span<const std::byte> bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += digits[std::to_integer<unsigned>(byte) >> 4];
        text += digits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width) {
    std::uint64_t value = 0;
    for (int i = width; i-- > 0;) {
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[offset + static_cast<std::size_t>(i)]);
    }
    return value;
}

void put(Bytes& bytes, std::size_t offset, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) {
        bytes[offset + static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> (8 * i));
    }
}

Bytes random_bytes(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random{seed};
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random()); });
    return bytes;
}

std::uint64_t Shape::units_per_side() const {
    return divide_up(places_per_side, unit_places);
}

std::uint64_t Shape::pages() const {
    return divide_up(units(), page_units);
}

std::uint64_t Shape::places_in_unit(std::uint64_t ordinal) const {
    const bool is_last = ordinal % units_per_side() + 1 == units_per_side();
    return is_last ? places_per_side - (units_per_side() - 1) * unit_places : unit_places;
}

std::uint64_t Shape::units_in_page(std::uint64_t page) const {
    return page + 1 == pages() ? units() - page * page_units : page_units;
}

std::uint64_t Shape::most_page_bytes(std::uint64_t page) const {
    const std::uint64_t units = units_in_page(page);
    return 9 + divide_up(17 * units, 8) + units * unit_places;
}

std::uint64_t Shape::index_pages() const {
    return divide_up(pages(), entries_of_index_page);
}

std::uint64_t Shape::entries_in(std::uint64_t index_page) const {
    return index_page + 1 == index_pages() ? pages() - index_page * entries_of_index_page : entries_of_index_page;
}

std::uint64_t Shape::index_page_begin(std::uint64_t index_page) const {
    return at::end + models_bytes + index_page * bytes_of_index_page;
}

std::uint64_t Shape::index_page_end(std::uint64_t index_page) const {
    return index_page_begin(index_page) + 8 + 4 * entries_in(index_page) + 8;
}

std::uint64_t Shape::entry(std::uint64_t page) const {
    return index_page_begin(page / entries_of_index_page) + 8 + 4 * (page % entries_of_index_page);
}

Shape shape_of(const Bytes& file) {
    const auto at_least_1 = [&file](std::size_t offset, int width) {
        return std::max<std::uint64_t>(get(file, offset, width), 1);
    };
    return {.stored_sides = get(file, at::stored, 1) == 3 ? 2U : 1U,
            .unit_places = at_least_1(at::unit_places, 4),
            .page_units = at_least_1(at::page_units, 4),
            .models_bytes = get(file, at::models_bytes, 4),
            .places_per_side = at_least_1(at::places_per_side, 8)};
}

Range page_range(const Bytes& file, std::uint64_t page) {
    const Shape shape = shape_of(file);
    const std::uint64_t first = get(file, shape.index_page_begin(page / entries_of_index_page), 8);
    const std::uint64_t entry = shape.entry(page);
    return {first + (page % entries_of_index_page == 0 ? 0 : get(file, entry - 4, 4)), first + get(file, entry, 4)};
}

Bytes page_without_seal(int bits, const std::vector<std::uint64_t>& sizes, const Bytes& units) {
    Bytes page(1 + divide_up(sizes.size() * static_cast<std::size_t>(bits), 8));
    page[0] = static_cast<std::byte>(bits);
    std::size_t next = 8;
    for (const std::uint64_t size : sizes) {
        for (int bit = 0; bit < bits; ++bit, ++next) {
            page[next / 8] |= static_cast<std::byte>((bit < 64 ? size >> bit & 1U : 0U) << next % 8);
        }
    }
    page.insert(page.end(), units.begin(), units.end());
    return page;
}

std::optional<std::vector<Bytes>> units_of_page(const Shape& shape, std::uint64_t page,
                                                std::span<const std::byte> bytes) {
    const std::uint64_t count = shape.units_in_page(page);
    if (bytes.size() < 9 || get(bytes, 0, 1) > 17) {
        return std::nullopt;
    }
    const std::uint64_t bits = get(bytes, 0, 1);
    std::uint64_t begin = 1 + divide_up(count * bits, 8);
    const std::uint64_t end = bytes.size() - 8;
    if (begin > end) {
        return std::nullopt;
    }
    const auto bit_at = [&bytes](std::uint64_t bit) { return get(bytes, 1 + bit / 8, 1) >> bit % 8 & 1U; };
    for (std::uint64_t bit = count * bits; bit < 8 * (begin - 1); ++bit) {
        if (bit_at(bit) != 0) {
            return std::nullopt;
        }
    }
    std::vector<Bytes> units;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t size = 0;
        for (std::uint64_t bit = 0; bit < bits; ++bit) {
            size |= bit_at(i * bits + bit) << bit;
        }
        if (size > shape.places_in_unit(page * shape.page_units + i) || size > end - begin) {
            return std::nullopt;
        }
        const auto unit = bytes.subspan(begin, size);
        units.emplace_back(unit.begin(), unit.end());
        begin += size;
    }
    return begin == end ? std::optional{units} : std::nullopt;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void append_page_checksum(Bytes& page, std::uint64_t seed, std::uint64_t number) {
    const std::uint64_t sum = checksum_of(page, seed + number);
    page.resize(page.size() + 8);
    put(page, page.size() - 8, sum, 8);
}

void seal_header(Bytes& file) {
    put(file, at::header_checksum, checksum_of(std::span{file}.first(at::header_checksum)), 8);
}

void seal_index_page(Bytes& file, std::uint64_t index_page) {
    const Shape shape = shape_of(file);
    seal_range(file, shape.index_page_begin(index_page), shape.index_page_end(index_page),
               get(file, at::seed, 8) - 1 - index_page);
}

void seal_page(Bytes& file, std::uint64_t page) {
    const Range range = page_range(file, page);
    seal_range(file, range.begin, range.end, get(file, at::seed, 8) + page);
}

void seal(Bytes& file) {
    const Shape shape = shape_of(file);
    const std::uint64_t models_end = at::end + shape.models_bytes;
    if (models_end <= file.size()) {
        put(file, at::models_checksum, checksum_of(part(file, at::end, models_end), get(file, at::seed, 8)), 8);
    }
    seal_header(file);
    for (std::uint64_t page = 0; page < shape.pages(); ++page) {
        const std::uint64_t index_page = page / entries_of_index_page;
        if (shape.index_page_end(index_page) > file.size()) {
            return;
        }
        const Range range = page_range(file, page);
        const bool is_in_file = range.begin <= range.end && range.end <= file.size();
        if (is_in_file && range.begin >= shape.pages_begin() && range.end - range.begin >= 9) {
            seal_page(file, page);
        }
        if (page % entries_of_index_page == 0) {
            seal_index_page(file, index_page);
        }
    }
}

Contents sample_contents(const table::Header& header, std::uint32_t seed) {
    std::mt19937 random{seed};
    Contents contents{random_bytes(header.models_bytes, seed), {}};
    for (std::uint64_t ordinal = 0; ordinal < header.units(); ++ordinal) {
        const std::uint32_t places = header.places_in_unit(ordinal);
        const std::uint32_t kind = random() % 4;
        contents.units.push_back(random_bytes(kind == 0 ? 0 : kind == 1 ? places : random() % (places + 1), random()));
    }
    return contents;
}

std::vector<Bytes> encode_pages(const table::Header& header, const std::vector<Bytes>& units) {
    std::vector<Bytes> pages;
    for (std::size_t first = 0; first < units.size(); first += header.page_units) {
        const std::size_t count = std::min<std::size_t>(units.size() - first, header.page_units);
        pages.push_back(table::encode_page(header, pages.size(), std::span{units}.subspan(first, count)));
    }
    return pages;
}

void write_table(const std::filesystem::path& path, const table::Header& header, const Contents& contents) {
    table::TableWriter writer{path, header, contents.models};
    for (const Bytes& page : encode_pages(header, contents.units)) {
        writer.append(page);
    }
    writer.finish();
}

Bytes make_table(const table::Header& header, const Contents& contents) {
    const TemporaryDirectory directory;
    write_table(directory / "table", header, contents);
    return file_bytes(directory / "table");
}

Bytes file_bytes(const std::filesystem::path& path) {
    std::ifstream in{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                static_cast<std::streamsize>(bytes.size()));
}

std::vector<Bytes> read_units(const table::TableReader& reader, std::uint64_t page) {
    const table::PageLocation location = reader.locate(page);
    Bytes bytes(location.size_bytes);
    reader.read_page(page, location, bytes);
    const table::Page view{reader.header(), page, bytes, reader.name()};
    std::vector<Bytes> units;
    for (std::uint32_t i = 0; i < view.units(); ++i) {
        units.emplace_back(view.unit(i).begin(), view.unit(i).end());
    }
    return units;
}

Contents read_all(const table::TableReader& reader) {
    Contents contents{reader.read_models(), {}};
    for (std::uint64_t page = 0; page < reader.header().pages(); ++page) {
        std::ranges::move(read_units(reader, page), std::back_inserter(contents.units));
    }
    return contents;
}

Contents read_all(Bytes file) {
    return read_all(table::TableReader{table::from_memory(std::move(file), "memory")});
}

std::string refusal(const Bytes& file) {
    try {
        (void)read_all(file);
    } catch (const table::TablebaseError& error) {
        return error.reason();
    }
    return "";
}

}  // namespace dameotb::tests
