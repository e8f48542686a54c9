// Turns scores into codes and codes into files, and back.
#include <dameotb/store/class_io.hpp>

#include <algorithm>
#include <ranges>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/store/codes_digest.hpp>
#include <dameotb/store/scores_from_codes.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::store {

namespace {

using table::Metric;

/// Makes all block groups of the files, and returns the digests. `make_take(plans)` returns the receiver of block
/// groups.
template <class MakeTake>
ClassDigests encode_all(const index::ClassIndex& index, DrawRule rule, DistanceSides sides, const CodesOf& codes,
                        const memory::Team& team, const memory::OnShare& on_share, const MakeTake& make_take) {
    const std::vector<table::TablePlan> plans = plan_class_files(codes, index, rule, sides, team);
    std::uint64_t positions = 0;
    for (const table::TablePlan& plan : plans) {
        positions += plan.header.stored_sides() * plan.header.positions_per_side;
    }
    memory::WorkCount count{positions, on_share};
    ClassDigests digests;
    encode_positions(plans, all_positions(index), codes, team, {make_take(plans), digests.sinks()}, &count);
    return digests;
}

/// What files are made of.
struct FileSource {
    const index::ClassIndex& index;
    const CodesOf& codes;
    const table::Digest* results;  ///< That of the class's results; null if not known.
};

/// Writes the class's files, unless the codes have other results than they must. Returns whether it did.
bool write_files(const std::filesystem::path& directory, const scores::ClassScores& solved, DistanceSides sides,
                 const FileSource& source, const memory::Team& team, const memory::OnShare& on_share) {
    std::optional<ClassFilesWriter> writer;
    const ClassDigests digests = encode_all(
        source.index, solved.rule(), sides, source.codes, team, on_share, [&](std::span<const table::TablePlan> plans) {
            writer.emplace(directory, solved.material(), plans);
            return [&](std::size_t table, const std::vector<std::byte>& group) { writer->append(table, group); };
        });
    if (source.results != nullptr && digests.of(Metric::Wdl) != *source.results) {
        return false;
    }
    writer->finish(digests, team);
    return true;
}

/// Returns whether the rule changes a result among some positions that are spread over the class.
bool changes_some_result(const CodesOf& codes, const index::ClassIndex& index, const memory::Team& team) {
    constexpr std::uint64_t samples = 64;
    std::vector<std::uint8_t> some(std::min<std::uint64_t>(index.size(), 4096));
    for (int side = 0; side < index::stored_sides(index.material()); ++side) {
        for (std::uint64_t i = 0; i < samples; ++i) {
            read_codes(codes, static_cast<Colour>(side), (index.size() - some.size()) * i / samples, some, team);
            if (std::ranges::any_of(some, table::is_beyond_rule)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

std::vector<CodesSink> ClassDigests::sinks() {
    std::vector<CodesSink> sinks;
    for (const Metric metric : table::metrics) {
        if (coding_of(metric) == table::Coding::Results) {
            sinks.emplace_back([this, metric](auto codes) { digests_[metric].add(codes, table::result_code_at); });
        } else {
            sinks.emplace_back([this, metric](auto codes) { digests_[metric].add(codes); });
        }
    }
    return sinks;
}

ClassFilesWriter::ClassFilesWriter(const std::filesystem::path& directory, const index::Material& material,
                                   std::span<const table::TablePlan> plans) {
    for (const table::TablePlan& plan : plans) {
        metrics_.push_back(plan.header.metric);
        writers_.push_back(std::make_unique<table::TableWriter>(
            table::table_path(directory, {material, plan.header.metric}), plan.header, plan.models_bytes));
    }
}

void ClassFilesWriter::append(std::size_t table, std::span<const std::byte> group) {
    writers_[table]->append(group);
}

void ClassFilesWriter::finish(const ClassDigests& digests, const memory::Team& team) {
    const auto for_each_part = [&](std::uint64_t count, const auto& part) {
        memory::parallel_for(count, team, [&](std::size_t, std::uint64_t i) { part(i); });
    };
    for (std::size_t i = 0; i < writers_.size(); ++i) {
        writers_[i]->reseal(digests.of(metrics_[i]), needs_wdl(metrics_[i]) ? digests.of(Metric::Wdl) : table::Digest{},
                            for_each_part);
    }
    for (const auto& writer : writers_) {
        writer->finish();
    }
}

void write_class_files(const std::filesystem::path& directory, const scores::ClassScores& solved, DistanceSides sides,
                       const memory::Team& team, const memory::OnShare& on_share) {
    const index::ClassIndex index{solved.material()};
    const CodesOf of_scores = codes_of_scores(solved, index, team.threads);
    if (!solved.rule().exists()) {
        write_files(directory, solved, sides, {index, of_scores, nullptr}, team, on_share);
        return;
    }
    const table::OpenClass open{directory, solved.material(), Metric::Wdl};
    const table::OpenTable& wdl = open.table(Metric::Wdl);
    const table::Digest& results = wdl.header().values;
    const CodesOf exact = codes_of_scores(solved, index, team.threads, &wdl);
    // In most classes the rule changes no result. The scores say all then, and the .wdl, which takes as long to decode
    // as the .dtz to encode, is not needed. The digest proves it.
    if (!changes_some_result(exact, index, team) &&
        write_files(directory, solved, sides, {index, of_scores, &results}, team, on_share)) {
        return;
    }
    if (!write_files(directory, solved, sides, {index, exact, &results}, team, {})) {
        throw table::contradicts_rule(wdl.reader(), solved.rule());
    }
}

std::uint64_t encode_class(const scores::ClassScores& solved, DistanceSides sides, const memory::Team& team) {
    const index::ClassIndex index{solved.material()};
    std::uint64_t bytes = 0;
    (void)encode_all(index, solved.rule(), sides, codes_of_scores(solved, index, team.threads), team, {},
                     [&](std::span<const table::TablePlan>) {
                         return [&](std::size_t, const std::vector<std::byte>& group) { bytes += group.size(); };
                     });
    return bytes;
}

std::vector<table::TablePlan> plan_class_files(const CodesOf& codes, const index::ClassIndex& index, DrawRule rule,
                                               DistanceSides sides, const memory::Team& team) {
    std::vector<TableToWrite> tables;
    for (const Metric metric : table::metrics_under(rule)) {
        tables.push_back({.name = {index.material(), metric}, .rule = rule});
        if (needs_wdl(metric) && sides == DistanceSides::One) {
            tables.back().stored.reset();
        }
    }
    return plan_tables(tables, index, codes, team);
}

void keep_results(scores::ClassScores& solved, const memory::Team& team, BeyondRule beyond) {
    if (!solved.rule().exists()) {
        return;
    }
    const std::uint64_t slice = solved.layout().cells();
    constexpr std::uint64_t cells_of_part = std::uint64_t{1} << 15;
    const std::uint64_t part = (cells_of_part / slice + 1) * slice;
    const memory::WorkingSet working_set{memory::ScorePages::bytes_of_run(part, slice),
                                         memory::ScorePages::bytes_of_run(solved.size(), slice)};
    memory::parallel_for_within(
        solved.memory(), working_set, (solved.size() + part - 1) / part, team, [&](std::size_t, std::uint64_t i) {
            const std::uint64_t count = std::min(part, solved.size() - i * part);
            const std::span cells{solved.cells_from(i * part, count), count};
            if (beyond == BeyondRule::Kept) {
                std::ranges::transform(cells, cells.begin(), [](scores::Score score) {
                    return !scores::is_beyond_rule(score) ? scores::after_reset(score)
                           : score > scores::draw_score   ? scores::beyond_rule
                                                          : static_cast<scores::Score>(-scores::beyond_rule);
                });
            } else {
                std::ranges::transform(cells, cells.begin(),
                                       [](scores::Score score) { return scores::after_reset(score); });
            }
        });
}

namespace {

/// `wdl`: null, or the class's .wdl, for BeyondRule::Kept.
std::unique_ptr<scores::ClassScores> read_file(const table::OpenTable& distances, const table::OpenTable* wdl,
                                               const scores::SolvedClasses& solved_classes, const memory::Team& team,
                                               const memory::OnShare& on_share) {
    const CodesOf codes = codes_in_file(distances, team.threads, ForcedPositions::AnyCode);
    std::optional<CodesOf> results;
    if (wdl != nullptr) {
        results = codes_in_file(*wdl, team.threads, ForcedPositions::AnyCode);
    }
    std::unique_ptr<scores::ClassScores> solved =
        scores_from_codes(distances.index(), distances.header().stored, distances.header().rule, codes, solved_classes,
                          team, on_share, results ? &*results : nullptr);
    if (!solved) {
        throw table::TablebaseError{distances.reader().name(),
                                    "holds a distance above " + std::to_string(scores::longest_plies) + " plies"};
    }
    return solved;
}

}  // namespace

std::unique_ptr<scores::ClassScores> read_class(const table::OpenTable& distances,
                                                const scores::SolvedClasses& solved_classes, const memory::Team& team,
                                                const memory::OnShare& on_share) {
    return read_file(distances, nullptr, solved_classes, team, on_share);
}

std::unique_ptr<scores::ClassScores> read_class(const table::TableDirectories& directory,
                                                const index::Material& material, DrawRule rule,
                                                const scores::SolvedClasses& solved_classes, const memory::Team& team,
                                                const memory::OnShare& on_share, BeyondRule beyond) {
    const table::OpenClass open{directory, material, table::distances_under(rule)};
    const table::OpenTable& distances = open.table(table::distances_under(rule));
    table::require_rule(distances.reader(), rule);
    const bool asks_wdl = rule.exists() && beyond == BeyondRule::Kept;
    return read_file(distances, asks_wdl ? &open.table(Metric::Wdl) : nullptr, solved_classes, team, on_share);
}

}  // namespace dameotb::store
