// The end of a file that one process writes for others to read: a table in a frame, which has a checksum, and after it
// where that frame lies. Such files are not all synced, so after a crash of a machine one may be cut off. Then it has
// no such end, and is made again. A file of which a byte is wrong is damaged, which no program mends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::cluster {

/// Appends values as their bytes in this machine.
template <class T, std::size_t Count>
void append_bytes(std::vector<std::byte>& to, std::span<T, Count> values) {
    const auto bytes = std::as_bytes(values);
    to.insert(to.end(), bytes.begin(), bytes.end());
}

/// The last bytes of a file. They are those of this machine: nothing of them outlives a run, or leaves its machines.
struct FileEnd {
    std::uint64_t table_offset;
    std::uint64_t table_bytes;  ///< Of the frame.
    std::uint64_t kind;
};

/// Appends the table and the end to the last bytes of a file. `offset`: where the first of these bytes lies.
void append_end(std::vector<std::byte>& bytes, std::uint64_t offset, std::span<const std::byte> table);

/// Returns the end of a file; nothing if it is cut off, or no such file. Sets `error` if the system cannot read it.
[[nodiscard]] std::optional<FileEnd> end_of(const table::FileDescriptor& file, std::error_code& error);

/// Returns the table. Throws table::TablebaseError if it is damaged.
[[nodiscard]] std::vector<std::byte> read_table(const table::FileDescriptor& file, const std::filesystem::path& path,
                                                const FileEnd& end);

/// Fills `bytes` from `offset` on. Throws table::TablebaseError if the file is shorter.
void read_exactly(const table::FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
                  std::span<std::byte> bytes);

/// Writes a file that has only a table. It outlasts a crash of the machine. Throws table::TablebaseError.
void write_table_file(const std::filesystem::path& path, std::span<const std::byte> table);

/// Returns the table of such a file; nothing if the file is not there, or cut off. Throws table::TablebaseError if it
/// is damaged or cannot be read.
[[nodiscard]] std::optional<std::vector<std::byte>> read_table_file(const std::filesystem::path& path);

}  // namespace dameotb::cluster
