// A directory of pages and their files that exists only when complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::tools {

/// Writes files into a new directory with a temporary name next to the target. When finished, the new directory takes
/// the target's place. It replaces a previous report or site and keeps its permissions. Nothing is ever removed except
/// what this object made and the files of the previous report. Not thread-safe.
class SiteDirectory {
public:
    /// Throws UserError if `path` is something other than an empty directory or a previous report, or if nothing can be
    /// written there.
    explicit SiteDirectory(const std::filesystem::path& path);
    /// Removes what was written, unless it is finished.
    ~SiteDirectory();
    SiteDirectory(const SiteDirectory&) = delete;
    SiteDirectory& operator=(const SiteDirectory&) = delete;

    /// Writes a file. Creates the directories in its name: "answers/classes.json". Throws UserError if the file cannot
    /// be written. Requires: a relative name of plain parts that does not exist yet.
    void write(const std::string& name, std::string_view bytes);
    /// Writes the bytes of an existing file. Throws UserError if it cannot be read or written. Calls go_on() before
    /// each MiB; what that throws ends the copying. `name`: as for write().
    void copy(const std::string& name, const std::filesystem::path& from, const std::function<void()>& go_on);
    /// Writes `size_bytes` bytes of an existing file, from `offset_bytes` on. Calls and throws like copy(), also if the
    /// file ends before.
    void copy_range(const std::string& name, const std::filesystem::path& from, std::uint64_t offset_bytes,
                    std::uint64_t size_bytes, const std::function<void()>& go_on);
    /// Removes a file that was written. Throws UserError if that fails.
    void remove(const std::string& name);
    /// Returns the location of the files before finish(). Written files may be replaced there.
    [[nodiscard]] const std::filesystem::path& unfinished() const { return part_; }
    /// Moves the directory into place. Throws UserError if that fails; then the previous contents are still there. If
    /// the system can exchange two directories atomically, as Linux can on most file systems, the old or the new report
    /// exists at any time. On other systems, a run killed between two renames leaves both reports next to the target,
    /// under temporary names.
    void finish();

private:
    /// Creates a file, which `fill` fills, and syncs it to disk.
    void make(const std::string& name, const std::function<void(int descriptor)>& fill);
    /// Takes the place of the previous report, checks that report once more and removes it. If it contains anything
    /// else, puts it back and throws. Requires: a directory exists there.
    void replace_former();

    std::filesystem::path path_;
    std::filesystem::path part_;
    table::FileDescriptor directory_;  ///< The new directory, whatever its name.
    std::set<std::string> names_;      ///< The files created in it.
    std::set<std::string> folders_;    ///< The directories created in it.
    bool finished_ = false;
};

}  // namespace dameotb::tools
