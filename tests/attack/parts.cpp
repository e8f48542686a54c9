#include "parts.hpp"

#include <algorithm>
#include <bit>

namespace dameotb::attack {

namespace at = tests::at;

Parts take_apart(const Bytes& file) {
    const tests::Shape shape = tests::shape_of(file);
    const auto slice = [&file](std::uint64_t begin, std::uint64_t end) {
        return Bytes{file.begin() + static_cast<std::ptrdiff_t>(begin),
                     file.begin() + static_cast<std::ptrdiff_t>(end)};
    };
    Parts parts{slice(0, at::end), slice(at::end, at::end + shape.models_bytes), {}};
    for (std::uint64_t page = 0; page < shape.pages(); ++page) {
        const tests::Range range = tests::page_range(file, page);
        parts.pages.push_back(slice(range.begin, range.end));
    }
    return parts;
}

Bytes put_together(const Parts& parts) {
    Bytes file = parts.header;
    tests::put(file, at::models_bytes, parts.models.size(), 4);
    file.insert(file.end(), parts.models.begin(), parts.models.end());
    const tests::Shape shape = tests::shape_of(file);
    file.resize(shape.pages_begin());
    std::uint64_t end = file.size();
    std::uint64_t first = end;
    for (std::uint64_t page = 0; page < parts.pages.size(); ++page) {
        if (page % 1020 == 0) {
            first = end;
            tests::put(file, shape.entry(page) - 8, first, 8);
        }
        end += parts.pages[page].size();
        tests::put(file, shape.entry(page), end - first, 4);
    }
    for (const Bytes& page : parts.pages) {
        file.insert(file.end(), page.begin(), page.end());
    }
    tests::put(file, at::file_bytes, file.size(), 8);
    const std::span models{parts.models};
    tests::put(file, at::models_checksum, tests::checksum_of(models, tests::get(file, at::seed, 8)), 8);
    tests::seal_header(file);
    for (std::uint64_t index_page = 0; index_page < shape.index_pages(); ++index_page) {
        tests::seal_index_page(file, index_page);
    }
    return file;
}

void seal_page(Parts& parts, std::uint64_t number) {
    Bytes& page = parts.pages[number];
    page.resize(page.size() - 8);
    tests::append_page_checksum(page, tests::get(parts.header, at::seed, 8), number);
}

std::vector<Bytes> units_of(const Parts& parts, std::uint64_t page) {
    return tests::units_of_page(tests::shape_of(parts.header), page, parts.pages[page]).value();
}

void set_units(Parts& parts, std::uint64_t page, const std::vector<Bytes>& units) {
    std::vector<std::uint64_t> sizes;
    Bytes all;
    for (const Bytes& unit : units) {
        sizes.push_back(unit.size());
        all.insert(all.end(), unit.begin(), unit.end());
    }
    Bytes made =
        tests::page_without_seal(static_cast<int>(std::bit_width(*std::ranges::max_element(sizes))), sizes, all);
    tests::append_page_checksum(made, tests::get(parts.header, at::seed, 8), page);
    parts.pages[page] = std::move(made);
}

}  // namespace dameotb::attack
