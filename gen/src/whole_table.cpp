// Opens, compares the header with the class, decodes all blocks in parallel.
#include "whole_table.hpp"

#include <span>

#include "parallel.hpp"

namespace dameotb::gen {

namespace {

/// What the header should say and does not; empty if all is as it should be.
std::string disagreement(const format::Header& header, const index::ClassIndex& index, format::Metric metric) {
    const index::Material& m = index.material();
    if (header.metric != metric) {
        return "metric";
    }
    if (header.material != format::MaterialCounts{m.white.kings, m.white.men, m.black.kings, m.black.men}) {
        return "material";
    }
    if (header.sides != index::stored_sides(m)) {
        return "number of sides to move";
    }
    if (header.values_per_side != index.size()) {
        return "number of values";
    }
    return header.value_bytes == 1 ? "" : "width of values";
}

}  // namespace

std::filesystem::path table_path(const std::filesystem::path& directory, const index::Material& material,
                                 format::Metric metric) {
    return directory / (material.name() + "." + format::extension(metric));
}

std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory, const index::ClassIndex& index,
                                           format::Metric metric, int threads) {
    const std::filesystem::path path = table_path(directory, index.material(), metric);
    const format::TableReader reader{format::open_file(path)};
    const format::Header& header = reader.header();
    if (const std::string what = disagreement(header, index, metric); !what.empty()) {
        throw format::TablebaseError{path.string(), "the header's " + what + " is not that of such a file"};
    }
    std::vector<std::uint8_t> values(header.values());
    parallel_for(header.blocks(), threads, [&](std::size_t, std::uint64_t ordinal) {
        const std::uint64_t first = ordinal * header.block_values;
        const auto block = std::span{values}.subspan(first, reader.values_in_block(ordinal));
        reader.read_block(ordinal, std::as_writable_bytes(block));
    });
    return values;
}

}  // namespace dameotb::gen
