// Fills what is open, cuts into blocks, compresses in parallel, writes in order.
#include "table_files.hpp"

#include <algorithm>
#include <span>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>

#include "parallel.hpp"
#include "table_codes.hpp"
#include "value_codes.hpp"

namespace dameotb::gen {

namespace {

/// Values in a block, and so bytes that a probe decodes on a miss.
constexpr std::uint32_t block_values = 16384;

format::Header header_of(const index::Material& m, std::uint64_t values_per_side, format::Metric metric) {
    format::Header header;
    header.metric = metric;
    header.material = {m.white.kings, m.white.men, m.black.kings, m.black.men};
    header.sides = static_cast<std::uint8_t>(index::stored_sides(m));
    header.value_bytes = 1;
    header.block_values = block_values;
    header.values_per_side = values_per_side;
    return header;
}

std::span<std::uint8_t> block_of(TableCodes& codes, std::uint64_t ordinal) {
    const std::uint64_t first = ordinal * block_values;
    return std::span{codes}.subspan(first, std::min<std::uint64_t>(block_values, codes.size() - first));
}

/// Gives every open code the value before it, which compresses well; those at the front the first value there is.
void fill_open(std::span<std::uint8_t> block) {
    const auto first = std::ranges::find_if(block, [](std::uint8_t code) { return code != open_code; });
    std::uint8_t last = first == block.end() ? std::uint8_t{0} : *first;
    for (std::uint8_t& code : block) {
        last = code == open_code ? last : code;
        code = last;
    }
}

void write_file(const std::filesystem::path& path, const format::Header& header, TableCodes& codes, int zstd_level,
                int threads) {
    format::TableWriter writer{path, header};
    std::vector<format::BlockEncoder> encoders;
    for (int i = 0; i < threads; ++i) {
        encoders.emplace_back(zstd_level);
    }
    // Compressed in batches, so that little more than the table itself is in memory.
    constexpr std::uint64_t batch = 1024;
    for (std::uint64_t first = 0; first < header.blocks(); first += batch) {
        std::vector<format::EncodedBlock> blocks(std::min(batch, header.blocks() - first));
        parallel_for(blocks.size(), threads, [&](std::size_t thread, std::uint64_t i) {
            blocks[i] = encoders[thread].encode(first + i, std::as_bytes(block_of(codes, first + i)));
        });
        for (const format::EncodedBlock& block : blocks) {
            writer.append(block);
        }
    }
    writer.finish();
}

format::TableReader open_table(const std::filesystem::path& path, const format::Header& expected) {
    format::TableReader reader{format::open_file(path)};
    const format::Header& found = reader.header();
    if (found.metric != expected.metric || found.material != expected.material || found.sides != expected.sides ||
        found.value_bytes != expected.value_bytes || found.values_per_side != expected.values_per_side) {
        throw format::TablebaseError{path.string(), "its header is that of another table; move it away and run again"};
    }
    return reader;
}

bool is_there(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

}  // namespace

std::filesystem::path wdl_path(const std::filesystem::path& directory, const index::Material& material) {
    return directory / (material.name() + "." + format::extension(format::Metric::Wdl));
}

std::filesystem::path dtm_path(const std::filesystem::path& directory, const index::Material& material) {
    return directory / (material.name() + "." + format::extension(format::Metric::Dtm));
}

bool has_table_files(const std::filesystem::path& directory, const index::Material& material) {
    if (!is_there(wdl_path(directory, material)) || !is_there(dtm_path(directory, material))) {
        return false;
    }
    const std::uint64_t size = index::ClassIndex{material}.size();
    open_table(wdl_path(directory, material), header_of(material, size, format::Metric::Wdl));
    open_table(dtm_path(directory, material), header_of(material, size, format::Metric::Dtm));
    return true;
}

void write_table_files(const std::filesystem::path& directory, const SolvedClass& solved, int zstd_level, int threads) {
    const index::Material& material = solved.material();
    TableCodes codes = to_codes(solved, threads);
    const std::uint64_t size = codes.size() / static_cast<std::size_t>(index::stored_sides(material));
    const format::Header dtm = header_of(material, size, format::Metric::Dtm);
    parallel_for(dtm.blocks(), threads, [&](std::size_t, std::uint64_t i) { fill_open(block_of(codes, i)); });
    write_file(dtm_path(directory, material), dtm, codes, zstd_level, threads);

    parallel_for(dtm.blocks(), threads, [&](std::size_t, std::uint64_t i) {
        std::ranges::transform(block_of(codes, i), block_of(codes, i).begin(), wdl_code_of_dtm_code);
    });
    write_file(wdl_path(directory, material), header_of(material, size, format::Metric::Wdl), codes, zstd_level,
               threads);
}

std::unique_ptr<SolvedClass> read_table_file(const std::filesystem::path& directory, const index::Material& material,
                                             const SolvedClasses& finished, int threads) {
    const std::filesystem::path path = dtm_path(directory, material);
    const format::TableReader reader =
        open_table(path, header_of(material, index::ClassIndex{material}.size(), format::Metric::Dtm));
    TableCodes codes(reader.header().values());
    parallel_for(reader.header().blocks(), threads, [&](std::size_t, std::uint64_t i) {
        const std::span block = std::span{codes}.subspan(i * reader.header().block_values, reader.values_in_block(i));
        reader.read_block(i, std::as_writable_bytes(block));
    });
    std::unique_ptr<SolvedClass> solved = from_codes(material, codes, finished, threads);
    if (!solved) {
        throw format::TablebaseError{path.string(),
                                     "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

}  // namespace dameotb::gen
