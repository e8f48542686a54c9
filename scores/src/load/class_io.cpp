// Turns scores into codes and codes into files, and back.
#include <dameotb/scores/load/class_io.hpp>

#include <algorithm>
#include <ranges>

#include <dameotb/scores/load/class_loader.hpp>
#include <dameotb/scores/load/codes_digest.hpp>
#include <dameotb/scores/load/scores_from_codes.hpp>
#include <dameotb/scores/load/table_writing.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::scores {

namespace {

using table::Metric;

/// Returns the plans of the class's files, with digests still unknown.
std::vector<table::TablePlan> plan_files(const index::ClassIndex& index, rules::DrawRule rule, DistanceSides sides,
                                         const CodesOf& codes, const Team& team) {
    const index::Material& material = index.material();
    std::vector<TableToWrite> tables;
    for (const Metric metric : table::metrics_under(rule)) {
        tables.push_back({.name = {material, metric}, .rule = rule});
        if (needs_wdl(metric) && sides == DistanceSides::One) {
            tables.back().stored.reset();
        }
    }
    return plan_tables(tables, index, codes, team);
}

/// Makes all block groups of the files, and returns the digests. `make_take(plans)` returns the receiver of block
/// groups.
template <class MakeTake>
ClassDigests encode_all(const index::ClassIndex& index, rules::DrawRule rule, DistanceSides sides, const CodesOf& codes,
                        const Team& team, const OnShare& on_share, const MakeTake& make_take) {
    const std::vector<table::TablePlan> plans = plan_files(index, rule, sides, codes, team);
    std::uint64_t positions = 0;
    for (const table::TablePlan& plan : plans) {
        positions += plan.header.stored_sides() * plan.header.positions_per_side;
    }
    WorkCount count{positions, on_share};
    ClassDigests digests;
    // The digests are of all sides, also where no file stores one, as with a .dtz of one side alone.
    const PositionRange all{0, static_cast<std::uint64_t>(index::stored_sides(index.material())) * index.size()};
    encode_positions(plans, all, codes, team, {make_take(plans), digests.sinks()}, &count);
    return digests;
}

}  // namespace

DistanceSides sides_to_store(const index::Material& material, std::uint64_t one_side_from) {
    return index::stored_sides(material) == 1 || index::stored_positions(material) < one_side_from ? DistanceSides::All
                                                                                                   : DistanceSides::One;
}

DistanceSides sides_of(const table::Header& dtm) {
    return dtm.stores_all_sides() ? DistanceSides::All : DistanceSides::One;
}

std::optional<DistanceSides> sides_of_class_files(const std::filesystem::path& directory,
                                                  const index::Material& material, rules::DrawRule rule) {
    const auto is_there = [&](Metric metric) { return table::has_table(directory, {material, metric}); };
    if (!is_there(Metric::Wdl) || !is_there(table::distances_under(rule))) {
        return std::nullopt;
    }
    const table::TableReader distances = table::open_table(directory, {material, table::distances_under(rule)});
    table::require_own_wdl(distances, table::open_table(directory, {material, Metric::Wdl}));
    table::require_rule(distances, rule);
    return sides_of(distances.header());
}

std::vector<index::Material> needed_to_read(const index::Material& material, DistanceSides sides) {
    std::vector<index::Material> needed = index::direct_dependencies(material);
    if (sides == DistanceSides::All) {
        std::erase_if(needed, [&](const index::Material& other) { return other.pieces() == material.pieces(); });
    }
    return needed;
}

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

void ClassFilesWriter::finish(const ClassDigests& digests) {
    for (std::size_t i = 0; i < writers_.size(); ++i) {
        writers_[i]->reseal(digests.of(metrics_[i]),
                            needs_wdl(metrics_[i]) ? digests.of(Metric::Wdl) : table::Digest{});
    }
    for (const auto& writer : writers_) {
        writer->finish();
    }
}

