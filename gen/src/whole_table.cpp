// Opens, compares the header with the class, decodes all blocks in parallel.
#include "whole_table.hpp"

#include <span>

#include "block_codes.hpp"
#include "parallel.hpp"

namespace dameotb::gen {

std::filesystem::path table_path(const std::filesystem::path& directory, const index::Material& material,
                                 format::Metric metric) {
    return directory / (material.name() + "." + format::extension(metric));
}

format::TableReader open_table(const std::filesystem::path& directory, const index::Material& m,
                               format::Metric metric) {
    const format::TableKind kind{metric,
                                 {m.white.kings, m.white.men, m.black.kings, m.black.men},
                                 static_cast<std::uint8_t>(index::stored_sides(m)),
                                 index::class_size(m)};
    format::TableReader reader{format::open_file(table_path(directory, m, metric)), kind};
    if (reader.header().value_bytes != 1) {
        throw format::TablebaseError{reader.name(), "the header's width of values is not that of such a file"};
    }
    return reader;
}

std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory, const index::Material& material,
                                           format::Metric metric, const Team& team) {
    const format::TableReader reader = open_table(directory, material, metric);
    const format::Header& header = reader.header();
    const index::ClassIndex index{material};
    const index::QuietPlaces quiet{index};
    std::vector<BlockCodesDecoder> decoders(static_cast<std::size_t>(team.threads), BlockCodesDecoder{reader, quiet});
    std::vector<std::uint8_t> values(header.places());
    parallel_for(header.blocks(), team, [&](std::size_t thread, std::uint64_t ordinal) {
        const std::uint64_t first = ordinal * header.block_places;
        decoders[thread].decode(ordinal, std::span{values}.subspan(first, reader.places_in_block(ordinal)));
    });
    return values;
}

}  // namespace dameotb::gen
