// A table file in its parts, which can be changed and put together again. Written from docs/format.md.
#pragma once

#include "sample_files.hpp"

namespace dameotb::attack {

using tests::Bytes;

struct Parts {
    Bytes header;
    Bytes models;
    std::vector<Bytes> pages;  ///< With their checksums.
};

/// Requires: a good table file.
[[nodiscard]] Parts take_apart(const Bytes& file);
/// Returns the file of the parts, with an index that leads to the pages. Seals header, models and index; the checksums
/// of the pages stay as they are. Requires: as many pages as the header says.
[[nodiscard]] Bytes put_together(const Parts& parts);
/// Makes the checksum of a page right again.
void seal_page(Parts& parts, std::uint64_t number);

/// Returns the units of a page. Requires: a good page.
[[nodiscard]] std::vector<Bytes> units_of(const Parts& parts, std::uint64_t page);
/// Makes the page of such units, and seals it.
void set_units(Parts& parts, std::uint64_t page, const std::vector<Bytes>& units);

}  // namespace dameotb::attack
