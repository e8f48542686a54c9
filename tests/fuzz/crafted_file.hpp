// Table files that fuzz targets make of their input. They are sealed, so that checksums do not hide the code behind
// them. The bytes are those of docs/format.md.
#pragma once

#include <memory>

#include "fuzz_target.hpp"
#include "sample_files.hpp"

namespace dameotb::fuzz {

using tests::Bytes;
using tests::Shape;

/// The seed in the header of all crafted files.
inline constexpr std::uint64_t seed = 0x0123456789ABCDEF;

/// Takes a shape from the input: of two sides or one, and of few units.
inline Shape take_shape(Input& input, std::uint64_t most_units) {
    Shape shape;
    shape.stored_sides = 1 + input.take(1) % 2;
    shape.unit_places = 1 + input.take(2);
    shape.page_units = 1 + input.take(1) % 64;
    shape.places_per_side = 1 + input.take(3) % (most_units / shape.stored_sides * shape.unit_places);
    return shape;
}

/// Returns the file of a .wdl: header, index and pages. The checksums of the header and the models, which are none, are
/// right.
inline Bytes crafted_file(const Shape& shape, std::span<const std::byte> index, std::span<const std::byte> pages) {
    Bytes file = tests::from_hex("44414D454F54421A");
    file.resize(tests::at::end);
    tests::put(file, tests::at::format_version, 2, 2);
    tests::put(file, tests::at::rules_version, 1, 2);
    tests::put(file, tests::at::encoding, 1, 1);
    tests::put(file, tests::at::sides, shape.stored_sides, 1);
    tests::put(file, tests::at::stored, shape.stored_sides == 2 ? 3 : 1, 1);
    tests::put(file, tests::at::unit_places, shape.unit_places, 4);
    tests::put(file, tests::at::page_units, shape.page_units, 4);
    tests::put(file, tests::at::places_per_side, shape.places_per_side, 8);
    tests::put(file, tests::at::file_bytes, tests::at::end + index.size() + pages.size(), 8);
    tests::put(file, tests::at::models_checksum, tests::checksum_of({}, seed), 8);
    tests::put(file, tests::at::seed, seed, 8);
    tests::seal_header(file);
    file.insert(file.end(), index.begin(), index.end());
    file.insert(file.end(), pages.begin(), pages.end());
    return file;
}

/// Opens the file. Returns null if it is refused with TablebaseError.
inline std::unique_ptr<table::TableReader> open(Bytes file) {
    try {
        return std::make_unique<table::TableReader>(table::from_memory(std::move(file), "fuzz"));
    } catch (const table::TablebaseError&) {
        return nullptr;
    }
}

/// Returns where a page lies. Returns nothing if it is refused with TablebaseError.
inline std::optional<table::PageLocation> locate(const table::TableReader& reader, std::uint64_t page) {
    try {
        return reader.locate(page);
    } catch (const table::TablebaseError&) {
        return std::nullopt;
    }
}

/// Returns the units of a page. Returns nothing if it is refused with TablebaseError. Units that are accepted must have
/// no more bytes than places, and fill the page.
inline std::optional<std::vector<Bytes>> read_units(const table::TableReader& reader, std::uint64_t page) {
    std::vector<Bytes> units;
    try {
        units = tests::read_units(reader, page);
    } catch (const table::TablebaseError&) {
        return std::nullopt;
    }
    const table::Header& header = reader.header();
    require(units.size() == header.units_in_page(page), "a page has the units that the header says");
    std::uint64_t bytes = 9;
    for (std::size_t i = 0; i < units.size(); ++i) {
        require(units[i].size() <= header.places_in_unit(page * header.page_units + i),
                "a unit has no more bytes than places");
        bytes += units[i].size();
    }
    const std::uint64_t size = reader.locate(page).size_bytes;
    require(size >= bytes && size <= bytes + (17 * units.size() + 7) / 8, "a page has its units, and their sizes");
    return units;
}

}  // namespace dameotb::fuzz
