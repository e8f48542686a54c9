// Decodes the blocks of the old file and encodes them again; to store other sides to move, loads the class. Then
// compares the new file on disk with the old one.
#include <dameotb/store/recompress.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <dameotb/store/class_loader.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/table_stream.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::store {

namespace {

using table::Metric;

/// Throws table::TablebaseError unless both spans of codes are equal. `first`: the offset of their first position.
void require_same(const std::string& name, std::span<const std::uint8_t> before, std::span<const std::uint8_t> after,
                  std::uint64_t first) {
    const auto differs = std::ranges::mismatch(before, after).in1;
    if (differs != before.end()) {
        const std::uint64_t offset = first + static_cast<std::uint64_t>(differs - before.begin());
        throw table::TablebaseError{
            name, "the value at position " + std::to_string(offset) + " changed in compression; the old file is kept"};
    }
}

/// Throws table::TablebaseError unless both files, which store the same sides, have the same values for all quiet
/// positions. May throw StopRequested.
void require_equal(const table::OpenTable& before, const table::OpenTable& after, const memory::Team& team) {
    TableStream old_codes{before, ForcedPositions::Marked};
    TableStream new_codes{after, ForcedPositions::Marked};
    for (std::uint64_t first = 0; first < old_codes.positions(); first += positions_at_a_time) {
        const std::uint64_t end = std::min(first + positions_at_a_time, old_codes.positions());
        require_same(before.reader().name(), old_codes.read(first, end, team), new_codes.read(first, end, team), first);
    }
}

/// Returns whether a file with this header and the class's other files fit each other: the .wdl, and those that depend
/// on it.
bool fits_the_others(const std::filesystem::path& directory, const table::TableName& table,
                     const table::Header& header) {
    return std::ranges::all_of(table::metrics, [&](Metric metric) {
        const table::TableName other{table.material, metric};
        if (needs_wdl(metric) == needs_wdl(table.metric) || !table::has_table(directory, other)) {
            return true;
        }
        const table::TableReader beside = table::open_table(directory, other);
        return needs_wdl(metric) ? table::blocks_fit(beside.header(), header)
                                 : table::blocks_fit(header, beside.header());
    });
}

/// A file of a class being re-encoded.
class Recompression {
public:
    Recompression(const table::TableName& table, const RecompressOptions& options)
        : options_{options},
          team_{options.threads, options.stop},
          open_{options.directory, table.material, table.metric},
          table_{table},
          before_{open_.table(table.metric)} {}

    /// Throws what `recompress` throws, and memory::StopRequested.
    RecompressReport run() { return changes_sides() ? with_other_sides() : with_same_sides(); }

private:
    [[nodiscard]] bool changes_sides() const {
        return needs_wdl(table_.metric) && index::stored_sides(table_.material) == 2 && options_.sides &&
               sides_of(before_.header()) != *options_.sides;
    }

    RecompressReport with_same_sides() {
        return write(codes_in_file(before_, team_.threads),
                     [this](const table::OpenTable& after) { require_equal(before_, after, team_); });
    }

    /// Loads the class, writes it, and loads it again from the new file.
    RecompressReport with_other_sides() {
        if (const auto missing = table::first_missing(options_.directory, {table_.material}, table_.metric)) {
            throw table::MissingTableError{options_.directory, *missing, table_.metric};
        }
        ClassLoader loader{options_.directory, options_.threads, options_.stop, {}, before_.header().rule};
        const scores::ClassScores* loaded = loader.load(table_.material, Reach::Moves);
        if (loaded == nullptr) {
            throw memory::StopRequested{};
        }
        const CodeSource codes = codes_of(*loaded);
        return write(codes, [&](const table::OpenTable& after) {
            const auto again = read_class(after, loader.classes(), team_);
            require_all_same(codes, codes_of(*again));
        });
    }

    [[nodiscard]] CodeSource codes_of(const scores::ClassScores& loaded) const {
        return codes_of_scores(loaded, open_.index(), team_.threads, open_.find(Metric::Wdl));
    }

    /// Throws what require_same throws, for all positions of the class.
    void require_all_same(const CodeSource& before, const CodeSource& after) const {
        const std::uint64_t size = open_.index().size();
        std::vector<std::uint8_t> old_codes;
        std::vector<std::uint8_t> new_codes;
        for (const Colour mover : both_colours) {
            for (std::uint64_t first = 0; first < size; first += positions_at_a_time) {
                old_codes.resize(std::min(positions_at_a_time, size - first));
                new_codes.resize(old_codes.size());
                read_codes(before, mover, first, old_codes, team_);
                read_codes(after, mover, first, new_codes, team_);
                require_same(before_.reader().name(), old_codes, new_codes,
                             static_cast<std::uint64_t>(mover) * size + first);
            }
        }
    }

    /// Writes the new file. Calls prove(new file) before the file replaces the old one.
    template <class Prove>
    RecompressReport write(const CodeSource& codes, const Prove& prove) {
        const std::uint64_t before_bytes = before_.reader().file_bytes();
        table::Header header = table::new_header(table_, before_.header().rule);
        header.values = before_.header().values;
        header.wdl = before_.header().wdl;
        header.stored = changes_sides() ? header.stored : before_.header().stored;
        const std::vector<table::TablePlan> plans = plan_tables(
            {&header, 1}, changes_sides() ? *options_.sides : DistanceSides::All, open_.index(), codes, team_);
        if (!fits_the_others(options_.directory, table_, plans.front().header)) {
            return {before_bytes, before_bytes};
        }
        table::TableWriter writer{table::table_path(options_.directory, table_), plans.front().header,
                                  plans.front().models_bytes};
        append_groups(plans.front(), writer, codes, team_);
        if (writer.file_bytes() >= before_bytes && !changes_sides()) {
            return {before_bytes, before_bytes};
        }
        writer.finish([&](table::TableReader written) {
            prove(table::OpenTable{std::move(written), open_.index(),
                                   needs_wdl(table_.metric) ? &open_.table(Metric::Wdl) : nullptr});
        });
        return {before_bytes, writer.file_bytes()};
    }

    const RecompressOptions& options_;
    memory::Team team_;
    table::OpenClass open_;
    table::TableName table_;
    const table::OpenTable& before_;
};

}  // namespace

std::array<table::TableName, table::metric_count> recompress_order(const index::Material& material) {
    std::array<table::TableName, table::metric_count> order;
    std::ranges::transform(table::metrics, order.begin(), [&](Metric metric) {
        return table::TableName{material, metric};
    });
    if (table::encoding_of(material) != table::Encoding::Neighbours) {
        std::ranges::reverse(order);
    }
    return order;
}

std::optional<RecompressReport> recompress(const table::TableName& table, const RecompressOptions& options) {
    try {
        return Recompression{table, options}.run();
    } catch (const memory::StopRequested&) {
        return std::nullopt;
    }
}

}  // namespace dameotb::store
