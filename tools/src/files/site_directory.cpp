// No step loses existing files. A rename replaces an empty directory but no other. A previous report is exchanged with
// the new one, checked once more under its temporary name, where nobody else expects it, and only then removed.
// A list of files marks a directory as a report, or as a site, which contains a report's pages. A name in the list
// counts only if the directory contains a file of that name, so a list written by a stranger leads nowhere else.
#include "files/site_directory.hpp"

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
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/input.hpp>

#include "files/output_file.hpp"

namespace dameotb::tools {

namespace fs = std::filesystem;

namespace {

constexpr auto list_name = "dameotb-report.txt";             // the list does not name itself
constexpr auto list_head = "Files of a report of dameotb:";  // and of a site

bool is_file(const fs::path& path) {
    return fs::is_regular_file(fs::symlink_status(path));
}

/// The contents of a directory, as far as it is a report or site.
struct Contents {
    bool is_report = false;              ///< It has a list.
    std::set<std::string> files;         ///< Those named in its list, and the list itself.
    std::set<std::string> folders;       ///< "answers" and "answers/stats" for a file "answers/stats/KvK.json".
    std::optional<std::string> foreign;  ///< The name of something else. If set, the other members may be incomplete.
};

/// Returns the names in a report's list, and the list's own name. Empty if there is no such list.
std::set<std::string> listed_files(const fs::path& directory) {
    std::set<std::string> names;
    if (!is_file(directory / list_name)) {
        return names;
    }
    std::ifstream list{directory / list_name};
    terminal::BoundedLines lines{list};
    if (lines.next() && lines.line() == list_head) {
        names.insert(list_name);
        while (lines.next()) {
            names.emplace(lines.line());
        }
    }
    return names;
}

Contents contents_of(const fs::path& directory) {
    const std::set<std::string> listed = listed_files(directory);
    std::set<std::string> folders;
    for (const std::string& name : listed) {
        for (fs::path at = fs::path{name}.parent_path(); !at.empty() && at.has_relative_path(); at = at.parent_path()) {
            folders.insert(at.string());
        }
    }
    Contents contents;
    contents.is_report = !listed.empty();
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{directory}) {
        const std::string name = entry.path().lexically_relative(directory).string();
        if (fs::is_directory(fs::symlink_status(entry.path())) && folders.contains(name)) {
            contents.folders.insert(name);
        } else if (is_file(entry.path()) && listed.contains(name)) {
            contents.files.insert(name);
        } else {
            contents.foreign = name;
            break;
        }
    }
    return contents;
}

/// Ensures that nothing a user put there gets lost, and returns the directory's contents. Throws UserError unless the
/// directory is missing, empty, or a report or site with nothing else in it. `named`: the directory's name in the
/// error.
Contents require_replaceable(const fs::path& directory, const fs::path& named) {
    const fs::file_status status = fs::symlink_status(directory);
    if (!fs::exists(status)) {
        return {};
    }
    if (!fs::is_directory(status)) {
        throw terminal::UserError{fmt::format("{}: is no directory (name another one with --out)", named.string())};
    }
    Contents contents = contents_of(directory);
    if (contents.foreign && contents.is_report) {
        throw terminal::UserError{
            fmt::format("{}: is a report or site, but {} is not of it (move that away, or name another directory with "
                        "--out)",
                        named.string(), *contents.foreign)};
    }
    if (contents.foreign) {
        throw terminal::UserError{
            fmt::format("{}: is neither empty nor a report or site, it has {} (name another directory with --out)",
                        named.string(), *contents.foreign)};
    }
    return contents;
}

/// Removes a report or site with nothing else in it. Returns false at the first thing that cannot be removed.
bool remove_report(const fs::path& directory, const Contents& contents) {
    // The list is removed last: until then, the remainder is still recognised as a report.
    const auto unlink = [&](const std::string& name) { return ::unlink((directory / name).c_str()) == 0; };
    const auto remove_folder = [&](const std::string& name) { return ::rmdir((directory / name).c_str()) == 0; };
    return std::ranges::all_of(contents.files, [&](const auto& name) { return name == list_name || unlink(name); }) &&
           // A directory goes after its subdirectories, whose names are longer.
           std::all_of(contents.folders.rbegin(), contents.folders.rend(), remove_folder) &&
           (!contents.is_report || unlink(list_name)) && remove_folder("");
}

/// Returns the path without links and trailing slash, so that the directory itself is renamed.
fs::path plain_path(const fs::path& path) {
    const fs::path whole = fs::weakly_canonical(fs::absolute(path));
    return follow(whole.has_filename() ? whole : whole.parent_path()).path;
}

bool rename_to(const fs::path& from, const fs::path& to) {
    return ::rename(from.c_str(), to.c_str()) == 0;
}

/// Exchanges two directories atomically. Returns whether the system supports that.
bool exchange([[maybe_unused]] const fs::path& one, [[maybe_unused]] const fs::path& other) {
#ifdef RENAME_EXCHANGE
    return ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
#else
    return false;
#endif
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
        // A directory goes after its subdirectories, whose names are longer.
        std::for_each(folders_.rbegin(), folders_.rend(),
                      [this](const std::string& name) { ::unlinkat(directory_.get(), name.c_str(), AT_REMOVEDIR); });
        ::rmdir(part_.c_str());
    }
}

