// Files and directories under a hidden, random name beside the final one. They get the final name when they are whole.
// No other code makes such names: ".FINAL.0123456789abcdef.partial". Files are made exclusively: two runs never share
// one, whatever their process ids are, and a file or link that somebody else gave that name is never opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::table {

/// Returns the final name that belongs to a temporary name: "KvK.dtm" for ".KvK.dtm.0123456789abcdef.partial". Returns
/// nothing for a name of another form. Both are names without directories.
[[nodiscard]] std::optional<std::string> final_name_of(std::string_view temporary_name);

/// Makes an empty directory beside `final_path`, under a temporary name, and returns its path.
/// Throws TablebaseError that names the final path.
[[nodiscard]] std::filesystem::path make_temporary_directory(const std::filesystem::path& final_path);

/// Makes an empty file in the directory, to be read and written, and takes its name away: nothing is left of it once it
/// is closed, whatever happens to the process. Throws TablebaseError that names the directory.
[[nodiscard]] FileDescriptor make_nameless_file(const std::filesystem::path& directory);

/// A new file under a temporary name. Only `commit` gives it the final one. An object that is destroyed before that
/// removes its file, unless another file has the temporary name by then. All members throw TablebaseError that names
/// the final path. Not thread-safe.
class TemporaryFile {
public:
    /// Makes the file. Everybody whom the umask allows may read and write it. Throws if it cannot be made.
    explicit TemporaryFile(std::filesystem::path final_path);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept = default;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    /// Returns the temporary path, which the file has until `commit`.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return file_.get(); }
    /// Writes `bytes` from `offset_bytes` on. Throws if it cannot write all of them, for example if the disk is full.
    void write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const;
    /// Fills `out` with what was written from `offset_bytes` on. Throws if it cannot.
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const;
    /// Syncs the file, gives it its final name and syncs the directory. Replaces a file that has that name. Throws.
    void commit();
    /// Gives the file its final name without syncing: for what can be made again. Other machines that share the
    /// directory see all of it, and so does a later process; but after a crash of the machine the file may be cut off.
    /// Throws.
    void commit_unsynced();

private:
    [[noreturn]] void fail() const;

    std::filesystem::path final_path_;
    std::filesystem::path path_;
    FileDescriptor file_;  ///< Open until the file is committed or removed.
};

}  // namespace dameotb::table