void write_class_files(const std::filesystem::path& directory, const ClassScores& solved, DistanceSides sides,
                       const Team& team, const OnShare& on_share) {
    const index::ClassIndex index{solved.material()};
    std::optional<table::OpenClass> open;
    if (solved.rule().exists()) {
        open.emplace(directory, solved.material(), Metric::Wdl);
    }
    const table::OpenTable* const wdl = open ? &open->table(Metric::Wdl) : nullptr;
    const CodesOf codes = codes_of_scores(solved, index, team.threads, wdl);
    std::optional<ClassFilesWriter> writer;
    const ClassDigests digests =
        encode_all(index, solved.rule(), sides, codes, team, on_share, [&](std::span<const table::TablePlan> plans) {
            writer.emplace(directory, solved.material(), plans);
            return [&](std::size_t table, const std::vector<std::byte>& group) { writer->append(table, group); };
        });
    if (wdl != nullptr && digests.of(Metric::Wdl) != wdl->header().values) {
        throw table::TablebaseError{wdl->reader().name(), "contradicts the results under the rule of " +
                                                              std::to_string(solved.rule().plies) + " plies"};
    }
    writer->finish(digests);
}

std::uint64_t encode_class(const ClassScores& solved, DistanceSides sides, const Team& team) {
    const index::ClassIndex index{solved.material()};
    std::uint64_t bytes = 0;
    (void)encode_all(index, solved.rule(), sides, codes_of_scores(solved, index, team.threads), team, {},
                     [&](std::span<const table::TablePlan>) {
                         return [&](std::size_t, const std::vector<std::byte>& group) { bytes += group.size(); };
                     });
    return bytes;
}

std::vector<table::TablePlan> plan_class_files(const ClassScores& solved, const index::ClassIndex& index,
                                               DistanceSides sides, const Team& team) {
    return plan_files(index, solved.rule(), sides, codes_of_scores(solved, index, team.threads), team);
}

void keep_results(ClassScores& solved, const Team& team, BeyondRule beyond) {
    if (!solved.rule().exists()) {
        return;
    }
    const std::uint64_t slice = solved.layout().cells();
    const std::uint64_t part = slices_of_part(solved.material()) * slice;
    const WorkingSet working_set{ScorePages::bytes_of_run(part, slice), ScorePages::bytes_of_run(solved.size(), slice)};
    parallel_for_within(
        solved.memory(), working_set, (solved.size() + part - 1) / part, team, [&](std::size_t, std::uint64_t i) {
            const std::uint64_t count = std::min(part, solved.size() - i * part);
            const std::span cells{solved.cells_from(i * part, count), count};
            if (beyond == BeyondRule::Kept) {
                std::ranges::transform(cells, cells.begin(), [](Score score) {
                    return !is_beyond_rule(score) ? after_reset(score)
                           : score > draw_score   ? beyond_rule
                                                  : static_cast<Score>(-beyond_rule);
                });
            } else {
                std::ranges::transform(cells, cells.begin(), [](Score score) { return after_reset(score); });
            }
        });
}

namespace {

/// `wdl`: null, or the class's .wdl, for BeyondRule::Kept.
std::unique_ptr<ClassScores> read_class(const table::OpenTable& distances, const table::OpenTable* wdl,
                                        const SolvedClasses& solved_classes, const Team& team,
                                        const OnShare& on_share) {
    const CodesOf codes = codes_in_file(distances, team.threads, ForcedPositions::AnyCode);
    std::optional<CodesOf> results;
    if (wdl != nullptr) {
        results = codes_in_file(*wdl, team.threads, ForcedPositions::AnyCode);
    }
    std::unique_ptr<ClassScores> solved =
        scores_from_codes(distances.index(), distances.header().stored, distances.header().rule, codes, solved_classes,
                          team, on_share, results ? &*results : nullptr);
    if (!solved) {
        throw table::TablebaseError{distances.reader().name(),
                                    "holds a distance above " + std::to_string(longest_plies) + " plies"};
    }
    return solved;
}

}  // namespace

std::unique_ptr<ClassScores> read_class(const table::OpenTable& distances, const SolvedClasses& solved_classes,
                                        const Team& team, const OnShare& on_share) {
    return read_class(distances, nullptr, solved_classes, team, on_share);
}

std::unique_ptr<ClassScores> read_class(const std::filesystem::path& directory, const index::Material& material,
                                        rules::DrawRule rule, const SolvedClasses& solved_classes, const Team& team,
                                        const OnShare& on_share, BeyondRule beyond) {
    const table::OpenClass open{directory, material, table::distances_under(rule)};
    const table::OpenTable& distances = open.table(table::distances_under(rule));
    table::require_rule(distances.reader(), rule);
    const bool asks_wdl = rule.exists() && beyond == BeyondRule::Kept;
    return read_class(distances, asks_wdl ? &open.table(Metric::Wdl) : nullptr, solved_classes, team, on_share);
}

}  // namespace dameotb::scores
