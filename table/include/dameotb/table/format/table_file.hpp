// Table files: writes them block group by block group, and reads any of their block groups.
// This code knows bytes, not positions: index/ and the caller know which position an offset stands for and what the
// bytes of a block mean. Encoding and writing a block group are separate steps, so that many threads can encode for one
// writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

class TableReader;

/// Writes one table under a temporary name next to its final one. Only `finish` makes the table appear, complete and
/// synced. A writer destroyed before that removes its temporary file. Not thread-safe.
class TableWriter {
public:
    /// Makes the temporary file and writes the models. Throws TablebaseError if it cannot. Requires: the header's
    /// fields are within their ranges; header.models_bytes is the size of `models`.
    TableWriter(std::filesystem::path final_path, const Header& header, std::span<const std::byte> models = {});
    ~TableWriter();
    TableWriter(const TableWriter&) = delete;
    TableWriter& operator=(const TableWriter&) = delete;

    /// Appends the next block group in order, as made by encode_group. Throws TablebaseError, for example if the disk
    /// is full, and std::logic_error if all header.groups() block groups are there.
    void append(std::span<const std::byte> group);
    /// Calls part(i) for every i in 0..count-1, in any order. May do so in several threads. Passes on what a part
    /// throws.
    using ForEachPart = std::function<void(std::uint64_t count, const std::function<void(std::uint64_t i)>& part)>;
    /// Replaces the table's digests, and the seed that follows from them (seed_of), and recomputes all checksums: for
    /// writers that know the digests only after the last block group. Reads the block groups again, in as many parts as
    /// there are index blocks. Throws TablebaseError, for example for a block group whose old checksum does not match,
    /// and std::logic_error unless all header.groups() block groups are appended.
    void reseal(const Digest& values, const Digest& wdl, const ForEachPart& for_each_part);
    /// Writes the header, syncs and renames the file, and syncs the directory. Throws TablebaseError, and
    /// std::logic_error unless all header.groups() block groups are appended.
    void finish();
    /// As above, but calls `check` with the complete file before the file gets its final name. If `check` throws, an
    /// existing file of that name is left as it is.
    void finish(const std::function<void(TableReader)>& check);
    /// Returns the size of the file so far, including header, models and the whole index.
    [[nodiscard]] std::uint64_t file_bytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Where a reader gets its bytes: the format's only contact with the operating system. Tests and fuzzers read from
/// memory instead.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;
    /// Fills `out` with the bytes from `offset_bytes` on. Throws TablebaseError if it cannot fill all of it.
    /// Thread-safe.
    virtual void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const = 0;
    /// Returns the name for messages.
    [[nodiscard]] virtual const std::string& name() const = 0;
};

/// Opens a file for reading with pread. Throws TablebaseError if it cannot be opened or is not a regular file.
[[nodiscard]] std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);
/// Makes a source from bytes in memory; `name` is for messages.
[[nodiscard]] std::unique_ptr<ByteSource> from_memory(std::vector<std::byte> bytes, std::string name);

/// Returns the size of the header, which begins every table; its models follow.
[[nodiscard]] std::size_t header_bytes();
/// Reads the header and checks it alone: magic, versions, checksum, ranges of fields. Also checks that the file has the
/// size that the header says. Throws TablebaseError.
[[nodiscard]] Header read_header(const ByteSource& source);
/// Throws TablebaseError that names the file `name` unless the header is that of a table of this kind.
void require_kind(const Header& header, const TableKind& kind, const std::string& name);

/// Where a block group lies in its file.
struct ByteRange {
    std::uint64_t offset_bytes = 0;
    std::uint32_t size_bytes = 0;  ///< Less than 2^23.
    bool operator==(const ByteRange&) const = default;
};

/// Returns where in the file the index block with a block group's offset lies. Requires: number < header.groups().
[[nodiscard]] ByteRange index_block_of(const Header& header, std::uint64_t number);

/// An open table. Opening reads and checks only the header, and keeps no index in memory; models, index blocks and
/// block groups are checked each time they are read. All const members are thread-safe.
class TableReader {
public:
    /// Opens a table. Throws TablebaseError if the file is not a table, is truncated, is of another version, has a
    /// damaged header, or is not of `kind`, if given.
    explicit TableReader(std::unique_ptr<ByteSource> source, const std::optional<TableKind>& kind = {});
    ~TableReader();
    TableReader(TableReader&&) noexcept;
    TableReader& operator=(TableReader&&) noexcept;

    [[nodiscard]] const Header& header() const { return header_; }
    /// Returns the name for messages.
    [[nodiscard]] const std::string& name() const { return source_->name(); }
    [[nodiscard]] std::uint64_t file_bytes() const { return source_->size_bytes(); }
    /// Reads the models. Throws TablebaseError if they are damaged.
    [[nodiscard]] std::vector<std::byte> read_models() const;
    /// Reads the index block with a block group's offset. Does not allocate. Throws TablebaseError if the index block
    /// is damaged, or if the block group cannot lie there. Requires: number < header().groups().
    [[nodiscard]] ByteRange locate(std::uint64_t number) const;
    /// Reads a block group into `out`. Does not allocate. Throws TablebaseError if the block group's checksum does not
    /// match; `out` is then unspecified. Requires: location == locate(number), out.size() == location.size_bytes.
    void read_group(std::uint64_t number, const ByteRange& location, std::span<std::byte> out) const;

private:
    std::unique_ptr<ByteSource> source_;
    Header header_;
    std::uint64_t models_checksum_ = 0;
};

}  // namespace dameotb::table
