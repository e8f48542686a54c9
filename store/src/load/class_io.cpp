// Cuts the codes into blocks, compresses the blocks in parallel and writes them in order.
#include <dameotb/store/load/class_io.hpp>

#include <algorithm>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/store/load/append_blocks.hpp>
#include <dameotb/store/load/table_stream.hpp>

#include "table_codes.hpp"

namespace dameotb::store {

namespace {

format::Header header_of(const files::TableName& table, std::uint32_t block_places) {
    const format::TableKind kind = files::kind_of(table);
    format::Header header;
    header.metric = kind.metric;
    header.material = kind.material;
    header.sides = kind.sides;
    header.value_bytes = 1;
    header.stored = files::stored_places(table.material);
    header.block_places = block_places;
    header.places_per_side = kind.places_per_side;
    return header;
}

/// Writes a file with code_of(code) for each of the codes. `code_of` must leave codec::open_code as it is.
template <class CodeOf>
void write_file(const std::filesystem::path& directory, const index::Material& material, format::Metric metric,
                const TableCodes& codes, files::Compression compression, const Team& team, CodeOf code_of) {
    const files::BlockShape shape = files::block_shape(compression, metric);
    const format::Header header = header_of({material, metric}, shape.places);
    format::TableWriter writer{files::table_path(directory, {material, metric}), header};
    struct Worker {
        files::BlockCodesEncoder encoder;
        std::vector<std::uint8_t> block;
    };
    std::vector<Worker> workers;
    for (int i = 0; i < team.threads; ++i) {
        workers.push_back({files::BlockCodesEncoder{header.stored, shape.effort}, {}});
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

}  // namespace

bool has_class_files(const std::filesystem::path& directory, const index::Material& material) {
    const auto is_there = [&](format::Metric metric) { return files::has_table(directory, {material, metric}); };
    if (!std::ranges::all_of(files::metrics, is_there)) {
        return false;
    }
    for (const format::Metric metric : files::metrics) {
        (void)open_byte_table(directory, {material, metric});
    }
    return true;
}

void write_class_files(const std::filesystem::path& directory, const ClassScores& solved,
                       files::Compression compression, const Team& team) {
    const TableCodes codes = to_codes(solved, team);
    write_file(directory, solved.material(), format::Metric::Dtm, codes, compression, team,
               [](std::uint8_t code) { return code; });
    write_file(directory, solved.material(), format::Metric::Wdl, codes, compression, team,
               [](std::uint8_t code) { return code == codec::open_code ? code : codec::wdl_code_of_dtm_code(code); });
}

std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory, const index::Material& material,
                                        const FinishedClasses& finished, const Team& team) {
    const TableCodes codes = read_whole_table(directory, {material, format::Metric::Dtm}, team);
    std::unique_ptr<ClassScores> solved = from_codes(material, codes, finished, team);
    if (!solved) {
        throw format::TablebaseError{files::table_path(directory, {material, format::Metric::Dtm}).string(),
                                     "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

}  // namespace dameotb::store
