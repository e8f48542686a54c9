// Table files: writing them block by block, and reading any block of them.
// Knows bytes, not positions: what a value's place in the array means is index/'s and the caller's business.
// Compression of a block and writing it are two steps, so that many threads can compress for one writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/format/error.hpp>
#include <dameotb/format/header.hpp>

namespace dameotb::format {

/// A block as it lies in the file: compressed, or, if all values that it stores are the same, not at all.
struct EncodedBlock {
    std::vector<std::byte> bytes;     ///< Empty for a constant block.
    std::uint32_t decoded_bytes = 0;  ///< Of a constant block the value.
    std::uint64_t checksum = 0;       ///< Of the decoded bytes; 0 for a constant block.

    /// Requires: a value of the table's width.
    [[nodiscard]] static EncodedBlock constant(std::uint16_t value) { return {{}, value, 0}; }
};

/// How hard to compress. A level of zstd alone is one.
struct Effort {
    constexpr Effort(int level, int strategy = 0) : zstd_level{level}, zstd_strategy{strategy} {}

    int zstd_level;     ///< 1 to 19.
    int zstd_strategy;  ///< 1 to 9 (ZSTD_strategy) in place of the level's own; 0: that.
};

/// Compresses blocks. One object a thread: it holds a zstd context. Deterministic: equal input, equal bytes.
class BlockEncoder {
public:
    explicit BlockEncoder(Effort effort);
    ~BlockEncoder();
    BlockEncoder(BlockEncoder&&) noexcept;
    BlockEncoder& operator=(BlockEncoder&&) noexcept;

    /// `ordinal` is the block's place in the file; it enters the checksum, so that exchanged blocks are noticed.
    /// Requires: `decoded` is not empty, and of the form that Header::stored says.
    [[nodiscard]] EncodedBlock encode(std::uint64_t ordinal, std::span<const std::byte> decoded);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

class TableReader;

/// Writes one table under a temporary name beside its final one; only `finish` makes it appear, whole and synced.
/// Destroyed before that, it removes the temporary file. Not thread-safe.
class TableWriter {
public:
    /// Requires: the header's fields in their ranges. Throws TablebaseError if the temporary file cannot be made.
    TableWriter(std::filesystem::path final_path, const Header& header);
    ~TableWriter();
    TableWriter(const TableWriter&) = delete;
    TableWriter& operator=(const TableWriter&) = delete;

    /// Appends the next block in order. Throws TablebaseError (a full disk, ...).
    void append(const EncodedBlock& block);
    /// Writes header and block index, syncs, renames, syncs the directory. Throws TablebaseError.
    /// Requires: all header.blocks() blocks appended.
    void finish();
    /// The same, but calls `check` with the whole file before that gets its name: what `check` throws leaves the file
    /// under that name, if there is one, as it is.
    void finish(const std::function<void(TableReader)>& check);
    /// What the file takes so far, header and block index included.
    [[nodiscard]] std::uint64_t file_bytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Where a reader gets bytes from. The one seam between the format and the operating system: tests and fuzzers put
/// memory behind it.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;
    /// Fills `out` from `offset_bytes`. Throws TablebaseError if that is not possible in full. Thread-safe.
    virtual void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const = 0;
    /// For messages.
    [[nodiscard]] virtual const std::string& name() const = 0;
};

/// A file, read with pread. Throws TablebaseError if it cannot be opened or is no regular file.
[[nodiscard]] std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);
/// Bytes in memory; `name` is for messages.
[[nodiscard]] std::unique_ptr<ByteSource> from_memory(std::vector<std::byte> bytes, std::string name);

/// Reads the first 64 bytes and checks what they alone tell: magic, versions, checksum, fields in their ranges, and
/// that the file has the size that they say. Throws TablebaseError.
[[nodiscard]] Header read_header(const ByteSource& source);
/// Throws TablebaseError, naming the file by `name`, unless the header is that of such a table.
void require_kind(const Header& header, const TableKind& kind, const std::string& name);

/// An open table. The header and the block index are checked whole on opening, each block when it is decoded.
/// All const members are thread-safe.
class TableReader {
public:
    /// Throws TablebaseError for a file that is no table, is damaged, truncated, or of another version, and, if a
    /// `kind` is given, for another table: it is refused before the block index is read, so that no file takes more
    /// memory than one of that kind can.
    explicit TableReader(std::unique_ptr<ByteSource> source, const std::optional<TableKind>& kind = {});
    ~TableReader();
    TableReader(TableReader&&) noexcept;
    TableReader& operator=(TableReader&&) noexcept;

    [[nodiscard]] const Header& header() const { return header_; }
    /// For messages.
    [[nodiscard]] const std::string& name() const { return source_->name(); }
    [[nodiscard]] std::uint64_t file_bytes() const { return source_->size_bytes(); }
    /// Places of that block (the last one may be shorter). Requires: ordinal < header().blocks(); so below.
    [[nodiscard]] std::uint32_t places_in_block(std::uint64_t ordinal) const;
    /// The one value of a constant block; empty for any other.
    [[nodiscard]] std::optional<unsigned> constant(std::uint64_t ordinal) const {
        const BlockEntry& block = blocks_[ordinal];
        return block.size_bytes == 0 ? std::optional<unsigned>{block.decoded_bytes} : std::nullopt;
    }
    /// What a block decodes to: a value for each place, or, where the table stores Quiet places, what quiet_block.hpp
    /// says. Requires: not a constant block.
    [[nodiscard]] std::uint32_t decoded_bytes(std::uint64_t ordinal) const { return blocks_[ordinal].decoded_bytes; }
    /// Decodes a block into `out` and checks it. Requires: out.size() == decoded_bytes(ordinal), not a constant block.
    /// Throws TablebaseError if the block is damaged; `out` is then unspecified.
    void read_block(std::uint64_t ordinal, std::span<std::byte> out) const;

private:
    struct BlockEntry {
        std::uint64_t offset_bytes;
        std::uint32_t size_bytes;
        std::uint32_t decoded_bytes;
        std::uint64_t checksum;
    };

    void require_sizes(std::uint64_t ordinal) const;

    std::unique_ptr<ByteSource> source_;
    Header header_;
    std::vector<BlockEntry> blocks_;
};

}  // namespace dameotb::format
