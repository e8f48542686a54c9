// Block by block, in batches; then the proof, from the new file on the disk.
#include <dameotb/gen/recompress.hpp>

#include <vector>

#include <dameotb/format/table_file.hpp>

#include "append_blocks.hpp"

namespace dameotb::gen {

namespace {

using format::TableReader;
using Bytes = std::vector<std::byte>;

void read(const TableReader& reader, std::uint64_t ordinal, Bytes& block) {
    block.resize(reader.decoded_bytes(ordinal));
    reader.read_block(ordinal, block);
}

/// Throws format::TablebaseError unless both hold the same.
void require_equal(const TableReader& before, const TableReader& after, int threads) {
    struct Pair {
        Bytes before;
        Bytes after;
    };
    std::vector<Pair> blocks(static_cast<std::size_t>(threads));
    parallel_for(before.header().blocks(), threads, [&](std::size_t thread, std::uint64_t ordinal) {
        bool equal = before.constant(ordinal) == after.constant(ordinal);
        if (equal && !before.constant(ordinal)) {
            auto& [first, second] = blocks[thread];
            read(before, ordinal, first);
            read(after, ordinal, second);
            equal = first == second;
        }
        if (!equal) {
            throw format::TablebaseError{before.name(), "block " + std::to_string(ordinal) +
                                                            " is another one after compression; the file is kept"};
        }
    });
}

}  // namespace

std::optional<RecompressReport> recompress(const std::filesystem::path& file, const RecompressOptions& options) {
    const TableReader before{format::open_file(file)};
    struct Worker {
        format::BlockEncoder encoder;
        Bytes block;
    };
    std::vector<Worker> workers;
    for (int i = 0; i < options.threads; ++i) {
        workers.push_back({format::BlockEncoder{zstd_level(options.compression)}, {}});
    }
    format::TableWriter writer{file, before.header()};
    const bool complete =
        append_blocks(writer, before.header().blocks(), options.threads, options.stop,
                      [&](std::size_t thread, std::uint64_t ordinal) {
                          if (const auto constant = before.constant(ordinal)) {
                              return format::EncodedBlock::constant(static_cast<std::uint16_t>(*constant));
                          }
                          auto& [encoder, block] = workers[thread];
                          read(before, ordinal, block);
                          return encoder.encode(ordinal, block);
                      });
    if (!complete) {
        return std::nullopt;
    }
    if (writer.file_bytes() >= before.file_bytes()) {
        return RecompressReport{before.file_bytes(), before.file_bytes()};
    }
    writer.finish([&](const TableReader& after) { require_equal(before, after, options.threads); });
    return RecompressReport{before.file_bytes(), writer.file_bytes()};
}

}  // namespace dameotb::gen
