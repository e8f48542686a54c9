// Renames within one directory: the old one aside, the new one in, the old one away.
#include "report/site_directory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "errors.hpp"

namespace dameotb::tools::report {

namespace fs = std::filesystem;

namespace {

constexpr auto list_name = "dameotb-report.txt";
constexpr auto list_head = "Files of a report of dameotb:";

fs::path with_ending(fs::path path, const char* ending) {
    path += ending;
    return path;
}

UserError cannot_write(const fs::path& path, const std::string& why) {
    return UserError{fmt::format("{}: cannot be written: {}", path.string(), why)};
}

/// The names that the list of a report has; empty if there is no such list.
std::set<std::string> listed_files(const fs::path& directory) {
    std::ifstream list{directory / list_name};
    std::set<std::string> names;
    std::string line;
    if (std::getline(list, line) && line == list_head) {
        names.insert(list_name);
        while (std::getline(list, line)) {
            names.insert(line);
        }
    }
    return names;
}

/// Nothing that a user put there may get lost.
void require_replaceable(const fs::path& path) {
    if (!fs::exists(path)) {
        return;
    }
    if (!fs::is_directory(path)) {
        throw UserError{fmt::format("{}: is no directory (name another one with --out)", path.string())};
    }
    const std::set<std::string> names = listed_files(path);
    for (const fs::directory_entry& entry : fs::directory_iterator{path}) {
        const std::string name = entry.path().filename().string();
        if (!names.contains(name) || entry.is_directory()) {
            throw UserError{
                names.empty()
                    ? fmt::format("{}: is neither empty nor a report, it has {} (name another directory with --out)",
                                  path.string(), name)
                    : fmt::format("{}: is a report, but {} is not of it (move that away, or name another directory "
                                  "with --out)",
                                  path.string(), name)};
        }
    }
}

/// Without links and without a slash at the end: what is renamed is the directory itself.
fs::path plain_path(const fs::path& path) {
    const fs::path whole = fs::weakly_canonical(fs::absolute(path));
    return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace

SiteDirectory::SiteDirectory(const fs::path& path) : path_{plain_path(path)}, part_{with_ending(path_, ".part")} {
    require_replaceable(path_);
    std::error_code error;
    fs::remove_all(part_, error);
    if (!error) {
        fs::create_directory(part_, error);
    }
    if (error) {
        throw cannot_write(part_, error.message());
    }
}

SiteDirectory::~SiteDirectory() {
    if (!finished_) {
        std::error_code ignored;
        fs::remove_all(part_, ignored);
    }
}

void SiteDirectory::write(const std::string& name, std::string_view bytes) {
    std::ofstream file{part_ / name, std::ios::binary};
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
        throw cannot_write(part_ / name, std::strerror(errno));
    }
    names_.insert(name);
}

void SiteDirectory::finish() {
    std::string list = std::string{list_head} + '\n';
    std::ranges::for_each(names_, [&list](const std::string& name) { list += name + '\n'; });
    write(list_name, list);
    require_replaceable(path_);
    const fs::path old = with_ending(path_, ".old");
    std::error_code error;
    const bool replaces = fs::exists(path_);
    if (replaces) {
        fs::rename(path_, old, error);
    }
    if (!error) {
        fs::rename(part_, path_, error);
        if (error && replaces) {
            std::error_code ignored;
            fs::rename(old, path_, ignored);
        }
    }
    if (error) {
        throw cannot_write(path_, error.message());
    }
    finished_ = true;
    fs::remove_all(old, error);
}

}  // namespace dameotb::tools::report
