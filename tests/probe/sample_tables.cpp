// Values go into the array one at a time, by ClassIndex::unrank.
#include "sample_tables.hpp"

#include <algorithm>

namespace dameotb::test {

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
            .block_places = form.block_places,
            .places_per_side = index.size()};
}

void write_table(const std::filesystem::path& directory, const index::Material& material, format::Metric metric,
                 const std::function<unsigned(const Position&)>& value_of, TableForm form) {
    const index::ClassIndex index{material};
    const format::Header header = header_of(index, metric, form);
    std::vector<std::byte> bytes;
    for (const Colour side_to_move : {Colour::White, Colour::Black}) {
        for (std::uint64_t number = 0; number < index.size() && static_cast<int>(side_to_move) < header.sides;
             ++number) {
            const unsigned value = value_of(index.unrank(number, side_to_move));
            for (int i = 0; i < form.value_bytes; ++i) {
                bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
            }
        }
    }
    format::TableWriter writer{directory / (material.name() + "." + format::extension(metric)), header};
    format::BlockEncoder encoder{3};
    const std::size_t block_bytes = std::size_t{form.block_places} * form.value_bytes;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const std::span rest = std::span{bytes}.subspan(ordinal * block_bytes);
        writer.append(encoder.encode(ordinal, rest.first(std::min(block_bytes, rest.size()))));
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

}  // namespace dameotb::test
