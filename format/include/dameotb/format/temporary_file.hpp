// Files and directories under a hidden, random name beside the final one, which they get when they are whole.
// The one owner of such names: ".FINAL.0123456789abcdef.partial". They are made exclusively, so that two runs never
// share one, whatever their process ids are, and nobody's file or link of that name is ever opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <dameotb/format/error.hpp>
#include <dameotb/format/file_descriptor.hpp>

namespace dameotb::format {

/// The final name if `name` is of the form that temporary names have ("KvK.dtm" for
/// ".KvK.dtm.0123456789abcdef.partial"); empty for any other. Both are names without directories.
[[nodiscard]] std::optional<std::string> final_name_of(std::string_view temporary_name);

/// Makes an empty directory beside `final_path`, under a temporary name, and returns its path.
/// Throws TablebaseError, with the final path.
[[nodiscard]] std::filesystem::path make_temporary_directory(const std::filesystem::path& final_path);

/// A new file under a temporary name; only `commit` gives it the final one. Destroyed before that, it removes the file,
/// unless that name is another file's by then. Errors are TablebaseError with the final path. Not thread-safe.
class TemporaryFile {
public:
    /// The file may be read and written by whom the umask allows. Throws if it cannot be made.
    explicit TemporaryFile(std::filesystem::path final_path);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept = default;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    /// What it is called until `commit`.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return file_.get(); }
    /// Throws if not all could be written, as on a full disk.
    void write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const;
    /// Syncs the file, gives it its final name, in place of what has it, and syncs the directory. Throws.
    void commit();

private:
    [[noreturn]] void fail() const;

    std::filesystem::path final_path_;
    std::filesystem::path path_;
    FileDescriptor file_;  ///< Open while the file is to be removed or committed.
};

}  // namespace dameotb::format
