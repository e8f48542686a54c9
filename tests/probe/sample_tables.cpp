// Puts values into the array one at a time, by ClassIndex::unrank.
#include "sample_tables.hpp"

#include <algorithm>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/quiet_block.hpp>

namespace dameotb::tests {

using rules::Colour;
using rules::Position;
using rules::Value;
using rules::Wdl;

index::Material material(std::string_view name) {
    return index::Material::parse(name).value();
}

format::Header header_of(const index::ClassIndex& index, format::Metric metric, TableForm form) {
    const index::Material& m = index.material();
    return {.metric = metric,
            .material = {m.white.kings, m.white.men, m.black.kings, m.black.men},
            .sides = static_cast<std::uint8_t>(m.is_symmetric() ? 1 : 2),
            .value_bytes = form.value_bytes,
            .stored = form.stored,
            .block_places = form.block_places,
            .places_per_side = index.size()};
}

std::vector<std::byte> block_of(const format::Header& header, std::uint32_t places, const ValueOfPlace& value_of) {
    const bool only_quiet = header.stored == format::Stored::Quiet;
    std::vector<std::byte> block(only_quiet ? format::span_count_bytes * format::spans_in(places) : 0);
    std::vector<std::uint32_t> counts(format::spans_in(places));
    for (std::uint32_t place = 0; place < places; ++place) {
        if (const auto value = value_of(place)) {
            ++counts[place / format::span_places];
            for (int byte = 0; byte < header.value_bytes; ++byte) {
                block.push_back(static_cast<std::byte>(*value >> (8 * byte)));
            }
        }
    }
    for (std::size_t number = 0; only_quiet && number < counts.size(); ++number) {
        format::set_span_count(block, number, counts[number]);
    }
    return block;
}

void write_table(const std::filesystem::path& directory, const index::Material& material, format::Metric metric,
                 const std::function<unsigned(const Position&)>& value_of, TableForm form) {
    const index::ClassIndex index{material};
    const format::Header header = header_of(index, metric, form);
    format::TableWriter writer{directory / (material.name() + "." + files::extension(metric)), header};
    format::BlockEncoder encoder{3};
    const bool only_quiet = form.stored == format::Stored::Quiet;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const std::uint64_t first = ordinal * form.block_places;
        const auto places =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(form.block_places, header.places() - first));
        const auto value_of_place = [&](std::uint32_t i) -> std::optional<unsigned> {
            const auto side_to_move = static_cast<Colour>((first + i) / index.size());
            const Position position = index.unrank((first + i) % index.size(), side_to_move);
            return only_quiet && rules::must_capture(position) ? std::nullopt : std::optional{value_of(position)};
        };
        writer.append(encoder.encode(ordinal, block_of(header, places, value_of_place)));
    }
    writer.finish();
}

unsigned wdl_code(const Position& position) {
    if (rules::must_capture(position)) {
        return 99;
    }
    return static_cast<unsigned>(static_cast<int>(two_piece_values().of(position).wdl()) + 1);
}

unsigned dtm_code(const Position& position) {
    if (rules::must_capture(position)) {
        return 255;
    }
    const Value value = two_piece_values().of(position);
    return value.wdl() == Wdl::Draw ? 0U : static_cast<unsigned>(value.dtm().plies() + 1);
}

void write_tables(const std::filesystem::path& directory, const index::Material& material, TableForm form) {
    write_table(directory, material, format::Metric::Wdl, wdl_code, form);
    write_table(directory, material, format::Metric::Dtm, dtm_code, form);
}

SampleTables::SampleTables(TableForm form) {
    for (const char* name : {"KvK", "KvM", "MvM"}) {
        write_tables(path(), material(name), form);
    }
}

}  // namespace dameotb::tests
