// Decodes the units of the old file and encodes them again. Then compares the new file on the disk with the old one.
#include <dameotb/analysis/recompress.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/store/load/table_stream.hpp>
#include <dameotb/store/load/table_writing.hpp>

namespace dameotb::analysis {

namespace {

/// Throws format::TablebaseError unless both files hold the same values for all quiet positions; and StopRequested.
void require_equal(store::TableStream& before, store::TableStream& after, const store::Team& team) {
    const std::uint64_t places = before.places();
    for (std::uint64_t first = 0; first < places; first += store::places_at_a_time) {
        const std::uint64_t end = std::min(first + store::places_at_a_time, places);
        const std::span<const std::uint8_t> old_codes = before.read(first, end, team);
        const std::span<const std::uint8_t> new_codes = after.read(first, end, team);
        const auto differs = std::ranges::mismatch(old_codes, new_codes).in1;
        if (differs != old_codes.end()) {
            const std::uint64_t place = first + static_cast<std::uint64_t>(differs - old_codes.begin());
            throw format::TablebaseError{
                before.table().reader().name(),
                "the value at place " + std::to_string(place) + " is another one after compression; the file is kept"};
        }
    }
}

/// What a thread reads of a class.
struct ClassReaders {
    store::PlacesReader wdl;
    std::optional<store::PlacesReader> dtm;
};

/// Returns whether a file with this header and the class's other file fit each other, or there is no other.
bool fits_the_other(const std::filesystem::path& directory, const files::TableName& table,
                    const format::Header& header) {
    const bool is_wdl = table.metric == format::Metric::Wdl;
    const files::TableName other{table.material, is_wdl ? format::Metric::Dtm : format::Metric::Wdl};
    if (!files::has_table(directory, other)) {
        return true;
    }
    const format::TableReader beside = files::open_table(directory, other);
    return is_wdl ? files::units_fit(beside.header(), header) : files::units_fit(header, beside.header());
}

/// Does what `recompress` does, but throws store::StopRequested.
RecompressReport recompress_whole(const files::TableName& table, const RecompressOptions& options) {
    const store::Team team{options.threads, options.stop};
    const files::OpenClass open{options.directory, table.material, table.metric};
    const bool has_dtm = table.metric == format::Metric::Dtm;
    std::vector<ClassReaders> readers;
    for (int i = 0; i < options.threads; ++i) {
        readers.push_back({store::PlacesReader{open.table(format::Metric::Wdl), store::ForcedPlaces::Open}, {}});
        if (has_dtm) {
            readers.back().dtm.emplace(open.table(format::Metric::Dtm), store::ForcedPlaces::Open);
        }
    }
    const store::CodesOf codes_of = [&](std::size_t thread, rules::Colour mover, std::uint64_t first,
                                        std::uint32_t count) -> store::BothCodes {
        ClassReaders& own = readers[thread];
        return {own.wdl.read(mover, first, count),
                own.dtm ? own.dtm->read(mover, first, count) : std::span<const std::uint8_t>{}};
    };
    const files::OpenTable& before = open.table(table.metric);
    const std::uint64_t before_bytes = before.reader().file_bytes();
    const std::array wanted{store::TableToWrite{table, before.header().values, before.header().wdl}};
    const std::vector<files::TablePlan> plans = store::plan_tables(wanted, open.index(), codes_of, team);
    if (!fits_the_other(options.directory, table, plans.front().header)) {
        return {before_bytes, before_bytes};
    }
    format::TableWriter writer{files::table_path(options.directory, table), plans.front().header,
                               plans.front().models_bytes};
    store::append_pages(std::array{&plans.front()}, std::array{&writer}, codes_of, team);
    if (writer.file_bytes() >= before_bytes) {
        return {before_bytes, before_bytes};
    }
    writer.finish([&](format::TableReader written) {
        const files::OpenTable after{std::move(written), open.index(),
                                     has_dtm ? &open.table(format::Metric::Wdl) : nullptr};
        store::TableStream old_codes{before, store::ForcedPlaces::Open};
        store::TableStream new_codes{after, store::ForcedPlaces::Open};
        require_equal(old_codes, new_codes, team);
    });
    return {before_bytes, writer.file_bytes()};
}

}  // namespace

std::array<files::TableName, 2> recompress_order(const index::Material& material) {
    const files::TableName wdl{material, format::Metric::Wdl};
    const files::TableName dtm{material, format::Metric::Dtm};
    return files::encoding_of(material) == format::Encoding::Neighbours ? std::array{wdl, dtm} : std::array{dtm, wdl};
}

std::optional<RecompressReport> recompress(const files::TableName& table, const RecompressOptions& options) {
    try {
        return recompress_whole(table, options);
    } catch (const store::StopRequested&) {
        return std::nullopt;
    }
}

}  // namespace dameotb::analysis
