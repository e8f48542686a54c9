// Table files: writes them block by block, and reads any block of them.
// This code knows bytes, not positions: index/ and the caller know which position a place in the array stands for.
// Compressing a block and writing it are two steps, so that many threads can compress for one writer.
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

/// A block as it lies in the file. If all values that it stores are the same, it is a constant block, which takes no
/// bytes; otherwise it is compressed.
struct EncodedBlock {
    std::vector<std::byte> bytes;     ///< Empty for a constant block.
    std::uint32_t decoded_bytes = 0;  ///< Bytes once decoded. For a constant block, the value.
    std::uint64_t checksum = 0;       ///< Of the decoded bytes; 0 for a constant block.

    /// Returns a constant block. Requires: a value of the table's width.
    [[nodiscard]] static EncodedBlock constant(std::uint16_t value) { return {{}, value, 0}; }
};

/// How hard to compress. A zstd level alone converts to an Effort.
struct Effort {
    constexpr Effort(int level, int strategy = 0) : zstd_level{level}, zstd_strategy{strategy} {}

    int zstd_level;     ///< 1 to 19.
    int zstd_strategy;  ///< 1 to 9 (ZSTD_strategy); 0: the strategy that belongs to the level.
};

/// Compresses blocks. Each thread needs its own object, which holds a zstd context. Deterministic: equal input gives
/// equal bytes.
class BlockEncoder {
public:
    explicit BlockEncoder(Effort effort);
    ~BlockEncoder();
    BlockEncoder(BlockEncoder&&) noexcept;
    BlockEncoder& operator=(BlockEncoder&&) noexcept;

    /// Compresses a block. `ordinal` is its number in the file, counted from 0. It enters the checksum, so that
    /// exchanged blocks are noticed. Requires: `decoded` is not empty and has the form that Header::stored says.
    [[nodiscard]] EncodedBlock encode(std::uint64_t ordinal, std::span<const std::byte> decoded);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

class TableReader;

/// Writes one table under a temporary name beside its final one. Only `finish` makes the table appear, whole and
/// synced. A writer that is destroyed before that removes its temporary file. Not thread-safe.
class TableWriter {
public:
    /// Makes the temporary file. Throws TablebaseError if it cannot be made. Requires: the header's fields are in their
    /// ranges.
    TableWriter(std::filesystem::path final_path, const Header& header);
    ~TableWriter();
    TableWriter(const TableWriter&) = delete;
    TableWriter& operator=(const TableWriter&) = delete;

    /// Appends the next block in order. Throws TablebaseError, for example if the disk is full.
    void append(const EncodedBlock& block);
    /// Writes header and block index, syncs and renames the file, and syncs the directory. Throws TablebaseError.
    /// Requires: all header.blocks() blocks are appended.
    void finish();
    /// Does the same, but calls `check` with the whole file before the file gets its final name. If `check` throws, a
    /// file that already has this name stays as it is.
    void finish(const std::function<void(TableReader)>& check);
    /// Returns the bytes that the file takes so far, header and block index included.
    [[nodiscard]] std::uint64_t file_bytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Where a reader gets its bytes. It is the only contact between the format and the operating system: tests and fuzzers
/// read from memory instead.
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

/// Opens a file, which is read with pread. Throws TablebaseError if it cannot be opened or is no regular file.
[[nodiscard]] std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);
/// Makes a source of bytes in memory; `name` is for messages.
[[nodiscard]] std::unique_ptr<ByteSource> from_memory(std::vector<std::byte> bytes, std::string name);

/// Reads the first 64 bytes and checks them alone: magic, versions, checksum, fields in their ranges. Checks also that
/// the file has the size that they tell. Throws TablebaseError.
[[nodiscard]] Header read_header(const ByteSource& source);
/// Throws TablebaseError unless the header is that of a table of this kind. The error calls the file `name`.
void require_kind(const Header& header, const TableKind& kind, const std::string& name);

/// An open table. Opening checks the whole header and the whole block index; decoding a block checks that block.
/// All const members are thread-safe.
class TableReader {
public:
    /// Opens a table. Throws TablebaseError for a file that is no table, is damaged, truncated, or of another version.
    /// If a `kind` is given, throws also for a table of another kind, and does so before it reads the block index: so
    /// no file takes more memory than a file of that kind can.
    explicit TableReader(std::unique_ptr<ByteSource> source, const std::optional<TableKind>& kind = {});
    ~TableReader();
    TableReader(TableReader&&) noexcept;
    TableReader& operator=(TableReader&&) noexcept;

    [[nodiscard]] const Header& header() const { return header_; }
    /// Returns the name for messages.
    [[nodiscard]] const std::string& name() const { return source_->name(); }
    [[nodiscard]] std::uint64_t file_bytes() const { return source_->size_bytes(); }
    /// Returns how many places that block has (the last one may have fewer). Requires, as do the members below:
    /// ordinal < header().blocks().
    [[nodiscard]] std::uint32_t places_in_block(std::uint64_t ordinal) const;
    /// Returns the one value of a constant block; nothing for any other block.
    [[nodiscard]] std::optional<unsigned> constant(std::uint64_t ordinal) const {
        const BlockEntry& block = blocks_[ordinal];
        return block.size_bytes == 0 ? std::optional<unsigned>{block.decoded_bytes} : std::nullopt;
    }
    /// Returns the size of the decoded block. It holds a value for each place; if the table stores Quiet places, it has
    /// the form that quiet_block.hpp tells. Requires: not a constant block.
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
