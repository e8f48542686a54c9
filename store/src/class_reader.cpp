#include <dameotb/store/class_reader.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <dameotb/store/scores_from_codes.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::store {

using table::Metric;

void reduce_to_results(scores::ClassScores& solved, const memory::Team& team, BeyondRule beyond) {
    if (!solved.rule().exists()) {
        return;
    }
    const std::uint64_t slice = solved.layout().cells();
    constexpr std::uint64_t part_cells = std::uint64_t{1} << 15;
    const std::uint64_t part = (part_cells / slice + 1) * slice;
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
    const CodeSource codes = codes_in_file(distances, team.threads, ForcedPositions::AnyCode);
    std::optional<CodeSource> results;
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
