// No step loses anything that was there. A rename replaces an empty directory and no other. A former report is
// exchanged with the new one, checked once more under its temporary name, where nobody else expects it, and only then
// removed.
// A list of files marks a directory as a report, or as a site, which has reports' pages in it. A name in the list
// counts only if the directory has a file of that name, so a list written by a stranger leads nowhere else.
#include "output/site_directory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/table/format/temporary_file.hpp>

#include "error_words.hpp"
#include "output/output_file.hpp"
#include "terminal/input.hpp"

namespace dameotb::tools {

namespace fs = std::filesystem;

namespace {

constexpr auto list_name = "dameotb-report.txt";             // the list does not name itself
constexpr auto list_head = "Files of a report of dameotb:";  // and of a site

bool is_file(const fs::path& path) {
    return fs::is_regular_file(fs::symlink_status(path));
}

/// Returns the names in the list of a report, and the list's own name. Empty if there is no such list.
std::set<std::string> listed_files(const fs::path& directory) {
    std::set<std::string> names;
    if (!is_file(directory / list_name)) {
        return names;
    }
    std::ifstream list{directory / list_name};
    BoundedLines lines{list};
    if (lines.next() && lines.line() == list_head) {
        names.insert(list_name);
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

/// Makes sure that nothing a user put there gets lost. Throws UserError unless the directory is missing, empty, or a
/// report or site with nothing else in it. `named`: the name for the directory in the error.
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

/// Removes the files of the report or site, and the directory if nothing else is in it. Returns whether the directory
/// is gone.
bool remove_report(const fs::path& directory) {
    std::set<std::string> names = listed_files(directory);
    // The list is removed last. Until then, what is left is still known as a report.
    names.erase(list_name);
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
    if (!foreign_name(directory, {list_name})) {
        ::unlink((directory / list_name).c_str());
    }
    return ::rmdir(directory.c_str()) == 0;
}

/// Returns the path without links and without a slash at the end, so that the directory itself is renamed.
fs::path plain_path(const fs::path& path) {
    const fs::path whole = fs::weakly_canonical(fs::absolute(path));
    return follow(whole.has_filename() ? whole : whole.parent_path()).path;
}

bool rename_to(const fs::path& from, const fs::path& to) {
    return ::rename(from.c_str(), to.c_str()) == 0;
}

/// Exchanges two directories in one step. Returns whether the system could do it.
bool exchange([[maybe_unused]] const fs::path& one, [[maybe_unused]] const fs::path& other) {
#ifdef RENAME_EXCHANGE
    return ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
#else
    return false;
#endif
}

/// Removes the former report. Requires: the new report is in place.
void remove_former(const fs::path& former, const fs::path& path) {
    if (!remove_report(former)) {
        throw UserError{
            fmt::format("{}: is the new report; the former one cannot be removed, or something was put "
                        "into it meanwhile: it is in {}",
                        path.string(), former.string())};
    }
}

}  // namespace

SiteDirectory::SiteDirectory(const fs::path& path) {
    while_writing(path, [&] {
        path_ = plain_path(path);
        require_replaceable(path_, path_);
        part_ = table::make_temporary_directory(path_);
    });
    directory_ = table::FileDescriptor{::open(part_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    try {
        while_writing(path_, [this] { require(directory_.is_open()); });
    } catch (...) {
        ::rmdir(part_.c_str());
        throw;
    }
}

SiteDirectory::~SiteDirectory() {
    if (!finished_) {
        std::ranges::for_each(names_,
                              [this](const std::string& name) { ::unlinkat(directory_.get(), name.c_str(), 0); });
        // A directory goes after those in it, whose names are longer.
        std::for_each(folders_.rbegin(), folders_.rend(),
                      [this](const std::string& name) { ::unlinkat(directory_.get(), name.c_str(), AT_REMOVEDIR); });
        ::rmdir(part_.c_str());
    }
}

void SiteDirectory::make(const std::string& name, const std::function<void(int)>& fill) {
    constexpr mode_t searchable = 0777;  // the umask takes some of these away
    constexpr mode_t readable = 0666;
    for (std::size_t slash = 0; (slash = name.find('/', slash)) != std::string::npos; ++slash) {
        if (const std::string folder = name.substr(0, slash); !folders_.contains(folder)) {
            while_writing(path_ / folder,
                          [&] { require(::mkdirat(directory_.get(), folder.c_str(), searchable) == 0); });
            folders_.insert(folder);
        }
    }
    while_writing(path_ / name, [&] {
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        const table::FileDescriptor file{::openat(directory_.get(), name.c_str(), flags, readable)};
        require(file.is_open());
        names_.insert(name);
        fill(file.get());
        require(::fsync(file.get()) == 0);
    });
}

void SiteDirectory::write(const std::string& name, std::string_view bytes) {
    make(name, [bytes](int file) { write_all(file, bytes); });
}

void SiteDirectory::copy(const std::string& name, const fs::path& from) {
    std::ifstream source{from, std::ios::binary};
    make(name, [&](int file) {
        std::vector<char> part(std::size_t{1} << 20);
        while (source.read(part.data(), static_cast<std::streamsize>(part.size())).gcount() > 0) {
            write_all(file, {part.data(), static_cast<std::size_t>(source.gcount())});
        }
        if (source.bad() || !source.eof()) {
            throw UserError{fmt::format("{}: cannot be read", from.string())};
        }
    });
}

void SiteDirectory::finish() {
    write(list_name, fmt::format("{}\n{}\n", list_head, fmt::join(names_, "\n")));
    while_writing(path_, [this] {
        if (const auto replaced = status_of(path_); replaced && S_ISDIR(replaced->st_mode)) {
            keep_rights(directory_.get(), *replaced);
        }
        ::fsync(directory_.get());  // not every file system can do this; the files are safe
        if (rename_to(part_, path_)) {
            finished_ = true;
            return;
        }
        require(errno == ENOTEMPTY || errno == EEXIST);
        require_replaceable(path_, path_);
        if (exchange(part_, path_)) {
            exchange_report();
        } else {
            replace_report();
        }
    });
}

/// Looks at the former report once more and removes it. If it has something else in it, undoes the exchange and throws.
/// Requires: the new report is in place, and what was there has the temporary name.
void SiteDirectory::exchange_report() {
    finished_ = true;
    try {
        require_replaceable(part_, path_);
    } catch (...) {
        finished_ = !exchange(part_, path_);
        throw;
    }
    remove_former(part_, path_);
}

/// Replaces the former report by two renames.
void SiteDirectory::replace_report() {
    const fs::path former = table::make_temporary_directory(path_);
    try {
        require(rename_to(path_, former));
    } catch (...) {
        ::rmdir(former.c_str());
        throw;
    }
    try {
        while_writing(path_, [&] {
            require_replaceable(former, path_);
            require(rename_to(part_, path_));
        });
    } catch (const UserError& error) {
        if (!rename_to(former, path_)) {
            throw UserError{fmt::format("{} (the former report is in {})", error.what(), former.string())};
        }
        throw;
    }
    finished_ = true;
    remove_former(former, path_);
}

}  // namespace dameotb::tools
