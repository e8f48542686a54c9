// Small table files for the tests of format/. The writer makes them, or they are changed byte by byte and sealed again.
// What this file says about the bytes is written from docs/format.md, and not shared with the code under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dameotb/table/format/table_file.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

using Bytes = std::vector<std::byte>;

/// The offsets of the header's fields.
namespace at {
inline constexpr std::size_t format_version = 8;
inline constexpr std::size_t rules_version = 10;
inline constexpr std::size_t metric = 12;
inline constexpr std::size_t encoding = 13;
inline constexpr std::size_t sides = 14;
inline constexpr std::size_t stored = 15;
inline constexpr std::size_t material = 16;
inline constexpr std::size_t unit_places = 20;
inline constexpr std::size_t page_units = 24;
inline constexpr std::size_t models_bytes = 28;
inline constexpr std::size_t places_per_side = 32;
inline constexpr std::size_t file_bytes = 40;
inline constexpr std::size_t models_checksum = 48;
inline constexpr std::size_t seed = 56;
inline constexpr std::size_t values = 64;
inline constexpr std::size_t wdl = 80;
inline constexpr std::size_t reserved = 96;
inline constexpr std::size_t header_checksum = 120;
inline constexpr std::size_t end = 128;
}  // namespace at

[[nodiscard]] Bytes bytes_of(std::initializer_list<int> values);
[[nodiscard]] Bytes from_hex(const std::string& digits);
[[nodiscard]] std::string to_hex(std::span<const std::byte> bytes);
[[nodiscard]] std::uint64_t get(std::span<const std::byte> bytes, std::size_t offset, int width);
void put(Bytes& bytes, std::size_t offset, std::uint64_t value, int width);
[[nodiscard]] Bytes random_bytes(std::size_t count, std::uint64_t seed);

/// Where the parts of a file lie that begins with some header, be it sound or not.
struct Shape {
    std::uint64_t stored_sides = 1;
    std::uint64_t unit_places = 1;
    std::uint64_t page_units = 1;
    std::uint64_t models_bytes = 0;
    std::uint64_t places_per_side = 1;

    [[nodiscard]] std::uint64_t units_per_side() const;
    [[nodiscard]] std::uint64_t units() const { return stored_sides * units_per_side(); }
    [[nodiscard]] std::uint64_t pages() const;
    /// Returns how many places a unit has. Requires: ordinal < units().
    [[nodiscard]] std::uint64_t places_in_unit(std::uint64_t ordinal) const;
    [[nodiscard]] std::uint64_t units_in_page(std::uint64_t page) const;
    [[nodiscard]] std::uint64_t most_page_bytes(std::uint64_t page) const;
    [[nodiscard]] std::uint64_t index_pages() const;
    [[nodiscard]] std::uint64_t entries_in(std::uint64_t index_page) const;
    [[nodiscard]] std::uint64_t index_page_begin(std::uint64_t index_page) const;
    [[nodiscard]] std::uint64_t index_page_end(std::uint64_t index_page) const;
    /// Returns where in the file the entry of a page is.
    [[nodiscard]] std::uint64_t entry(std::uint64_t page) const;
    [[nodiscard]] std::uint64_t pages_begin() const { return index_page_end(index_pages() - 1); }
};
/// Reads the shape. Zeros that cannot be are taken for ones. Requires: file.size() >= at::end.
[[nodiscard]] Shape shape_of(const Bytes& file);

/// Returns where a page lies, as the index says. Requires: its index page lies in the file.
struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool operator==(const Range&) const = default;
};
[[nodiscard]] Range page_range(const Bytes& file, std::uint64_t page);

/// Returns a page without its checksum: sizes of `bits` bits each, then `units`. Sizes are cut to so many bits.
[[nodiscard]] Bytes page_without_seal(int bits, const std::vector<std::uint64_t>& sizes, const Bytes& units);
/// Returns the units of a sealed page, found bit by bit. Returns nothing if the page breaks a rule of docs/format.md,
/// its checksum apart.
[[nodiscard]] std::optional<std::vector<Bytes>> units_of_page(const Shape& shape, std::uint64_t page,
                                                              std::span<const std::byte> bytes);

/// Returns the checksum of the format.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t seed = 0);
/// Appends the checksum that the page with that number has in a table with that seed.
void append_page_checksum(Bytes& page, std::uint64_t seed, std::uint64_t number);
// Make checksums right again. The first one leaves the parts alone that do not lie in the file.
void seal(Bytes& file);
void seal_header(Bytes& file);
void seal_index_page(Bytes& file, std::uint64_t index_page);
void seal_page(Bytes& file, std::uint64_t page);

/// What the reader gives of a whole file.
struct Contents {
    Bytes models;
    std::vector<Bytes> units;
    bool operator==(const Contents&) const = default;
};

/// Returns contents for a header: empty units, full ones, and all between. Made from `seed`.
[[nodiscard]] Contents sample_contents(const table::Header& header, std::uint32_t seed);
void write_table(const std::filesystem::path& path, const table::Header& header, const Contents& contents);
/// Returns the bytes of the file. It is written under a temporary name and removed.
[[nodiscard]] Bytes make_table(const table::Header& header, const Contents& contents);
/// Returns the pages that the units make.
[[nodiscard]] std::vector<Bytes> encode_pages(const table::Header& header, const std::vector<Bytes>& units);
[[nodiscard]] Bytes file_bytes(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Reads the units of a page. Throws what the reader throws, as do the functions below.
[[nodiscard]] std::vector<Bytes> read_units(const table::TableReader& reader, std::uint64_t page);
[[nodiscard]] Contents read_all(const table::TableReader& reader);
[[nodiscard]] Contents read_all(Bytes file);
/// Returns the reason why the file is refused: on opening, in the models, in the index or in a page. Empty if it is not
/// refused.
[[nodiscard]] std::string refusal(const Bytes& file);

}  // namespace dameotb::tests
