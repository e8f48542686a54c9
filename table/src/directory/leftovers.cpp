// Goes by names: removes only files with a name that a writer of tables gives to the temporary file of a table.
#include <dameotb/table/directory/leftovers.hpp>

#include <algorithm>
#include <vector>

#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/own_file.hpp>
#include <dameotb/table/format/temporary_file.hpp>

namespace dameotb::table {

namespace {

constexpr std::string_view scratch_ending = ".scratch";
constexpr std::string_view rule_ending = ".dtz";
constexpr std::string_view journal_ending = "-journal";
constexpr std::string_view counts_ending = ".stats";

bool is_of_counts(std::string_view name) {
    if (!name.ends_with(counts_ending)) {
        return false;
    }
    name.remove_suffix(counts_ending.size());
    const auto material = index::Material::parse(name);
    return material && material->is_canonical();
}

/// Returns what has such a name in the directory, in order.
template <class IsOne>
std::vector<std::filesystem::path> named_in(const std::filesystem::path& directory, const IsOne& is_one) {
    std::error_code ignored;
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator{directory, ignored}) {
        if (is_one(entry.path().filename().string())) {
            found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

std::filesystem::path scratch_path(const std::filesystem::path& directory, const index::Material& material,
                                   bool has_rule) {
    return directory / ("." + material.name() + std::string{has_rule ? rule_ending : ""} + std::string{scratch_ending});
}

std::optional<ScratchName> parse_scratch(const std::string& name) {
    std::string_view of_class{name};
    of_class.remove_suffix(of_class.ends_with(journal_ending) ? journal_ending.size() : 0);
    if (!of_class.starts_with('.') || !of_class.ends_with(scratch_ending)) {
        return std::nullopt;
    }
    of_class.remove_prefix(1);
    of_class.remove_suffix(scratch_ending.size());
    const bool has_rule = of_class.ends_with(rule_ending);
    of_class.remove_suffix(has_rule ? rule_ending.size() : 0);
    const auto material = index::Material::parse(of_class);
    return material && material->is_canonical() ? std::optional{ScratchName{*material, has_rule}} : std::nullopt;
}

std::filesystem::path journal_of(const std::filesystem::path& scratch) {
    return scratch.string() + std::string{journal_ending};
}

std::vector<std::filesystem::path> scratch_in(const std::filesystem::path& directory) {
    return named_in(directory,
                    [](const std::string& name) { return parse_scratch(name) && name.ends_with(scratch_ending); });
}

std::filesystem::path counts_path(const std::filesystem::path& directory, const index::Material& material) {
    return directory / (material.name() + std::string{counts_ending});
}

std::filesystem::path shared_run_path(const std::filesystem::path& directory) {
    return directory / ".dameotb-run";
}

std::filesystem::path shared_verification_path(const std::filesystem::path& directory) {
    return directory / ".dameotb-verify";
}

namespace {

bool is_scratch_of_finished_class(const std::filesystem::path& tables, const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const auto scratch = parse_scratch(name);
    return scratch &&
           std::ranges::all_of(
               metrics,
               [&](Metric metric) {
                   return has_rule(metric) != scratch->has_rule || has_table(tables, {scratch->material, metric});
               }) &&
           is_own_file(path, name.ends_with(journal_ending) ? journal_magic : scratch_magic);
}

/// Removes those that are regular files.
void remove_files(const std::vector<std::filesystem::path>& paths) {
    std::error_code ignored;
    for (const std::filesystem::path& path : paths) {
        if (std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::regular) {
            std::filesystem::remove(path, ignored);
        }
    }
}

}  // namespace

std::vector<std::filesystem::path> scratch_of_finished_classes(const std::filesystem::path& directory,
                                                               const std::filesystem::path& tables) {
    std::vector<std::filesystem::path> found = named_in(directory, parse_scratch);
    std::erase_if(found,
                  [&](const std::filesystem::path& path) { return !is_scratch_of_finished_class(tables, path); });
    return found;
}

void remove_scratch_of_finished_classes(const std::filesystem::path& directory, const std::filesystem::path& tables) {
    remove_files(scratch_of_finished_classes(directory, tables));
}

void remove_leftovers(const std::filesystem::path& directory) {
    remove_files(named_in(directory, [](const std::string& name) {
        const auto final_name = final_name_of(name);
        return final_name && (TableName::parse(*final_name) || is_of_counts(*final_name));
    }));
    remove_scratch_of_finished_classes(directory, directory);
}

}  // namespace dameotb::table
