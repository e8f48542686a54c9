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

#include "table_codes.hpp"

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

/// The codes of a class in memory, from those of its .dtm.
class CodesInMemory {
public:
    CodesInMemory(const TableCodes& codes, std::uint64_t size, int threads)
        : codes_{codes}, size_{size}, results_(static_cast<std::size_t>(threads)) {}

    BothCodes operator()(std::size_t thread, rules::Colour mover, std::uint64_t first, std::uint32_t count) {
        const auto dtm = std::span{codes_}.subspan(static_cast<std::size_t>(mover) * size_ + first, count);
        std::vector<std::uint8_t>& wdl = results_[thread];
        wdl.resize(count);
        std::ranges::transform(dtm, wdl.begin(), codec::wdl_code_at);
        return {wdl, dtm};
    }

private:
    const TableCodes& codes_;
    std::uint64_t size_;
    std::vector<std::vector<std::uint8_t>> results_;  ///< One for each thread.
};

}  // namespace

bool has_class_files(const std::filesystem::path& directory, const index::Material& material) {
    const auto is_there = [&](Metric metric) { return files::has_table(directory, {material, metric}); };
    if (!std::ranges::all_of(files::metrics, is_there)) {
        return false;
    }
    files::require_own_wdl(files::open_table(directory, {material, Metric::Dtm}),
                           files::open_table(directory, {material, Metric::Wdl}));
    return true;
}

void write_class_files(const std::filesystem::path& directory, const ClassScores& solved, const Team& team) {
    const index::Material& material = solved.material();
    const TableCodes codes = to_codes(solved, team);
    const index::ClassIndex index{material};
    std::array<format::Digest, 2> digests;
    parallel_for(digests.size(), team,
                 [&](std::size_t, std::uint64_t i) { digests[i] = digest_of(codes, files::metrics[i]); });
    const std::array tables{TableToWrite{{material, Metric::Wdl}, digests[0], {}},
                            TableToWrite{{material, Metric::Dtm}, digests[1], digests[0]}};
    CodesInMemory in_memory{codes, index.size(), team.threads};
    const CodesOf codes_of = std::ref(in_memory);
    const std::vector<files::TablePlan> plans = plan_tables(tables, index, codes_of, team);
    const auto path = [&](Metric metric) { return files::table_path(directory, {material, metric}); };
    format::TableWriter wdl{path(Metric::Wdl), plans[0].header, plans[0].models_bytes};
    format::TableWriter dtm{path(Metric::Dtm), plans[1].header, plans[1].models_bytes};
    if (plans[0].header.unit_places == plans[1].header.unit_places) {
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

std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory, const index::Material& material,
                                        const FinishedClasses& finished, const Team& team) {
    const TableCodes codes = read_whole_table(directory, {material, Metric::Dtm}, team);
    std::unique_ptr<ClassScores> solved = from_codes(material, codes, finished, team);
    if (!solved) {
        throw format::TablebaseError{files::table_path(directory, {material, Metric::Dtm}).string(),
                                     "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

}  // namespace dameotb::store
