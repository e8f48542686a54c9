// The files are the journal: state_of reads them, and nothing else records what is done.
#include <dameotb/cluster/shared_run.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>

#include <unistd.h>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/own_file.hpp>
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
        const auto sides = store::sides_of_class_files(run.tables, material, run.rule);
        state.has_files = sides.has_value();
        state.sides = sides.value_or(state.sides);
        const auto parts = shared.parts(material);
        if (!parts) {  // other files may belong to another cut
            shared.remove(material);
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
        // A class that has files is read, not solved: what is left of its batches is of no use.
        const auto batches = std::accumulate(state.batches.begin(), state.batches.end(), std::size_t{0});
        if (state.has_files && state.shared.size() < batches) {
            shared.remove(material);
            state.batches.clear();
            state.shared.clear();
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

namespace {

/// The file that notes the identity of a shared directory: the magic, and hexadecimal digits.
constexpr auto identity_name = "run";
constexpr std::string_view identity_magic = "dameotb shared run 1\n";
constexpr std::size_t identity_digits = 16;

std::filesystem::path identity_path(const std::filesystem::path& shared) {
    return shared / identity_name;
}

/// Returns the identity that is noted; nothing if the file is missing or damaged.
std::optional<std::uint64_t> noted_identity(const std::filesystem::path& shared) {
    std::ifstream file{identity_path(shared)};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    std::uint64_t identity = 0;
    const char* const digits = text.data() + identity_magic.size();
    const bool is_noted =
        text.size() == identity_magic.size() + identity_digits && text.starts_with(identity_magic) &&
        std::from_chars(digits, digits + identity_digits, identity, 16).ptr == digits + identity_digits;
    return is_noted ? std::optional{identity} : std::nullopt;
}

void note_identity(const std::filesystem::path& shared, std::uint64_t identity) {
    std::array<char, identity_digits + 1> digits{};
    (void)std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(identity));
    const std::string text = std::string{identity_magic}.append(digits.data());
    table::TemporaryFile file{identity_path(shared)};
    file.write_at(0, std::as_bytes(std::span{text}));
    file.commit();
}

/// Removes what runs left that were killed as they made the directory.
void remove_unfinished(const std::filesystem::path& shared) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator{shared.parent_path()}) {
        const std::string name = entry.path().filename().string();
        if (table::final_name_of(name) == shared.filename() &&
            entry.symlink_status().type() == std::filesystem::file_type::directory) {
            found.push_back(entry.path());
        }
    }
    std::error_code ignored;
    for (const std::filesystem::path& directory : found) {
        for (const auto& entry : std::filesystem::directory_iterator{directory, ignored}) {
            table::remove_own_file(entry.path(), identity_magic);
        }
        std::filesystem::remove(directory, ignored);  // only if it is empty
    }
}

}  // namespace

// The directory appears with its identity, so one without it is of somebody else, or of an older version.
std::uint64_t begin_sharing(const std::filesystem::path& shared) {
    const std::uint64_t identity = memory::random_identity();
    if (!std::filesystem::exists(std::filesystem::symlink_status(shared))) {
        remove_unfinished(shared);
        const std::filesystem::path made = table::make_temporary_directory(shared);
        note_identity(made, identity);
        std::filesystem::rename(made, shared);
        return identity;
    }
    if (!table::is_own_file(identity_path(shared), identity_magic)) {
        throw table::TablebaseError{shared.string(),
                                    "was not made by this version of dameotb, and a run needs its name: move it "
                                    "elsewhere, or remove it"};
    }
    if (const auto noted = noted_identity(shared)) {
        return *noted;
    }
    SharedDirectory{shared}.remove_all();  // nobody can tell what it is of
    note_identity(shared, identity);
    return identity;
}

std::uint64_t shared_identity(const std::filesystem::path& shared) {
    const auto identity = noted_identity(shared);
    if (!identity) {
        throw table::TablebaseError{identity_path(shared).string(), "is missing or damaged"};
    }
    return *identity;
}

void end_sharing(const std::filesystem::path& shared) {
    if (!SharedDirectory{shared}.remove_all()) {
        return;  // a later run has to see whose the rest is
    }
    table::remove_own_file(identity_path(shared), identity_magic);
    ::rmdir(shared.c_str());  // neither a link nor a directory in which something is left
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
    const std::filesystem::path path = run.directory().digests();
    std::ifstream file{path};
    const std::string last{std::istreambuf_iterator<char>{file}, {}};
    if (last == digests) {
        return;
    }
    run.directory().remove_all();
    table::TemporaryFile written{path};
    written.write_at(0, std::as_bytes(std::span{digests}));
    written.commit();
}

}  // namespace dameotb::cluster
