#include <dameotb/table/directory/unit_reader.hpp>

#include <algorithm>

#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/codec/zstd_units.hpp>
#include <dameotb/table/format/page.hpp>

namespace dameotb::table {

namespace {

TablebaseError impossible_unit(const OpenTable& table, std::uint64_t ordinal, const char* what) {
    return {table.reader().name(), "unit " + std::to_string(ordinal) + " " + what};
}

/// Throws TablebaseError unless all codes are values of the table's metric. With models, they are.
void require_values(const OpenTable& table, std::uint64_t ordinal, std::span<const std::uint8_t> codes) {
    const unsigned most = table.header().metric == Metric::Wdl ? win_code : most_dtm_code;
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
    PageRead& page = table.header().metric == Metric::Wdl ? page_of_results_ : page_;
    decode(table, ordinal, unit_bytes(table, ordinal, page), results_, codes, last);
}

void UnitReader::read_all(const OpenTable& table, std::uint64_t first, std::uint64_t end,
                          std::span<std::uint8_t> codes) {
    if (!table.has_models()) {
        for (std::uint64_t ordinal = first; ordinal < end; ++ordinal) {
            const std::uint32_t count = table.header().places_in_unit(ordinal);
            read(table, ordinal, codes.first(count), count - 1);
            codes = codes.subspan(count);
        }
        return;
    }
    if (const OpenTable* wdl = table.results()) {
        results_.resize(codes.size());
        decode_all(*wdl, page_of_results_, table, first, end, {}, results_);
    }
    decode_all(table, table.header().metric == Metric::Wdl ? page_of_results_ : page_, table, first, end, results_,
               codes);
}

void UnitReader::decode_all(const OpenTable& table, PageRead& page, const OpenTable& places_of, std::uint64_t first,
                            std::uint64_t end, std::span<const std::uint8_t> results, std::span<std::uint8_t> codes) {
    std::vector<EncodedUnit> units;
    const auto decode_page = [&] {
        if (!space_.decode_all(units)) {
            throw TablebaseError{table.reader().name(), "a unit is damaged"};
        }
        units.clear();
    };
    for (std::uint64_t place_unit = first; place_unit < end; ++place_unit) {
        const std::uint64_t ordinal = &table == &places_of ? place_unit : places_of.unit_of_results(place_unit);
        if (!units.empty() && page.number != ordinal / table.header().page_units) {
            decode_page();  // before its bytes go
        }
        const std::size_t count = table.header().places_in_unit(ordinal);
        const bool has_results = table.results() != nullptr;
        units.push_back({&table.model(ordinal), table.header().first_of(ordinal), unit_bytes(table, ordinal, page),
                         results.first(has_results ? count : 0), codes.first(count)});
        results = results.subspan(has_results ? count : 0);
        codes = codes.subspan(count);
    }
    decode_page();
}

void UnitReader::decode(const OpenTable& table, std::uint64_t ordinal, std::span<const std::byte> bytes,
                        std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last) {
    if (!table.has_models()) {
        if (!decode_zstd(bytes, codes)) {
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
        (void)read_page(table.reader(), number, page.bytes);
        page.table = table.id();
        page.number = number;
    }
    const Page view{table.header(), number, page.bytes, table.reader().name()};
    return view.unit(static_cast<std::uint32_t>(ordinal % table.header().page_units));
}

}  // namespace dameotb::table
