// The bytes of a data page (docs/format.md, "Pages"): the sizes of its units, the units, and a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

/// Returns the bytes of the page with that number. Deterministic: equal input gives equal bytes. Thread-safe. Requires:
/// number < header.pages(); as many units as the page has, none with more bytes than it has places.
[[nodiscard]] std::vector<std::byte> encode_page(const Header& header, std::uint64_t number,
                                                 std::span<const std::vector<std::byte>> units);

/// Returns whether bytes that encode_page is said to have made have the page's checksum. Thread-safe. Requires:
/// number < header.pages().
[[nodiscard]] bool is_sealed(const Header& header, std::uint64_t number, std::span<const std::byte> page);

/// A view of a page. Does not own the page's bytes, and does not allocate. All const members are thread-safe.
class Page {
public:
    /// Checks the sizes of the units, but not the page's checksum: TableReader::read_page does that. Throws
    /// TablebaseError that calls the file `name` unless the sizes are possible and fill the page exactly. Requires:
    /// number < header.pages(); `bytes` outlive the view.
    Page(const Header& header, std::uint64_t number, std::span<const std::byte> bytes, const std::string& name);

    /// Returns how many units the page has: 1 to 64.
    [[nodiscard]] std::uint32_t units() const { return units_; }
    /// Returns the bytes of a unit, which may be none. Adds up the sizes of the units before it. Requires: i < units().
    [[nodiscard]] std::span<const std::byte> unit(std::uint32_t i) const;

private:
    [[nodiscard]] std::uint32_t size_of(std::uint32_t i) const;

    std::span<const std::byte> bytes_;
    std::uint32_t units_;
    std::uint32_t size_bits_ = 0;  ///< Bits of a size.
};

class TableReader;

/// Reads a page into `buffer` and checks its checksum and its sizes. Returns a view of it. Throws TablebaseError.
/// Requires: number < reader.header().pages().
[[nodiscard]] Page read_page(const TableReader& reader, std::uint64_t number, std::vector<std::byte>& buffer);

}  // namespace dameotb::table
