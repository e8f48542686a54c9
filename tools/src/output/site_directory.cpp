// No step loses anything that was there. A rename replaces an empty directory and no other. A former report is
// exchanged with the new one, checked once more under its temporary name, where nobody else expects it, and only then
// removed.
#include "output/site_directory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/table/format/temporary_file.hpp>

#include "output/site_list.hpp"
#include "output/writing.hpp"

namespace dameotb::tools {

namespace fs = std::filesystem;

namespace {

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
    try {
        path_ = plain_path(path);
        require_replaceable(path_, path_);
        part_ = table::make_temporary_directory(path_);
    } catch (const fs::filesystem_error& error) {
        throw cannot_write(path, error.code().message());
    } catch (const table::TablebaseError& error) {
        throw cannot_write(path, error.reason());
    }
    directory_ = table::FileDescriptor{::open(part_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    if (!directory_.is_open()) {
        const UserError error = cannot_write(path_, table::last_system_error().message());
        ::rmdir(part_.c_str());
        throw error;
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

void SiteDirectory::fail() const {
    throw cannot_write(path_, table::last_system_error().message());
}

table::FileDescriptor SiteDirectory::create(const std::string& name) {
    for (std::size_t slash = 0; (slash = name.find('/', slash)) != std::string::npos; ++slash) {
        const std::string folder = name.substr(0, slash);
        constexpr mode_t searchable = 0777;  // the umask takes some of these away
        if (!folders_.contains(folder)) {
            if (::mkdirat(directory_.get(), folder.c_str(), searchable) != 0) {
                throw cannot_write(path_ / folder, table::last_system_error().message());
            }
            folders_.insert(folder);
        }
    }
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    constexpr mode_t readable = 0666;
    table::FileDescriptor file{::openat(directory_.get(), name.c_str(), flags, readable)};
    if (!file.is_open()) {
        throw cannot_write(path_ / name, table::last_system_error().message());
    }
    names_.insert(name);
    return file;
}

/// Makes sure that what was written lies on the disk. Throws UserError for `error`, and if that fails.
void SiteDirectory::complete(const std::string& name, int descriptor, std::error_code error) const {
    if (!error && ::fsync(descriptor) != 0) {
        error = table::last_system_error();
    }
    if (error) {
        throw cannot_write(path_ / name, error.message());
    }
}

void SiteDirectory::write(const std::string& name, std::string_view bytes) {
    const table::FileDescriptor file = create(name);
    complete(name, file.get(), write_all(file.get(), bytes));
}

void SiteDirectory::copy(const std::string& name, const fs::path& from) {
    std::ifstream source{from, std::ios::binary};
    const table::FileDescriptor file = create(name);
    std::vector<char> part(std::size_t{1} << 20);
    std::error_code error;
    while (!error && source.read(part.data(), static_cast<std::streamsize>(part.size())).gcount() > 0) {
        error = write_all(file.get(), {part.data(), static_cast<std::size_t>(source.gcount())});
    }
    if (source.bad() || !source.eof()) {
        throw UserError{fmt::format("{}: cannot be read", from.string())};
    }
    complete(name, file.get(), error);
}

void SiteDirectory::finish() {
    write(site_list_name, site_list(names_));
    if (const auto replaced = status_of(path_); replaced && S_ISDIR(replaced->st_mode)) {
        if (const std::error_code error = keep_rights(directory_.get(), *replaced)) {
            throw cannot_write(path_, error.message());
        }
    }
    ::fsync(directory_.get());  // not every file system can do this; the files are safe
    try {
        put_in_place();
    } catch (const fs::filesystem_error& error) {
        throw cannot_write(path_, error.code().message());
    } catch (const table::TablebaseError& error) {
        throw cannot_write(path_, error.reason());
    }
}

void SiteDirectory::put_in_place() {
    if (rename_to(part_, path_)) {
        finished_ = true;
        return;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) {
        fail();
    }
    require_replaceable(path_, path_);
    if (exchange(part_, path_)) {
        exchange_report();
    } else {
        replace_report();
    }
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
    if (!rename_to(path_, former)) {
        const UserError error = cannot_write(path_, table::last_system_error().message());
        ::rmdir(former.c_str());
        throw error;
    }
    try {
        require_replaceable(former, path_);
        if (!rename_to(part_, path_)) {
            fail();
        }
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
