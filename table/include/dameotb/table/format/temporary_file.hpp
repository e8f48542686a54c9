// Files and directories under a hidden, random name next to the final one, which they get once they are complete. No
// other code makes such names: ".FINAL.0123456789abcdef.partial". Files are created exclusively: two runs never share
// one, whatever their process ids, and a file or link that someone else gave that name is never opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::table {

/// Returns the final name for a temporary name: "KvK.dtm" for ".KvK.dtm.0123456789abcdef.partial". Returns nothing for
/// a name of another form. Both are names without directories.
[[nodiscard]] std::optional<std::string> final_name_of(std::string_view temporary_name);

/// Makes an empty directory next to `final_path`, under a temporary name, and returns its path.
/// Throws TablebaseError that names the final path.
[[nodiscard]] std::filesystem::path make_temporary_directory(const std::filesystem::path& final_path);

/// Makes an empty file in the directory, open for reading and writing, and removes its name: nothing is left of it once
/// it is closed, even if the process is killed. Throws TablebaseError that names the directory.
[[nodiscard]] FileDescriptor make_nameless_file(const std::filesystem::path& directory);

/// A new file under a temporary name. Only `commit` gives it the final one. The destructor of an uncommitted object
/// removes the file, unless another file has the temporary name by then. All members throw TablebaseError that names
/// the final path. Not thread-safe.
class TemporaryFile {
public:
    /// Makes the file, readable and writable by everyone the umask allows. Throws if it cannot be made.
    explicit TemporaryFile(std::filesystem::path final_path);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept = default;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    /// Returns the temporary path, which is valid until `commit`.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return file_.get(); }
    /// Writes `bytes` from `offset_bytes` on. Throws if it cannot write them all, for example if the disk is full.
    void write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const;
    /// Fills `out` with the bytes written from `offset_bytes` on. Throws if it cannot.
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const;
    /// Syncs the file, gives it its final name and syncs the directory. Replaces an existing file of that name. Throws.
    void commit();
    /// Gives the file its final name without syncing: for files that can be made again. Other machines that share the
    /// directory, and later processes, see all of it; but after a crash of the machine the file may be cut off. Throws.
    void commit_unsynced();

private:
    /// Throws if it is an error.
    void require(std::error_code error) const;
    void take_final_name();

    std::filesystem::path final_path_;
    std::filesystem::path path_;
    FileDescriptor file_;  ///< Open until the file is committed or removed.
};

}  // namespace dameotb::table
