// Goes through the old file batch by batch, and then compares it with the new file on the disk.
#include <dameotb/analysis/recompress.hpp>

#include <algorithm>
#include <vector>

#include <dameotb/files/block_codes.hpp>
#include <dameotb/store/load/append_blocks.hpp>
#include <dameotb/store/load/table_stream.hpp>

namespace dameotb::analysis {

namespace {

/// Throws format::TablebaseError unless both files hold the same values for all quiet positions; and StopRequested.
void require_equal(store::TableStream& before, store::TableStream& after, const store::Team& team) {
    const std::uint64_t places = before.reader().header().places();
    for (std::uint64_t first = 0; first < places; first += store::places_at_a_time) {
        const std::uint64_t end = std::min(first + store::places_at_a_time, places);
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

/// Does what `recompress` does, but throws store::StopRequested.
RecompressReport recompress_whole(const files::TableName& table, const RecompressOptions& options) {
    const store::Team team{options.threads, options.stop};
    format::TableReader reader = store::open_byte_table(options.directory, table);
    const index::ClassIndex index{table.material};
    // Codes of the old file where a capture is forced are not copied: they depend on where its blocks begin.
    store::TableStream before{std::move(reader), index, files::ForcedPlaces::Open};
    const files::BlockShape shape = files::block_shape(options.compression, table.metric);
    format::Header header = before.reader().header();
    header.stored = files::stored_places(table.material);
    header.block_places = shape.places;
    std::vector<files::BlockCodesEncoder> encoders;
    for (int i = 0; i < options.threads; ++i) {
        encoders.emplace_back(header.stored, shape.effort);
    }
    format::TableWriter writer{files::table_path(options.directory, table), header};
    std::uint64_t first_place = 0;
    std::span<const std::uint8_t> codes;  // of the batch that is being written
    store::append_blocks(
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
        store::TableStream after{std::move(written), index, files::ForcedPlaces::Open};
        require_equal(before, after, team);
    });
    return RecompressReport{before_bytes, writer.file_bytes()};
}

}  // namespace

std::optional<RecompressReport> recompress(const files::TableName& table, const RecompressOptions& options) {
    try {
        return recompress_whole(table, options);
    } catch (const store::StopRequested&) {
        return std::nullopt;
    }
}

}  // namespace dameotb::analysis
