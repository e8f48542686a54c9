// Turns scores into codes and those into files, and back.
#include <dameotb/store/load/class_io.hpp>

#include <algorithm>
#include <array>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/files/table_directory.hpp>
#include <dameotb/store/load/codes_digest.hpp>
#include <dameotb/store/load/scores_from_codes.hpp>
#include <dameotb/store/load/table_writing.hpp>
#include <dameotb/store/slice/class_bytes.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::store {

namespace {

using format::Metric;

/// Returns the digests of the values of both files.
std::array<format::Digest, 2> digests_of(const CodesOf& codes, const index::ClassIndex& index, const Team& team,
                                         WorkCount& count) {
    std::array<CodesDigest, 2> digests;
    std::vector<std::uint8_t> results;
    for_each_codes(codes, index.material(), index.size(), team, [&](std::span<const std::uint8_t> batch) {
        results.resize(batch.size());
        std::ranges::transform(batch, results.begin(), codec::wdl_code_at);
        parallel_for(digests.size(), team, [&](std::size_t, std::uint64_t i) {
            digests[i].add(files::metrics[i] == Metric::Dtm ? batch : results);
        });
        count.add(0, batch.size());
    });
    return {digests[0].finish(), digests[1].finish()};
}

/// Makes the pages of both files of a class, the .wdl first.
class ClassEncoder {
public:
    /// Keeps the references. `on_share`: is told what part of all is done; may be empty.
    ClassEncoder(const ClassScores& solved, DtmSides sides, const Team& team, const OnShare& on_share)
        : team_{team},
          index_{solved.material()},
          codes_{codes_of_scores(solved, index_, team.threads)},
          // The places of both tables, and once more for the digests. With one side to move left out, it ends early.
          count_{3 * index::stored_positions(solved.material()), on_share} {
        const index::Material& material = solved.material();
        if (solved.memory() == nullptr || material.kings() == 0) {
            make_codes_at_once(solved);
        }
        const std::array digests = digests_of(codes_, index_, team_, count_);
        const auto stored = sides == DtmSides::One ? std::nullopt : std::optional{format::StoredSides::Both};
        const std::array tables{TableToWrite{{material, Metric::Wdl}, digests[0], {}},
                                TableToWrite{{material, Metric::Dtm}, digests[1], digests[0], stored}};
        plans_ = plan_tables(tables, index_, codes_, team_);
    }
    ClassEncoder(const ClassEncoder&) = delete;
    ClassEncoder& operator=(const ClassEncoder&) = delete;

    [[nodiscard]] const files::TablePlan& plan(std::size_t table) const { return plans_[table]; }

    /// Calls take(table, page) for each page, those of a table in their order. To be called once.
    template <class Take>
    void for_each_page(const Take& take) const {
        const auto cut = [](const format::Header& header) { return std::pair{header.unit_places, header.stored}; };
        if (cut(plans_[0].header) == cut(plans_[1].header)) {
            encode_pages(std::array{&plans_[0], &plans_[1]}, codes_, team_, take, &count_);
            return;
        }
        for (std::size_t table = 0; table < plans_.size(); ++table) {
            encode_pages(
                std::array{&plans_[table]}, codes_, team_,
                [&](std::size_t, const std::vector<std::byte>& page) { take(table, page); }, &count_);
        }
    }

private:
    /// Codes are needed twice. They are made once where there is memory for them. Of men alone, that saves most of the
    /// time.
    void make_codes_at_once(const ClassScores& solved) {
        const std::uint64_t places = index::stored_positions(solved.material());
        reserved_.emplace(solved.memory(), places, team_);
        all_codes_.reserve(places);
        for_each_codes(codes_, solved.material(), index_.size(), team_, [this](std::span<const std::uint8_t> batch) {
            all_codes_.insert(all_codes_.end(), batch.begin(), batch.end());
        });
        codes_ = codes_in_memory(all_codes_, index_.size());
    }

    const Team& team_;
    index::ClassIndex index_;
    CodesOf codes_;
    std::optional<ReservedMemory> reserved_;
    std::vector<std::uint8_t> all_codes_;
    mutable WorkCount count_;
    std::vector<files::TablePlan> plans_;
};

}  // namespace

