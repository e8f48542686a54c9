// A directory of pages and what belongs to them that exists only when it is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::tools {

/// Writes files into a new directory with a temporary name beside the target. When finished, the new directory takes
/// the target's place. A former report or site there is replaced, and its permissions are kept. Only what this
/// object made, and the files of the former report, are ever removed. Not thread-safe.
class SiteDirectory {
public:
    /// Throws UserError if `path` is something other than an empty directory or a former report, or if nothing can be
    /// written there.
    explicit SiteDirectory(const std::filesystem::path& path);
    /// Removes what was written, unless it is finished.
    ~SiteDirectory();
    SiteDirectory(const SiteDirectory&) = delete;
    SiteDirectory& operator=(const SiteDirectory&) = delete;

    /// Writes a file. The directories of its name are made: "answers/classes.json". Throws UserError if the file cannot
    /// be written. Requires: a relative name of plain parts that does not exist yet.
    void write(const std::string& name, std::string_view bytes);
    /// Does the same with the bytes of a file that is there. Throws UserError if that cannot be read or written.
    void copy(const std::string& name, const std::filesystem::path& from);
    /// Returns where the files are until finish(). Those that were written may be replaced there.
    [[nodiscard]] const std::filesystem::path& unfinished() const { return part_; }
    /// Puts the directory in place. Throws UserError if that fails; then what was there before is still there. If the
    /// system can exchange two directories in one step, as Linux can on most file systems, there is the old or the new
    /// report at any time. On other systems, a run that is killed between two renames leaves both reports beside the
    /// target, under temporary names.
    void finish();

private:
    /// Makes a file, which `fill` fills, and makes sure that it lies on the disk.
    void make(const std::string& name, const std::function<void(int descriptor)>& fill);
    /// Takes the place of the former report, looks at that once more and removes it. If it has something else in it,
    /// puts it back and throws. Requires: there is a directory.
    void replace_former();

    std::filesystem::path path_;
    std::filesystem::path part_;
    table::FileDescriptor directory_;  ///< The new directory, whatever its name is.
    std::set<std::string> names_;      ///< The files that were made in it.
    std::set<std::string> folders_;    ///< The directories that were made in it.
    bool finished_ = false;
};

}  // namespace dameotb::tools
