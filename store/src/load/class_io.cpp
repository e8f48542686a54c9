// Turns scores into codes and those into files, and back.
#include <dameotb/store/load/class_io.hpp>

#include <algorithm>
#include <array>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/files/table_directory.hpp>
#include <dameotb/store/load/codes_digest.hpp>
#include <dameotb/store/load/table_stream.hpp>
#include <dameotb/store/load/table_writing.hpp>
#include <dameotb/store/threads/parallel.hpp>

#include <dameotb/store/load/table_codes.hpp>

namespace dameotb::store {

namespace {

using format::Metric;

std::uint8_t code_in(Metric metric, std::uint8_t dtm_code) {
    return metric == Metric::Dtm ? dtm_code : codec::wdl_code_at(dtm_code);
}

format::Digest digest_of(const TableCodes& codes, Metric metric) {
    constexpr std::size_t part = std::size_t{1} << 16;
    CodesDigest digest;
    std::vector<std::uint8_t> own;
    for (std::size_t first = 0; first < codes.size(); first += part) {
        own.resize(std::min(part, codes.size() - first));
        std::ranges::transform(std::span{codes}.subspan(first, own.size()), own.begin(),
                               [metric](std::uint8_t code) { return code_in(metric, code); });
        digest.add(own);
    }
    return digest.finish();
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

void write_class_files(const std::filesystem::path& directory, const ClassScores& solved, DtmSides sides,
                       const Team& team) {
    const index::Material& material = solved.material();
    const TableCodes codes = to_codes(solved, team);
    const index::ClassIndex index{material};
    std::array<format::Digest, 2> digests;
    parallel_for(digests.size(), team,
                 [&](std::size_t, std::uint64_t i) { digests[i] = digest_of(codes, files::metrics[i]); });
    const auto stored = sides == DtmSides::One ? std::nullopt : std::optional{format::StoredSides::Both};
    const std::array tables{TableToWrite{{material, Metric::Wdl}, digests[0], {}},
                            TableToWrite{{material, Metric::Dtm}, digests[1], digests[0], stored}};
    const CodesOf codes_of = codes_in_memory(codes, index.size());
    const std::vector<files::TablePlan> plans = plan_tables(tables, index, codes_of, team);
    const auto path = [&](Metric metric) { return files::table_path(directory, {material, metric}); };
    format::TableWriter wdl{path(Metric::Wdl), plans[0].header, plans[0].models_bytes};
    format::TableWriter dtm{path(Metric::Dtm), plans[1].header, plans[1].models_bytes};
    const auto cut = [](const format::Header& header) { return std::pair{header.unit_places, header.stored}; };
    if (cut(plans[0].header) == cut(plans[1].header)) {
        const std::array both{&plans[0], &plans[1]};
        const std::array writers{&wdl, &dtm};
        append_pages(both, writers, codes_of, team);
    } else {
        append_pages(std::array{&plans[0]}, std::array{&wdl}, codes_of, team);
        append_pages(std::array{&plans[1]}, std::array{&dtm}, codes_of, team);
    }
    wdl.finish();
    dtm.finish();
}

std::unique_ptr<ClassScores> read_class(const files::OpenTable& dtm, const FinishedClasses& finished,
                                        const Team& team) {
    const TableStream stream{dtm};
    TableCodes codes(stream.places());
    stream.read_all(codes, team);
    std::unique_ptr<ClassScores> solved =
        from_codes(dtm.index().material(), dtm.header().stored, codes, finished, team);
    if (!solved) {
        throw format::TablebaseError{dtm.reader().name(),
                                     "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory, const index::Material& material,
                                        const FinishedClasses& finished, const Team& team) {
    const files::OpenClass open{directory, material, Metric::Dtm};
    return read_class(open.table(Metric::Dtm), finished, team);
}

}  // namespace dameotb::store
