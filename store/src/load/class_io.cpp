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

/// Codes are needed twice. They are made once where there is memory for them. Of men alone, that saves most of the
/// time.
class CodesAtOnce {
public:
    /// Makes nothing if there is no memory, or little to save.
    CodesAtOnce(const ClassScores& solved, const index::ClassIndex& index, CodesOf& codes, const Team& team) {
        if (solved.memory() != nullptr && solved.memory()->is_bounded() && solved.material().kings() > 0) {
            return;
        }
        const std::uint64_t places = index::stored_positions(solved.material());
        reserved_.emplace(solved.memory(), places, team);
        all_.reserve(places);
        for_each_codes(codes, solved.material(), index.size(), team, [this](std::span<const std::uint8_t> batch) {
            all_.insert(all_.end(), batch.begin(), batch.end());
        });
        codes = codes_in_memory(all_, index.size());
    }

private:
    std::optional<ReservedMemory> reserved_;
    std::vector<std::uint8_t> all_;
};

/// The places of both tables, and once more for the digests. With one side to move left out, it ends early.
WorkCount count_of(const index::Material& material, const OnShare& on_share) {
    return {3 * index::stored_positions(material), on_share};
}

std::vector<files::TablePlan> plan_files(const index::ClassIndex& index, DtmSides sides, const CodesOf& codes,
                                         const Team& team, WorkCount& count) {
    const index::Material& material = index.material();
    const std::array digests = digests_of(codes, index, team, count);
    const auto stored = sides == DtmSides::One ? std::nullopt : std::optional{format::StoredSides::Both};
    const std::array tables{TableToWrite{{material, Metric::Wdl}, digests[0], {}},
                            TableToWrite{{material, Metric::Dtm}, digests[1], digests[0], stored}};
    return plan_tables(tables, index, codes, team);
}

/// Returns whether a page of one file has the places of a page of the other.
bool are_cut_alike(std::span<const files::TablePlan> plans) {
    const auto cut = [](const format::Header& header) { return std::pair{header.unit_places, header.stored}; };
    return cut(plans[0].header) == cut(plans[1].header);
}

/// Makes the pages of these steps (encoding_steps), and calls take(table, page) for each.
void encode(std::span<const files::TablePlan> plans, const PageRange& steps, const CodesOf& codes, const Team& team,
            const TakePage& take, WorkCount* count = nullptr) {
    if (are_cut_alike(plans)) {
        encode_pages(std::array{&plans[0], &plans[1]}, steps, codes, team, take, count);
        return;
    }
    std::uint64_t before = 0;
    for (std::size_t table = 0; table < plans.size(); ++table) {
        const std::uint64_t pages = plans[table].header.pages();
        const PageRange own{std::clamp(steps.first, before, before + pages) - before,
                            std::clamp(steps.end, before, before + pages) - before};
        encode_pages(
            std::array{&plans[table]}, own, codes, team,
            [&](std::size_t, const std::vector<std::byte>& page) { take(table, page); }, count);
        before += pages;
    }
}

/// Makes all pages of both files, the .wdl first. `make_take(plans)` returns who takes them.
template <class MakeTake>
void encode_all(const ClassScores& solved, DtmSides sides, const Team& team, const OnShare& on_share,
                const MakeTake& make_take) {
    const index::ClassIndex index{solved.material()};
    WorkCount count = count_of(solved.material(), on_share);
    CodesOf codes = codes_of_scores(solved, index, team.threads);
    const CodesAtOnce at_once{solved, index, codes, team};
    const std::vector<files::TablePlan> plans = plan_files(index, sides, codes, team, count);
    encode(plans, {0, encoding_steps(plans)}, codes, team, make_take(plans), &count);
}

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

ClassFilesWriter::ClassFilesWriter(const std::filesystem::path& directory, const index::Material& material,
                                   std::span<const files::TablePlan> plans) {
    for (std::size_t table = 0; table < files::metrics.size(); ++table) {
        const files::TablePlan& plan = plans[table];
        writers_.push_back(std::make_unique<format::TableWriter>(
            files::table_path(directory, {material, files::metrics[table]}), plan.header, plan.models_bytes));
    }
}

void ClassFilesWriter::append(std::size_t table, std::span<const std::byte> page) {
    writers_[table]->append(page);
}

void ClassFilesWriter::finish() {
    for (const auto& writer : writers_) {
        writer->finish();
    }
}

void write_class_files(const std::filesystem::path& directory, const ClassScores& solved, DtmSides sides,
                       const Team& team, const OnShare& on_share) {
    std::optional<ClassFilesWriter> writer;
    encode_all(solved, sides, team, on_share, [&](std::span<const files::TablePlan> plans) {
        writer.emplace(directory, solved.material(), plans);
        return [&](std::size_t table, const std::vector<std::byte>& page) { writer->append(table, page); };
    });
    writer->finish();
}

std::uint64_t encode_class(const ClassScores& solved, DtmSides sides, const Team& team) {
    std::uint64_t bytes = 0;
    encode_all(solved, sides, team, {}, [&](std::span<const files::TablePlan>) {
        return [&](std::size_t, const std::vector<std::byte>& page) { bytes += page.size(); };
    });
    return bytes;
}

std::vector<files::TablePlan> plan_class_files(const ClassScores& solved, const index::ClassIndex& index,
                                               DtmSides sides, const Team& team) {
    WorkCount count = count_of(solved.material(), {});
    return plan_files(index, sides, codes_of_scores(solved, index, team.threads), team, count);
}

std::uint64_t encoding_steps(std::span<const files::TablePlan> plans) {
    return are_cut_alike(plans) ? plans[0].header.pages() : plans[0].header.pages() + plans[1].header.pages();
}

void encode_steps(const ClassScores& solved, const index::ClassIndex& index, std::span<const files::TablePlan> plans,
                  const PageRange& steps, const Team& team, const TakePage& take) {
    encode(plans, steps, codes_of_scores(solved, index, team.threads), team, take);
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
