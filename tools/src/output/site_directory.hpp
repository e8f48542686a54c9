// A directory of pages that is there when it is whole, and not before.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include <dameotb/format/file_descriptor.hpp>

namespace dameotb::tools {

/// Files are written into a new directory beside, under a temporary name, which becomes the directory when it is
/// finished; a former report there is replaced (site_list.hpp), with its permissions. Only what this object made, and
/// the files of that report, are ever removed. Not thread-safe.
class SiteDirectory {
public:
    /// Throws UserError if there is something else than an empty directory or a former report, or if nothing can be
    /// written.
    explicit SiteDirectory(const std::filesystem::path& path);
    /// Removes what was written, unless it is finished.
    ~SiteDirectory();
    SiteDirectory(const SiteDirectory&) = delete;
    SiteDirectory& operator=(const SiteDirectory&) = delete;

    /// Throws UserError if the file cannot be written. Requires: a plain file name, which is not there yet.
    void write(const std::string& name, std::string_view bytes);
    /// Throws UserError if it cannot be put in place; what was there is there then. Where the system can exchange two
    /// directories in one step, as Linux can on most file systems, there is the old report or the new one at any time;
    /// elsewhere a run that is killed between two renames leaves both of them beside, under temporary names.
    void finish();

private:
    void put_in_place();
    void exchange_report();
    void replace_report();
    [[noreturn]] void fail() const;

    std::filesystem::path path_;
    std::filesystem::path part_;
    format::FileDescriptor directory_;  ///< What was made, whatever it is called.
    std::set<std::string> names_;       ///< The files that were made in it.
    bool finished_ = false;
};

}  // namespace dameotb::tools