void SiteDirectory::make(const std::string& name, const std::function<void(int)>& fill) {
    constexpr mode_t searchable = 0777;  // reduced by the umask
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

void SiteDirectory::copy(const std::string& name, const fs::path& from, const std::function<void()>& go_on) {
    std::error_code unreadable;  // copy_range reports it
    copy_range(name, from, 0, fs::file_size(from, unreadable), go_on);
}

void SiteDirectory::copy_range(const std::string& name, const fs::path& from, std::uint64_t offset_bytes,
                               std::uint64_t size_bytes, const std::function<void()>& go_on) {
    std::ifstream source{from, std::ios::binary};
    source.seekg(static_cast<std::streamoff>(offset_bytes));
    make(name, [&](int file) {
        std::vector<char> piece(std::size_t{1} << 20);
        std::uint64_t left = size_bytes;
        while (left > 0) {
            go_on();
            source.read(piece.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, piece.size())));
            const auto found = static_cast<std::size_t>(source.gcount());
            if (found == 0) {
                throw terminal::UserError{fmt::format("{}: cannot be read", from.string())};
            }
            write_all(file, {piece.data(), found});
            left -= found;
        }
    });
}

void SiteDirectory::remove(const std::string& name) {
    while_writing(path_ / name, [&] { require(::unlinkat(directory_.get(), name.c_str(), 0) == 0); });
    names_.erase(name);
}
void SiteDirectory::finish() {
    write(list_name, fmt::format("{}\n{}\n", list_head, fmt::join(names_, "\n")));
    while_writing(path_, [this] {
        if (const auto replaced = status_of(path_); replaced && S_ISDIR(replaced->st_mode)) {
            keep_rights(directory_.get(), *replaced);
        }
        ::fsync(directory_.get());  // not every file system supports this; the files are safe
        if (rename_to(part_, path_)) {
            finished_ = true;
            return;
        }
        require(errno == ENOTEMPTY || errno == EEXIST);
        require_replaceable(path_, path_);
        replace_former();
    });
}

void SiteDirectory::replace_former() {
    fs::path former = part_;
    const bool is_exchanged = exchange(part_, path_);
    if (!is_exchanged) {
        former = table::make_temporary_directory(path_);
        if (!rename_to(path_, former)) {
            const std::system_error error{table::last_system_error()};
            ::rmdir(former.c_str());
            throw error;
        }
    }
    finished_ = is_exchanged;
    Contents contents;
    try {
        while_writing(path_, [&] {
            contents = require_replaceable(former, path_);
            require(is_exchanged || rename_to(part_, path_));
        });
    } catch (const terminal::UserError& error) {
        if (!(is_exchanged ? exchange(part_, path_) : rename_to(former, path_))) {
            throw terminal::UserError{fmt::format("{} (the former report is in {})", error.what(), former.string())};
        }
        finished_ = false;
        throw;
    }
    finished_ = true;
    if (!remove_report(former, contents)) {
        throw terminal::UserError{
            fmt::format("{}: is the new report; the former one cannot be removed, or something was put "
                        "into it meanwhile: it is in {}",
                        path_.string(), former.string())};
    }
}

}  // namespace dameotb::tools