DtmSides sides_to_store(const index::Material& material, std::uint64_t one_side_from) {
    return index::stored_sides(material) == 1 || index::stored_positions(material) < one_side_from ? DtmSides::All
                                                                                                   : DtmSides::One;
}

DtmSides sides_of(const format::Header& dtm) {
    return dtm.stores_all_sides() ? DtmSides::All : DtmSides::One;
}

std::optional<DtmSides> sides_of_class_files(const std::filesystem::path& directory, const index::Material& material) {
    const auto is_there = [&](Metric metric) { return files::has_table(directory, {material, metric}); };
    if (!std::ranges::all_of(files::metrics, is_there)) {
        return std::nullopt;
    }
    const format::TableReader dtm = files::open_table(directory, {material, Metric::Dtm});
    files::require_own_wdl(dtm, files::open_table(directory, {material, Metric::Wdl}));
    return sides_of(dtm.header());
}

std::vector<index::Material> needed_to_read(const index::Material& material, DtmSides sides) {
    std::vector<index::Material> needed = index::direct_dependencies(material);
    if (sides == DtmSides::All) {
        std::erase_if(needed, [&](const index::Material& other) { return other.pieces() == material.pieces(); });
    }
    return needed;
}

std::uint64_t reach_to_read(const index::Material& material, DtmSides sides, int threads) {
    const auto all = static_cast<std::uint64_t>(threads);
    if (material.men() == 0 || material.kings() == 0) {
        std::uint64_t bytes = class_bytes(material);
        for (const index::Material& needed : needed_to_read(material, sides)) {
            bytes += class_bytes(needed);
        }
        return bytes;
    }
    const std::uint64_t together = slices_taken_together(material);
    const std::uint64_t scattered = 2 * slices_bytes(material, together) + capture_reach_bytes(material, together);
    const std::uint64_t other_side = material.is_symmetric()  ? 2 * slice_bytes(material)
                                     : sides == DtmSides::One ? moves_reach_bytes(material)
                                                              : 0;
    return std::max(scattered, all * other_side);
}

std::uint64_t reach_to_write(const index::Material& material, int threads) {
    constexpr std::uint64_t page_places = std::uint64_t{1} << 20;
    const std::uint64_t codes = material.kings() == 0 ? index::stored_positions(material) : 0;
    return codes +
           std::min(class_bytes(material), static_cast<std::uint64_t>(threads) * numbers_bytes(material, page_places));
}

void write_class_files(const std::filesystem::path& directory, const ClassScores& solved, DtmSides sides,
                       const Team& team, const OnShare& on_share) {
    const ClassEncoder encoder{solved, sides, team, on_share};
    const auto path = [&](Metric metric) { return files::table_path(directory, {solved.material(), metric}); };
    format::TableWriter wdl{path(Metric::Wdl), encoder.plan(0).header, encoder.plan(0).models_bytes};
    format::TableWriter dtm{path(Metric::Dtm), encoder.plan(1).header, encoder.plan(1).models_bytes};
    encoder.for_each_page(
        [&](std::size_t table, const std::vector<std::byte>& page) { (table == 0 ? wdl : dtm).append(page); });
    wdl.finish();
    dtm.finish();
}

std::uint64_t encode_class(const ClassScores& solved, DtmSides sides, const Team& team) {
    std::uint64_t bytes = 0;
    ClassEncoder{solved, sides, team, {}}.for_each_page(
        [&](std::size_t, const std::vector<std::byte>& page) { bytes += page.size(); });
    return bytes;
}

std::unique_ptr<ClassScores> read_class(const files::OpenTable& dtm, const FinishedClasses& finished, const Team& team,
                                        const OnShare& on_share) {
    const CodesOf codes = codes_in_file(dtm, team.threads, ForcedPlaces::AnyCode);
    std::unique_ptr<ClassScores> solved =
        scores_from_codes(dtm.index(), dtm.header().stored, codes, finished, team, on_share);
    if (!solved) {
        throw format::TablebaseError{dtm.reader().name(),
                                     "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory, const index::Material& material,
                                        const FinishedClasses& finished, const Team& team, const OnShare& on_share) {
    const files::OpenClass open{directory, material, Metric::Dtm};
    return read_class(open.table(Metric::Dtm), finished, team, on_share);
}

}  // namespace dameotb::store
