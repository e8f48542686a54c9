// A name in the list counts only if the directory has a file of that name, so a list written by a stranger leads
// nowhere else.
#include "output/site_list.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "error_words.hpp"
#include "terminal/bounded_lines.hpp"

namespace dameotb::tools {

namespace fs = std::filesystem;

namespace {

constexpr auto list_head = "Files of a report of dameotb:";  // and of a site

bool is_file(const fs::path& path) {
    return fs::is_regular_file(fs::symlink_status(path));
}

/// Returns the names in the list of a report, and the list's own name. Empty if there is no such list.
std::set<std::string> listed_files(const fs::path& directory) {
    std::set<std::string> names;
    if (!is_file(directory / site_list_name)) {
        return names;
    }
    std::ifstream list{directory / site_list_name};
    BoundedLines lines{list};
    if (lines.next() && lines.line() == list_head) {
        names.insert(site_list_name);
        while (lines.next()) {
            names.emplace(lines.line());
        }
    }
    return names;
}

/// Returns the directories that the files lie in, without the site itself: "answers" and "answers/stats" for
/// "answers/stats/KvK.json".
std::set<std::string> folders_of(const std::set<std::string>& names) {
    std::set<std::string> folders;
    for (const std::string& name : names) {
        for (fs::path at = fs::path{name}.parent_path(); !at.empty() && at.has_relative_path(); at = at.parent_path()) {
            folders.insert(at.string());
        }
    }
    return folders;
}

/// Returns the first name in the directory that is none of a report or site.
std::optional<std::string> foreign_name(const fs::path& directory, const std::set<std::string>& listed) {
    const std::set<std::string> folders = folders_of(listed);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{directory}) {
        const std::string name = entry.path().lexically_relative(directory).string();
        const bool is_folder = fs::is_directory(fs::symlink_status(entry.path()));
        if (is_folder ? !folders.contains(name) : !listed.contains(name) || !is_file(entry.path())) {
            return name;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string site_list(const std::set<std::string>& names) {
    return fmt::format("{}\n{}\n", list_head, fmt::join(names, "\n"));
}

void require_replaceable(const fs::path& directory, const fs::path& named) {
    const fs::file_status status = fs::symlink_status(directory);
    if (!fs::exists(status)) {
        return;
    }
    if (!fs::is_directory(status)) {
        throw UserError{fmt::format("{}: is no directory (name another one with --out)", named.string())};
    }
    const std::set<std::string> listed = listed_files(directory);
    const auto foreign = foreign_name(directory, listed);
    if (foreign && listed.empty()) {
        throw UserError{
            fmt::format("{}: is neither empty nor a report or site, it has {} (name another directory with --out)",
                        named.string(), *foreign)};
    }
    if (foreign) {
        throw UserError{
            fmt::format("{}: is a report or site, but {} is not of it (move that away, or name another directory with "
                        "--out)",
                        named.string(), *foreign)};
    }
}

bool remove_report(const fs::path& directory) {
    std::set<std::string> names = listed_files(directory);
    // The list is removed last. Until then, what is left is still known as a report.
    names.erase(site_list_name);
    std::set<std::string> folders;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{directory}) {
        const std::string name = entry.path().lexically_relative(directory).string();
        if (names.contains(name) && is_file(entry.path())) {
            ::unlink(entry.path().c_str());
        } else if (entry.is_directory()) {
            folders.insert(entry.path().string());
        }
    }
    // A directory goes after those in it, whose names are longer.
    std::for_each(folders.rbegin(), folders.rend(), [](const std::string& folder) { ::rmdir(folder.c_str()); });
    if (!foreign_name(directory, {site_list_name})) {
        ::unlink((directory / site_list_name).c_str());
    }
    return ::rmdir(directory.c_str()) == 0;
}

}  // namespace dameotb::tools
