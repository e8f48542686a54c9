// Makes one streaming digest per file. Values where a capture is forced are set to 0 before. A .dtm that stores one
// side to move is loaded as a whole, with the classes that the other side's values need.
#include <dameotb/analysis/check.hpp>

#include <array>
#include <cstdio>
#include <optional>

#include <dameotb/scores/load/class_loader.hpp>
#include <dameotb/scores/load/codes_digest.hpp>
#include <dameotb/scores/load/codes_of.hpp>
#include <dameotb/scores/load/table_stream.hpp>
#include <dameotb/scores/threads/parallel.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "needs_wdl.hpp"

namespace dameotb::analysis {

namespace {

using table::Metric;

std::string hex(const table::Digest& digest) {
    std::string text;
    for (const std::byte byte : digest.bytes) {
        std::array<char, 3> digits;
        std::snprintf(digits.data(), digits.size(), "%02x", std::to_integer<unsigned>(byte));
        text += digits.data();
    }
    return text;
}

}  // namespace

std::optional<std::vector<TableDigest>> digest_class(const index::Material& material, const ReadOptions& options) {
    const bool has_dtm = table::has_table(options.directory, {material, Metric::Dtm});
    if (!table::has_table(options.directory, {material, Metric::Wdl})) {
        throw needs_wdl(options.directory, material);
    }
    const table::OpenClass open{options.directory, material, has_dtm ? Metric::Dtm : Metric::Wdl};
    struct Digested {
        Metric metric;
        std::optional<scores::TableStream> stream{};  ///< Empty if a side to move is not stored.
        std::vector<std::uint8_t> worked_out{};       ///< The codes of the batch then.
        scores::CodesDigest digest{};
        std::span<const std::uint8_t> codes{};  ///< The current batch.
    };
    std::vector<Digested> tables;
    std::optional<scores::ClassLoader> loader;  // of a class with a side to move that is not stored
    std::optional<scores::CodesOf> loaded;
    if (has_dtm) {
        tables.push_back({Metric::Dtm});
        if (open.table(Metric::Dtm).header().stores_all_sides()) {
            tables.back().stream.emplace(open.table(Metric::Dtm), scores::ForcedPositions::Open);
        } else {
            loader.emplace(options.directory, options.threads, options.stop);
            const scores::ClassScores* solved = loader->load(material, scores::Reach::Values);
            if (solved == nullptr) {
                return std::nullopt;
            }
            loaded = scores::codes_of_scores(*solved, open.index(), options.threads);
        }
    }
    tables.push_back({Metric::Wdl});
    tables.back().stream.emplace(open.table(Metric::Wdl), scores::ForcedPositions::Open);
    const std::uint64_t positions = tables.back().stream->positions();
    for (std::uint64_t first = 0; first < positions;) {
        if (options.stop != nullptr && *options.stop) {
            return std::nullopt;
        }
        const std::uint64_t size = open.index().size();
        // What is worked out comes by sides to move.
        const std::uint64_t end =
            std::min({first + scores::positions_at_a_time, loaded ? (first / size + 1) * size : positions, positions});
        for (Digested& table : tables) {
            if (table.stream) {
                table.codes = table.stream->read(first, end, options.threads);
            } else {
                table.worked_out.resize(end - first);
                scores::read_codes(*loaded, static_cast<rules::Colour>(first / size), first % size, table.worked_out,
                                   options.threads);
                table.codes = table.worked_out;
            }
        }
        scores::parallel_for(tables.size(), options.threads,
                             [&](std::size_t, std::uint64_t i) { tables[i].digest.add(tables[i].codes); });
        if (options.on_progress) {
            options.on_progress(end, positions);
        }
        first = end;
    }
    std::vector<TableDigest> digests;
    for (const Digested& table : tables) {
        digests.push_back({table.metric, positions, hex(table.digest.finish())});
    }
    return digests;
}

}  // namespace dameotb::analysis
