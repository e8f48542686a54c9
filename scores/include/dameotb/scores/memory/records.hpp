// Transient files: what a running job writes for its own later processes or for others working on it. They consist of
// records. A record is a zstd frame, compressed fast and with a checksum, preceded by its size in four bytes; none of
// it is used before its checksum is verified. A RecordJournal grows and is read from the front. A record file is
// written once and ends with a table that locates its records. All bytes are those of this machine and version: the
// files do not outlive a job, and one of another version counts as missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include <dameotb/table/format/file_descriptor.hpp>
#include <dameotb/table/format/temporary_file.hpp>

namespace dameotb::scores {

/// Returns the frame of these bytes, valid until this thread's next call. Throws std::bad_alloc.
[[nodiscard]] std::span<const std::byte> compressed(std::span<const std::byte> bytes);
/// Fills `bytes` with the frame's content. Returns false if it is damaged or has another size.
[[nodiscard]] bool decompress(std::span<const std::byte> frame, std::span<std::byte> bytes);
/// Returns a buffer of this size to read a frame into, valid until this thread's next call.
[[nodiscard]] std::span<std::byte> frame_buffer(std::size_t bytes);

/// Appends values as their bytes on this machine.
template <class T, std::size_t Count>
void append_bytes(std::vector<std::byte>& to, std::span<T, Count> values) {
    const auto bytes = std::as_bytes(values);
    to.insert(to.end(), bytes.begin(), bytes.end());
}
template <class T>
void append_bytes(std::vector<std::byte>& to, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append_bytes(to, std::span{&value, 1});
}
/// Fills `values` from the front of `bytes` and removes them there. Returns false and does nothing if there are too
/// few.
template <class T>
[[nodiscard]] bool take_bytes(std::span<const std::byte>& bytes, std::span<T> values) {
    if (bytes.size() < values.size_bytes()) {
        return false;
    }
    if (!values.empty()) {
        std::memcpy(values.data(), bytes.data(), values.size_bytes());
    }
    bytes = bytes.subspan(values.size_bytes());
    return true;
}
template <class T>
[[nodiscard]] bool take_bytes(std::span<const std::byte>& bytes, T& value) {
    return take_bytes(bytes, std::span<T>{&value, 1});
}

/// A growing file of records, the first of which says what it is for. A record cut off by the end of the process or the
/// machine does not count, nor does anything after it: the next record takes its place. Not thread-safe. System
/// failures are returned, or set, as error codes.
class RecordJournal {
public:
    RecordJournal() = default;  ///< No journal.
    /// Takes ownership of an open file.
    explicit RecordJournal(table::FileDescriptor file) : file_{std::move(file)} {}
    [[nodiscard]] const table::FileDescriptor& file() const { return file_; }

    /// Reads the first record, and returns whether the file is a journal for `what`.
    [[nodiscard]] bool goes_on(std::string_view what, std::error_code& error);
    /// Empties the file and makes it a journal for `what`.
    [[nodiscard]] std::error_code begin(std::string_view what);
    /// Returns the next record; nothing at the end.
    [[nodiscard]] std::optional<std::vector<std::byte>> next(std::error_code& error);
    /// Appends a record to those read and appended so far.
    [[nodiscard]] std::error_code append(std::span<const std::byte> record);
    /// Appends a record that, with all before it, survives a crash of the machine.
    [[nodiscard]] std::error_code append_synced(std::span<const std::byte> record);
    /// Returns where the records read and appended so far end.
    [[nodiscard]] std::uint64_t end() const { return end_; }
    /// Reads on from where a record ended.
    void go_back(std::uint64_t end) { end_ = end; }
    /// Removes all records after those read and appended so far.
    [[nodiscard]] std::error_code cut();

private:
    table::FileDescriptor file_;
    std::uint64_t end_ = 0;
};

/// Where a record lies in its file, in bytes.
struct RecordLocation {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Writes a record file, which appears complete under its name. All members throw table::TablebaseError.
class RecordWriter {
public:
    /// Makes the file under a temporary name.
    explicit RecordWriter(std::filesystem::path path) : file_{std::move(path)} {}

    /// Writes a record. Thread-safe.
    RecordLocation add(std::span<const std::byte> record);
    /// Gives the file its table and name, and syncs it: it survives a crash of the machine.
    void finish(std::span<const std::byte> table);
    /// As above, for files that can be made again: after a crash of the machine the file may be cut off.
    void finish_unsynced(std::span<const std::byte> table);
    /// Returns the size of the file. Requires: it has its name.
    [[nodiscard]] std::uint64_t size_bytes() const { return written_; }

private:
    void end_with(std::span<const std::byte> table);
    void flush();

    table::TemporaryFile file_;
    std::mutex mutex_;
    std::vector<std::byte> waiting_;  ///< To be written together with what follows.
    std::uint64_t written_ = 0;
};

/// Reads a record file. A file that is cut off has no end and must be made again; one with a wrong byte is damaged
/// beyond repair. Thread-safe.
class RecordReader {
public:
    /// Throws table::TablebaseError if the file cannot be read, is cut off or damaged.
    explicit RecordReader(std::filesystem::path path);
    /// Opens the file; returns nothing if it is missing or cut off. Throws table::TablebaseError if it is damaged or
    /// cannot be read.
    [[nodiscard]] static std::optional<RecordReader> open(const std::filesystem::path& path);
    /// Returns whether the file exists and is not cut off. Reads only its end.
    [[nodiscard]] static bool is_whole(const std::filesystem::path& path);

    [[nodiscard]] std::span<const std::byte> table() const { return table_; }

    // Throw table::TablebaseError if the record is damaged.

    /// Fills `out` with a record. Requires: the size that was written.
    void read(const RecordLocation& location, std::span<std::byte> out) const;
    /// Returns a record of any length.
    [[nodiscard]] std::vector<std::byte> read(const RecordLocation& location) const;
    /// Throws table::TablebaseError: the file is damaged.
    [[noreturn]] void fail() const;

private:
    [[nodiscard]] std::span<const std::byte> frame_at(const RecordLocation& location) const;

    std::filesystem::path path_;
    table::FileDescriptor file_;
    std::vector<std::byte> table_;
};

}  // namespace dameotb::scores
