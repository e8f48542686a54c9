// Opens, compares the header with the class, decodes all blocks in parallel.
#include "whole_table.hpp"

#include <span>

#include "block_codes.hpp"
#include "parallel.hpp"

namespace dameotb::gen {

namespace {

void require(bool holds, const format::TableReader& reader, const char* what) {
    if (!holds) {
        throw format::TablebaseError{reader.name(),
                                     std::string{"the header's "} + what + " is not that of such a file"};
    }
}

}  // namespace

std::filesystem::path table_path(const std::filesystem::path& directory, const index::Material& material,
                                 format::Metric metric) {
    return directory / (material.name() + "." + format::extension(metric));
}

void require_class(const format::TableReader& reader, const index::Material& material, format::Metric metric) {
    const format::Header& header = reader.header();
    require(header.metric == metric, reader, "metric");
    require(header.material == format::MaterialCounts{material.white.kings, material.white.men, material.black.kings,
                                                      material.black.men},
            reader, "material");
    require(header.sides == index::stored_sides(material), reader, "number of sides to move");
    require(header.value_bytes == 1, reader, "width of values");
}

format::TableReader open_table(const std::filesystem::path& directory, const index::ClassIndex& index,
                               format::Metric metric) {
    format::TableReader reader{format::open_file(table_path(directory, index.material(), metric))};
    require_class(reader, index.material(), metric);
    require(reader.header().places_per_side == index.size(), reader, "number of values");
    return reader;
}

std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory, const index::ClassIndex& index,
                                           format::Metric metric, const Team& team) {
    const format::TableReader reader = open_table(directory, index, metric);
    const format::Header& header = reader.header();
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
