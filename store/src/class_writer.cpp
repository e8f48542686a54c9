#include <dameotb/store/class_writer.hpp>

#include <algorithm>
#include <ranges>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::store {

namespace {

using table::Metric;

/// Makes all block groups of the planned files, and returns the digests.
ClassDigests encode_all(std::span<const table::TablePlan> plans, const index::ClassIndex& index,
                        const CodeSource& codes, const memory::Team& team, const memory::OnShare& on_share,
                        const TakeGroup& take) {
    std::uint64_t positions = 0;
    for (const table::TablePlan& plan : plans) {
        positions += plan.header.stored_sides() * plan.header.positions_per_side;
    }
    memory::WorkCount count{positions, on_share};
    ClassDigests digests;
    encode_positions(plans, all_positions(index), codes, team, {take, digests.sinks()}, &count);
    return digests;
}

/// Writes the class's files, unless the codes have other results than these. Returns whether it did.
/// `results`: the digest of the class's results; null if not known.
bool write_files(const std::filesystem::path& directory, DrawRule rule, DistanceSides sides,
                 const index::ClassIndex& index, const CodeSource& codes, const table::Digest* results,
                 const memory::Team& team, const memory::OnShare& on_share) {
    const std::vector<table::TablePlan> plans = plan_class_files(codes, index, rule, sides, team);
    ClassFilesWriter writer{directory, index.material(), plans};
    const ClassDigests digests =
        encode_all(plans, index, codes, team, on_share,
                   [&](std::size_t table, const std::vector<std::byte>& group) { writer.append(table, group); });
    if (results != nullptr && digests.of(Metric::Wdl) != *results) {
        return false;
    }
    writer.finish(digests, team);
    return true;
}

/// Returns whether the rule changes a result among some positions that are spread over the class.
bool changes_some_result(const CodeSource& codes, const index::ClassIndex& index, const memory::Team& team) {
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
    const CodeSource of_scores = codes_of_scores(solved, index, team.threads);
    if (!solved.rule().exists()) {
        write_files(directory, {}, sides, index, of_scores, nullptr, team, on_share);
        return;
    }
    const table::OpenClass open{directory, solved.material(), Metric::Wdl};
    const table::OpenTable& wdl = open.table(Metric::Wdl);
    const table::Digest& results = wdl.header().values;
    const CodeSource exact = codes_of_scores(solved, index, team.threads, &wdl);
    // In most classes the rule changes no result. The scores say all then, and the .wdl, which takes as long to decode
    // as the .dtz to encode, is not needed. The digest proves it.
    if (!changes_some_result(exact, index, team) &&
        write_files(directory, solved.rule(), sides, index, of_scores, &results, team, on_share)) {
        return;
    }
    if (!write_files(directory, solved.rule(), sides, index, exact, &results, team, {})) {
        throw table::rule_contradiction(wdl.reader(), solved.rule());
    }
}

std::uint64_t encode_class(const scores::ClassScores& solved, DistanceSides sides, const memory::Team& team) {
    const index::ClassIndex index{solved.material()};
    const CodeSource codes = codes_of_scores(solved, index, team.threads);
    std::uint64_t bytes = 0;
    (void)encode_all(plan_class_files(codes, index, solved.rule(), sides, team), index, codes, team, {},
                     [&](std::size_t, const std::vector<std::byte>& group) { bytes += group.size(); });
    return bytes;
}

std::vector<table::TablePlan> plan_class_files(const CodeSource& codes, const index::ClassIndex& index, DrawRule rule,
                                               DistanceSides sides, const memory::Team& team) {
    std::vector<table::Header> files;
    for (const Metric metric : table::metrics_under(rule)) {
        files.push_back(table::new_header({index.material(), metric}, rule));
    }
    return plan_tables(files, sides, index, codes, team);
}

}  // namespace dameotb::store
