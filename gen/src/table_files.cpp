// Fills what is open, cuts into blocks, compresses in parallel, writes in order.
#include "table_files.hpp"

#include <algorithm>
#include <span>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>

#include "append_blocks.hpp"
#include "table_codes.hpp"
#include "value_codes.hpp"
#include "whole_table.hpp"

namespace dameotb::gen {

namespace {

format::Header header_of(const index::Material& m, std::uint64_t places_per_side, format::Metric metric,
                         std::uint32_t block_places) {
    format::Header header;
    header.metric = metric;
    header.material = {m.white.kings, m.white.men, m.black.kings, m.black.men};
    header.sides = static_cast<std::uint8_t>(index::stored_sides(m));
    header.value_bytes = 1;
    header.stored = stored_places(m);
    header.block_places = block_places;
    header.places_per_side = places_per_side;
    return header;
}

/// Writes the codes, each by way of `code_of`, which leaves open ones open.
template <class CodeOf>
void write_file(const std::filesystem::path& directory, const index::Material& material, format::Metric metric,
                const TableCodes& codes, Compression compression, const Team& team, CodeOf code_of) {
    const BlockShape shape = block_shape(compression, metric);
    const std::uint64_t places_per_side = codes.size() / static_cast<std::size_t>(index::stored_sides(material));
    const format::Header header = header_of(material, places_per_side, metric, shape.places);
    format::TableWriter writer{table_path(directory, material, metric), header};
    struct Worker {
        BlockCodesEncoder encoder;
        std::vector<std::uint8_t> block;
    };
    std::vector<Worker> workers;
    for (int i = 0; i < team.threads; ++i) {
        workers.push_back({BlockCodesEncoder{header.stored, shape.effort}, {}});
    }
    const auto codes_are_there = [](std::uint64_t, std::uint64_t) {};
    append_blocks(writer, header, team, codes_are_there, [&](std::size_t thread, std::uint64_t ordinal) {
        auto& [encoder, block] = workers[thread];
        const std::uint64_t place = ordinal * shape.places;
        block.resize(std::min<std::uint64_t>(shape.places, codes.size() - place));
        std::transform(codes.begin() + static_cast<std::ptrdiff_t>(place),
                       codes.begin() + static_cast<std::ptrdiff_t>(place + block.size()), block.begin(), code_of);
        return encoder.encode(ordinal, block);
    });
    writer.finish();
}

bool is_there(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

}  // namespace

bool has_table_files(const std::filesystem::path& directory, const index::Material& material) {
    if (!is_there(table_path(directory, material, format::Metric::Wdl)) ||
        !is_there(table_path(directory, material, format::Metric::Dtm))) {
        return false;
    }
    (void)open_table(directory, material, format::Metric::Wdl);
    (void)open_table(directory, material, format::Metric::Dtm);
    return true;
}

void write_table_files(const std::filesystem::path& directory, const SolvedClass& solved, Compression compression,
                       const Team& team) {
    const TableCodes codes = to_codes(solved, team);
    write_file(directory, solved.material(), format::Metric::Dtm, codes, compression, team,
               [](std::uint8_t code) { return code; });
    write_file(directory, solved.material(), format::Metric::Wdl, codes, compression, team,
               [](std::uint8_t code) { return code == open_code ? code : wdl_code_of_dtm_code(code); });
}

std::unique_ptr<SolvedClass> read_table_file(const std::filesystem::path& directory, const index::Material& material,
                                             const SolvedClasses& finished, const Team& team) {
    const TableCodes codes = read_whole_table(directory, material, format::Metric::Dtm, team);
    std::unique_ptr<SolvedClass> solved = from_codes(material, codes, finished, team);
    if (!solved) {
        throw format::TablebaseError{table_path(directory, material, format::Metric::Dtm).string(),
                                     "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

}  // namespace dameotb::gen
