#include <dameotb/files/unit_reader.hpp>

#include <algorithm>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/codec/zstd_units.hpp>
#include <dameotb/format/page.hpp>

namespace dameotb::files {

namespace {

format::TablebaseError impossible_unit(const OpenTable& table, std::uint64_t ordinal, const char* what) {
    return {table.reader().name(), "unit " + std::to_string(ordinal) + " " + what};
}

/// Throws format::TablebaseError unless all codes are values of the table's metric. With models, they are.
void require_values(const OpenTable& table, std::uint64_t ordinal, std::span<const std::uint8_t> codes) {
    const unsigned most = table.header().metric == format::Metric::Wdl ? codec::win_code : codec::most_dtm_code;
    if (std::ranges::any_of(codes, [most](std::uint8_t code) { return code > most; })) {
        throw impossible_unit(table, ordinal, "has an impossible value");
    }
}

}  // namespace

void UnitReader::read(const OpenTable& table, std::uint64_t ordinal, std::span<std::uint8_t> codes,
                      std::uint32_t last) {
    if (const OpenTable* wdl = table.results()) {
        const std::uint64_t unit = table.unit_of_results(ordinal);
        results_.resize(codes.size());
        decode(*wdl, unit, unit_bytes(*wdl, unit, page_of_results_), {}, results_, last);
    }
    PageRead& page = table.header().metric == format::Metric::Wdl ? page_of_results_ : page_;
    decode(table, ordinal, unit_bytes(table, ordinal, page), results_, codes, last);
}

void UnitReader::decode(const OpenTable& table, std::uint64_t ordinal, std::span<const std::byte> bytes,
                        std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last) {
    if (!table.has_models()) {
        if (!codec::decode_zstd(bytes, codes)) {
            throw impossible_unit(table, ordinal, "is damaged");
        }
        require_values(table, ordinal, codes);
        return;
    }
    if (!space_.decode(table.model(ordinal), table.header().first_of(ordinal), bytes, results, codes, last)) {
        throw impossible_unit(table, ordinal, "is damaged");
    }
}

std::span<const std::byte> UnitReader::unit_bytes(const OpenTable& table, std::uint64_t ordinal, PageRead& page) {
    const std::uint64_t number = ordinal / table.header().page_units;
    if (page.table != table.id() || page.number != number) {
        page.table = 0;
        (void)format::read_page(table.reader(), number, page.bytes);
        page.table = table.id();
        page.number = number;
    }
    const format::Page view{table.header(), number, page.bytes, table.reader().name()};
    return view.unit(static_cast<std::uint32_t>(ordinal % table.header().page_units));
}

}  // namespace dameotb::files
