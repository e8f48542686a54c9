// Reads units of open tables, and decodes them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/table/codec/unit_codec.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::table {

/// Keeps the last page of a .wdl and of a .dtm, so that it is quick to read units one after the other. Each thread
/// needs its own object, which takes up to some 500 KB.
class UnitReader {
public:
    /// Writes the codes of a unit (codec/value_codes.hpp) as far as its place `last`; what it writes behind that means
    /// nothing. Where a capture is forced it writes dont_care_code, or any value if the table has no models.
    /// Throws TablebaseError if the file is damaged. Requires: ordinal < table.header().units(), codes.size()
    /// is the unit's number of places, last < codes.size().
    void read(const OpenTable& table, std::uint64_t ordinal, std::span<std::uint8_t> codes, std::uint32_t last);

    /// Does the same with the whole units `first` to `end` - 1, whose codes lie one after the other, in less time than
    /// one by one. Throws, too, if some unit is damaged; it need not be the first one that the error names.
    void read_all(const OpenTable& table, std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes);

    /// Does what read does with bytes that are in memory. `results`: what was decoded of the same unit of
    /// table.results().
    void decode(const OpenTable& table, std::uint64_t ordinal, std::span<const std::byte> bytes,
                std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last);

private:
    struct PageRead {
        std::uint64_t table = 0;  ///< Its id.
        std::uint64_t number = 0;
        std::vector<std::byte> bytes;
    };

    /// Decodes the units of that table which have the same places as the units `first` to `end` - 1 of `places_of`.
    void decode_all(const OpenTable& table, PageRead& page, const OpenTable& places_of, std::uint64_t first,
                    std::uint64_t end, std::span<const std::uint8_t> results, std::span<std::uint8_t> codes);
    [[nodiscard]] std::span<const std::byte> unit_bytes(const OpenTable& table, std::uint64_t ordinal, PageRead& page);

    UnitSpace space_;
    PageRead page_;
    PageRead page_of_results_;
    std::vector<std::uint8_t> results_;
};

}  // namespace dameotb::table
