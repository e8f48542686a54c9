// Transient files: what a running job writes for its own later processes or for others working on it. They consist of
// records. A record is a zstd frame, compressed fast; none of it is used before its checksum is verified. The checksum
// lies where the record is referred to, so a record is never taken for another one, nor for an older one of the same
// place. A RecordJournal grows and is read from the front; each checksum there continues the last one. A record file is
// written once and ends with a table that locates its records; the table's checksum is that of the file's identity. All
// bytes are those of this machine and version: the files do not outlive a job, and one of another version counts as
// missing.
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

namespace dameotb::memory {

/// Returns the frame of these bytes, valid until this thread's next call. Throws std::bad_alloc.
[[nodiscard]] std::span<const std::byte> compressed(std::span<const std::byte> bytes);
/// Fills `bytes` with the frame's content. Returns false if it has another size. Requires: the frame's checksum is
/// right.
[[nodiscard]] bool decompress(std::span<const std::byte> frame, std::span<std::byte> bytes);
/// Returns a random number to know a run's files by. Throws std::system_error.
[[nodiscard]] std::uint64_t random_identity();
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

/// A growing file of records, the first of which says what it is for and has a random identity. A record that is cut
/// off by the end of the process or the machine, or that does not continue the one before it, does not count, nor does
/// anything after it: the next record takes its place. Not thread-safe. System failures are returned, or set, as error
/// codes.
class RecordJournal {
public:
    /// Where a record ends.
    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t checksum = 0;  ///< Of the record, and so of all before it.
    };

    RecordJournal() = default;  ///< No journal.
    /// Takes ownership of an open file.
    explicit RecordJournal(table::FileDescriptor file) : file_{std::move(file)} {}
    [[nodiscard]] const table::FileDescriptor& file() const { return file_; }

    /// Reads the first record, and returns whether the file is a journal for `what`.
    [[nodiscard]] bool is_for(std::string_view what, std::error_code& error);
    /// Empties the file and makes it a journal for `what`.
    [[nodiscard]] std::error_code begin(std::string_view what);
    /// Returns the next record; nothing at the end.
    [[nodiscard]] std::optional<std::vector<std::byte>> next(std::error_code& error);
    /// Appends a record to those read and appended so far.
    [[nodiscard]] std::error_code append(std::span<const std::byte> record);
    /// Appends a record that, with all before it, survives a crash of the machine.
    [[nodiscard]] std::error_code append_synced(std::span<const std::byte> record);
    /// Returns where the records read and appended so far end.
    [[nodiscard]] Place end() const { return end_; }
    /// Reads on from where a record ended.
    void seek(const Place& end) { end_ = end; }
    /// Removes all records after those read and appended so far.
    [[nodiscard]] std::error_code cut();

private:
    table::FileDescriptor file_;
    Place end_;
};

/// Where a record lies in its file, in bytes, and its checksum.
struct RecordLocation {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t checksum = 0;
};

/// A record file's name and identity, which says of which run it is, and which of its files. What was written under one
/// identity is never read under another.
struct RecordFile {
    std::filesystem::path path;
    std::uint64_t identity = 0;
};

/// Writes a record file, which appears complete under its name. All members throw table::TablebaseError.
class RecordWriter {
public:
    /// Makes the file under a temporary name.
    explicit RecordWriter(const RecordFile& file) : identity_{file.identity}, file_{file.path} {}

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

    std::uint64_t identity_;
    table::TemporaryFile file_;
    std::mutex mutex_;
    std::vector<std::byte> waiting_;  ///< To be written together with what follows.
    std::uint64_t written_ = 0;
};

/// Reads a record file. One that is cut off or has another identity must be made again; one with a wrong byte is
/// damaged beyond repair. Thread-safe.
class RecordReader {
public:
    /// Throws table::TablebaseError if the file cannot be read, is cut off, damaged or another one.
    explicit RecordReader(const RecordFile& file);
    /// Opens the file; returns nothing if it is missing, cut off or another one. Throws table::TablebaseError if it is
    /// damaged or cannot be read.
    [[nodiscard]] static std::optional<RecordReader> open(const RecordFile& file);
    /// Returns whether the file exists, is not cut off and has this identity. Reads only its end.
    [[nodiscard]] static bool is_whole(const RecordFile& file);

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
    std::uint64_t identity_;
    table::FileDescriptor file_;
    std::vector<std::byte> table_;
};

}  // namespace dameotb::memory
