// Decodes the units of the old file and encodes them again; if other sides to move are to be stored, loads the class
// for it. Then compares the new file on the disk with the old one.
#include <dameotb/analysis/recompress.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/store/load/class_loader.hpp>
#include <dameotb/store/load/codes_of.hpp>
#include <dameotb/store/load/table_stream.hpp>
#include <dameotb/store/load/table_writing.hpp>

namespace dameotb::analysis {

namespace {

using format::Metric;
using format::StoredSides;

/// Throws format::TablebaseError unless the codes of some places are the same, the first of which is `first`.
void require_same(const std::string& name, std::span<const std::uint8_t> before, std::span<const std::uint8_t> after,
                  std::uint64_t first) {
    const auto differs = std::ranges::mismatch(before, after).in1;
    if (differs != before.end()) {
        const std::uint64_t place = first + static_cast<std::uint64_t>(differs - before.begin());
        throw format::TablebaseError{name, "the value at place " + std::to_string(place) +
                                               " is another one after compression; the file is kept"};
    }
}

/// Throws format::TablebaseError unless both files, which store the same sides, hold the same values for all quiet
/// positions; and StopRequested.
void require_equal(const files::OpenTable& before, const files::OpenTable& after, const store::Team& team) {
    store::TableStream old_codes{before, store::ForcedPlaces::Open};
    store::TableStream new_codes{after, store::ForcedPlaces::Open};
    for (std::uint64_t first = 0; first < old_codes.places(); first += store::places_at_a_time) {
        const std::uint64_t end = std::min(first + store::places_at_a_time, old_codes.places());
        require_same(before.reader().name(), old_codes.read(first, end, team), new_codes.read(first, end, team), first);
    }
}

/// Returns whether a file with this header and the class's other file fit each other, or there is no other.
bool fits_the_other(const std::filesystem::path& directory, const files::TableName& table,
                    const format::Header& header) {
    const bool is_wdl = table.metric == Metric::Wdl;
    const files::TableName other{table.material, is_wdl ? Metric::Dtm : Metric::Wdl};
    if (!files::has_table(directory, other)) {
        return true;
    }
    const format::TableReader beside = files::open_table(directory, other);
    return is_wdl ? files::units_fit(beside.header(), header) : files::units_fit(header, beside.header());
}

/// One file of a class that is encoded again.
class Recompression {
public:
    Recompression(const files::TableName& table, const RecompressOptions& options)
        : options_{options},
          team_{options.threads, options.stop},
          open_{options.directory, table.material, table.metric},
          table_{table},
          before_{open_.table(table.metric)} {}

    /// Throws what `recompress` throws, and store::StopRequested.
    RecompressReport run() { return changes_sides() ? with_other_sides() : with_same_sides(); }

private:
    [[nodiscard]] bool changes_sides() const {
        return table_.metric == Metric::Dtm && index::stored_sides(table_.material) == 2 && options_.sides &&
               store::sides_of(before_.header()) != *options_.sides;
    }

    RecompressReport with_same_sides() {
        return write(store::codes_in_file(before_, team_.threads), before_.header().stored,
                     [this](const files::OpenTable& after) { require_equal(before_, after, team_); });
    }

    /// Loads the class, writes it, and loads it again from the new file.
    RecompressReport with_other_sides() {
        if (const auto missing = files::first_missing(options_.directory, {table_.material}, Metric::Dtm)) {
            throw files::MissingTableError{options_.directory, *missing, Metric::Dtm};
        }
        store::ClassLoader loader{options_.directory, options_.threads, options_.stop};
        const store::ClassScores* loaded = loader.load(table_.material, store::Reach::Moves);
        if (loaded == nullptr) {
            throw store::StopRequested{};
        }
        const store::CodesOf codes = codes_of(*loaded);
        const auto stored = options_.sides == store::DtmSides::One ? std::nullopt : std::optional{StoredSides::Both};
        return write(codes, stored, [&](const files::OpenTable& after) {
            const auto again = store::read_class(after, loader.classes(), team_);
            require_all_same(codes, codes_of(*again));
        });
    }

    [[nodiscard]] store::CodesOf codes_of(const store::ClassScores& loaded) const {
        return store::codes_of_scores(loaded, open_.index(), team_.threads);
    }

    /// Throws what require_same throws, for all places of the class.
    void require_all_same(const store::CodesOf& before, const store::CodesOf& after) const {
        const std::uint64_t size = open_.index().size();
        std::vector<std::uint8_t> old_codes;
        std::vector<std::uint8_t> new_codes;
        for (const rules::Colour mover : {rules::Colour::White, rules::Colour::Black}) {
            for (std::uint64_t first = 0; first < size; first += store::places_at_a_time) {
                old_codes.resize(std::min(store::places_at_a_time, size - first));
                new_codes.resize(old_codes.size());
                store::read_codes(before, mover, first, old_codes, team_);
                store::read_codes(after, mover, first, new_codes, team_);
                require_same(before_.reader().name(), old_codes, new_codes,
                             static_cast<std::uint64_t>(mover) * size + first);
            }
        }
    }

    /// Writes the new file. Calls prove(new file) before the file takes the old one's place.
    template <class Prove>
    RecompressReport write(const store::CodesOf& codes, std::optional<StoredSides> stored, const Prove& prove) {
        const std::uint64_t before_bytes = before_.reader().file_bytes();
        const std::array wanted{store::TableToWrite{table_, before_.header().values, before_.header().wdl, stored}};
        const std::vector<files::TablePlan> plans = store::plan_tables(wanted, open_.index(), codes, team_);
        if (!fits_the_other(options_.directory, table_, plans.front().header)) {
            return {before_bytes, before_bytes};
        }
        format::TableWriter writer{files::table_path(options_.directory, table_), plans.front().header,
                                   plans.front().models_bytes};
        store::append_pages(plans.front(), writer, codes, team_);
        if (writer.file_bytes() >= before_bytes && !changes_sides()) {
            return {before_bytes, before_bytes};
        }
        writer.finish([&](format::TableReader written) {
            prove(files::OpenTable{std::move(written), open_.index(),
                                   table_.metric == Metric::Dtm ? &open_.table(Metric::Wdl) : nullptr});
        });
        return {before_bytes, writer.file_bytes()};
    }

    const RecompressOptions& options_;
    store::Team team_;
    files::OpenClass open_;
    files::TableName table_;
    const files::OpenTable& before_;
};

}  // namespace

std::array<files::TableName, 2> recompress_order(const index::Material& material) {
    const files::TableName wdl{material, Metric::Wdl};
    const files::TableName dtm{material, Metric::Dtm};
    return files::encoding_of(material) == format::Encoding::Neighbours ? std::array{wdl, dtm} : std::array{dtm, wdl};
}

std::optional<RecompressReport> recompress(const files::TableName& table, const RecompressOptions& options) {
    try {
        return Recompression{table, options}.run();
    } catch (const store::StopRequested&) {
        return std::nullopt;
    }
}

}  // namespace dameotb::analysis
