// The files are the journal: state_of reads them, and nothing else records what is done.
#include <dameotb/cluster/shared_run.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/temporary_file.hpp>
#include "encoded_files.hpp"

#include "class_cut.hpp"

namespace dameotb::cluster {

std::uint32_t parts_to_verify(const SharedRun& run, const index::Material& material) {
    constexpr std::uint64_t most_parts = 256;
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(index::stored_positions(material) / run.least_part_positions, 1, most_parts));
}

namespace {

/// Returns whether all scores that the run needs are shared, in pages.
bool is_shared_by_pages(const SharedRun& run, const SharedDirectory& shared, const ClassState& state,
                        const ClassParts& parts) {
    const bool has_needed = parts.scores == SharedScores::All ||
                            (state.has_files && still_needed(run, state.material) == SharedScores::Promoted);
    for (std::uint64_t batch = 0; has_needed && batch < parts.batches; ++batch) {
        if (!shared.has_batch(state.material, parts.of_pages(batch))) {
            return false;
        }
    }
    return has_needed;
}

}  // namespace

std::vector<ClassState> state_of(const SharedRun& run) {
    const SharedDirectory shared = run.directory();
    std::vector<ClassState> states;
    for (const index::Material& material : run.classes) {
        ClassState state = new_state(material, run);
        const auto sides = scores::sides_of_class_files(run.tables, material, run.rule);
        state.has_files = sides.has_value();
        state.sides = sides.value_or(state.sides);
        const auto parts = shared.parts(material);
        if (!parts) {  // other files may belong to another cut
            std::filesystem::remove_all(shared.of_class(material));
        }
        state.is_shared = parts && !parts->is_by_levels() && is_shared_by_pages(run, shared, state, *parts);
        if (parts && parts->is_by_levels()) {
            for (const auto& level : parts->levels) {
                const auto number = static_cast<std::uint32_t>(state.batches.size());
                state.batches.push_back(static_cast<std::uint32_t>(level.firsts.size()));
                for (std::uint32_t batch = 0; batch < level.firsts.size(); ++batch) {
                    if (shared.has_batch(material, {number, batch})) {
                        state.shared.insert({number, batch});
                    }
                }
            }
        }
        state.parts = parts_of_plan(shared, material).value_or(0);
        for (std::uint32_t part = 0; part < state.parts; ++part) {
            if (has_part(shared, material, part)) {
                state.encoded.insert(part);
            }
        }
        if (std::ranges::count(run.to_verify, material) > 0 && !shared.is_verified(material)) {
            state.parts_to_verify = parts_to_verify(run, material);
            for (std::uint32_t part = 0; part < state.parts_to_verify; ++part) {
                if (shared.is_verified(material, part)) {
                    state.verified.insert(part);
                }
            }
        }
        states.push_back(std::move(state));
    }
    return states;
}

void forget_other_tables(const SharedRun& run) {
    std::string digests;
    for (const index::Material& material : run.classes) {
        for (const table::Metric metric : table::metrics_under({})) {
            const table::TableReader table = table::open_table(run.tables, {material, metric});
            const auto& bytes = table.header().values.bytes;
            digests += material.name();
            digests.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
    }
    const std::filesystem::path path = run.shared / "digests";
    std::ifstream file{path};
    const std::string last{std::istreambuf_iterator<char>{file}, {}};
    if (last == digests) {
        return;
    }
    for (const auto& entry : std::filesystem::directory_iterator{run.shared}) {
        std::filesystem::remove_all(entry.path());
    }
    table::TemporaryFile written{path};
    written.write_at(0, std::as_bytes(std::span{digests}));
    written.commit();
}

}  // namespace dameotb::cluster
