// Piece by piece through the old file; then the proof, from the new file on the disk.
#include <dameotb/gen/recompress.hpp>

#include <algorithm>
#include <vector>

#include "append_blocks.hpp"
#include "block_codes.hpp"
#include "table_stream.hpp"
#include "whole_table.hpp"

namespace dameotb::gen {

namespace {

/// Throws format::TablebaseError unless both hold the same wherever no capture is forced; and StopRequested.
void require_equal(TableStream& before, TableStream& after, const Team& team) {
    const std::uint64_t places = before.reader().header().places();
    for (std::uint64_t first = 0; first < places; first += places_at_a_time) {
        const std::uint64_t end = std::min(first + places_at_a_time, places);
        const std::span<const std::uint8_t> old_codes = before.read(first, end, team);
        const std::span<const std::uint8_t> new_codes = after.read(first, end, team);
        const auto differs = std::ranges::mismatch(old_codes, new_codes).in1;
        if (differs != old_codes.end()) {
            const std::uint64_t place = first + static_cast<std::uint64_t>(differs - old_codes.begin());
            throw format::TablebaseError{
                before.reader().name(),
                "the value at place " + std::to_string(place) + " is another one after compression; the file is kept"};
        }
    }
}

/// As recompress, but throws StopRequested.
RecompressReport recompress_whole(const index::Material& material, format::Metric metric,
                                  const RecompressOptions& options) {
    const Team team{options.threads, options.stop};
    format::TableReader reader = open_table(options.directory, material, metric);
    const index::ClassIndex index{material};
    // What the old file has at forced places is left behind: the writer's filling depends on where blocks begin.
    TableStream before{std::move(reader), index, ForcedPlaces::Open};
    const BlockShape shape = block_shape(options.compression, metric);
    format::Header header = before.reader().header();
    header.stored = stored_places(material);
    header.block_places = shape.places;
    std::vector<BlockCodesEncoder> encoders;
    for (int i = 0; i < options.threads; ++i) {
        encoders.emplace_back(header.stored, shape.effort);
    }
    format::TableWriter writer{table_path(options.directory, material, metric), header};
    std::uint64_t first_place = 0;
    std::span<const std::uint8_t> codes;  // Of the piece that is being written.
    append_blocks(
        writer, header, team,
        [&](std::uint64_t first, std::uint64_t end) {
            first_place = first * shape.places;
            codes = before.read(first_place, std::min(end * shape.places, header.places()), team);
        },
        [&](std::size_t thread, std::uint64_t ordinal) {
            const std::uint64_t offset = ordinal * shape.places - first_place;
            return encoders[thread].encode(
                ordinal, codes.subspan(offset, std::min<std::uint64_t>(shape.places, codes.size() - offset)));
        });
    const std::uint64_t before_bytes = before.reader().file_bytes();
    if (writer.file_bytes() >= before_bytes) {
        return RecompressReport{before_bytes, before_bytes};
    }
    writer.finish([&](format::TableReader written) {
        TableStream after{std::move(written), index, ForcedPlaces::Open};
        require_equal(before, after, team);
    });
    return RecompressReport{before_bytes, writer.file_bytes()};
}

}  // namespace

std::optional<RecompressReport> recompress(const index::Material& material, format::Metric metric,
                                           const RecompressOptions& options) {
    try {
        return recompress_whole(material, metric, options);
    } catch (const StopRequested&) {
        return std::nullopt;
    }
}

}  // namespace dameotb::gen
