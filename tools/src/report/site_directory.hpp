// A directory of pages that is there when it is whole, and not before.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace dameotb::tools::report {

/// Files are written beside, under the directory's name with `.part` behind it, which becomes the directory when it is
/// finished; a former report there is replaced. A file in the directory lists the others: by it a former report is
/// known. Not thread-safe.
class SiteDirectory {
public:
    /// Throws UserError if there is something else than an empty directory or a former report, or if nothing can be
    /// written. A `.part` directory that an earlier run left is replaced.
    explicit SiteDirectory(const std::filesystem::path& path);
    /// Removes what was written, unless it is finished.
    ~SiteDirectory();
    SiteDirectory(const SiteDirectory&) = delete;
    SiteDirectory& operator=(const SiteDirectory&) = delete;

    /// Throws UserError if the file cannot be written. Requires: a plain file name.
    void write(const std::string& name, std::string_view bytes);
    /// Throws UserError if it cannot be put in place; what was there is there then.
    void finish();

private:
    std::filesystem::path path_;
    std::filesystem::path part_;
    std::set<std::string> names_;
    bool finished_ = false;
};

}  // namespace dameotb::tools::report
